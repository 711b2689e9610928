/** A noun's contributions to shared server features, listed in `src/app/nouns.server.ts`. Unused ones are omitted. */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { NoticeIcon, NounIcon } from '../shared/records/noun-icons.ts';
import type { SearchSql } from './db/search.server.ts';
import type { JsonPage } from './http/pages.server.ts';
import type { UserDb } from './session/with-user.server.ts';

export type NounParts = {
  /** Such as 'items'. First part of the noun's query keys, and its id in search results and activity filters. */
  id: string;
  /** Paths of the noun's screens, with `$id` for a variable segment; other paths return 404. */
  paths?: readonly string[];
  /** Data embedded in the document of the noun's list, `/dashboard/{id}`. */
  first?: FirstPart;
  /** By noun in the activity log, as passed to `app.keep_record`. */
  activity?: Readonly<Record<string, ActivityNoun>>;
  /** Descriptions of the noun's tables, by table, for the export of personal data. */
  tables?: Readonly<Record<string, string>>;
  search?: SearchSql & { found: z.ZodType };
  /** By kind, which is part of a notice's key. */
  notices?: Readonly<Record<string, NoticePart>>;
};

export type ActivityNoun = {
  icon: NounIcon;
  /** Records reference a property, whose history includes their activity. */
  ofProperty?: true;
  /** Table of the records, so that only existing ones are linked. */
  table?: string;
  /** Returns the URL of a record, or of several (null). Without it, links lead to the referenced property. */
  href?: (id: string | null) => string | null;
  /** Returns the text of an entry about one record, by default like 'Item “E12” added'. */
  words?: (entry: { label: string | null; isPaid: boolean }) => string | undefined;
};

export const recordAt = (noun: string) => (id: string | null) => id && `/dashboard/${noun}/${id}`;

export const recordPaths = (id: string) => ['', '/add', '/edit/$id', '/$id'].map((end) => `/dashboard/${id}${end}`);

/** A browser query key and its data. */
export type Read = [key: readonly unknown[], data: unknown];
type Params = { search: Record<string, string>; today: string };

export type FirstPart = {
  /** URL of the screen's first request, which the document preloads if its data are not embedded. */
  address?: (params: Params) => string | undefined;
  /** Rejects with the API's error for an invalid query. */
  reads: (db: UserDb, params: Params) => Promise<Read>[];
};

type List<Query extends z.ZodType> = {
  list: { search(given: Record<string, string>): object; asked(search: object): object };
  query: Query;
  table: { list: (db: UserDb, asked: z.output<Query> & { limit: number }) => Promise<JsonPage<unknown>> };
};

/** Must equal the page size in `recordResource`. */
const PAGE_SIZE = 50;

/** Reads the first page of a noun's list, under the query key and URL of its `recordResource`. */
export function firstList<Query extends z.ZodType<object>>(noun: string, { list, query, table }: List<Query>) {
  const queryOf = (search: Record<string, string>) => list.asked(list.search(search));
  return {
    address: ({ search }) => listAddress(noun, { ...queryOf(search), limit: `${PAGE_SIZE}` }),
    reads: (db, { search }) => [
      read([noun, 'list', queryOf(search)], () =>
        table.list(db, { ...query.parse(queryOf(search)), limit: PAGE_SIZE }).then(firstPage),
      ),
    ],
  } satisfies FirstPart;
}

export const firstPage = ({ text }: JsonPage<unknown>) => ({ pages: [JSON.parse(text) as unknown], pageParams: [''] });

export async function read(key: Read[0], work: () => Promise<unknown>): Promise<Read> {
  return [key, await work()];
}

export function listAddress(noun: string, query: object): string {
  const params = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/${noun}?${new URLSearchParams(params)}`;
}

/** A notice as selected from PostgreSQL. `id` is the record to correct, `about` a part of the record. */
export type NoticeFact = {
  key: string;
  kind: string;
  group: 'urgent' | 'coming' | 'later';
  id: string | null;
  about: string | null;
  name: string | null;
  where: string | null;
  day: string;
  count: number | null;
  /** In pence; negative for expenses. */
  amount: number | null;
  read: boolean;
  snoozedUntil: string | null;
};

/** `title` is the problem, `todo` the remedy, `action` the link's text. */
type NoticeWords = { title: string; todo: string; action: string; href: string; where?: string };

export type NoticePart = {
  icon: NoticeIcon;
  /** Selects `id, about, day`. `only` is an extra condition; `firstBy` adds an order and a limit for long results. */
  facts: (which: {
    only: RawBuilder<unknown>;
    firstBy: (order: RawBuilder<unknown>) => RawBuilder<unknown>;
  }) => RawBuilder<unknown>;
  /** Counts the facts, if that is faster than selecting them. */
  count?: RawBuilder<unknown>;
  /** By default, notices are urgent after their day. 'never' lists them last, with no day in their keys. */
  urgent?: 'always' | 'never';
  /** Notices are emailed on their day. */
  emailed?: true;
  /** Expressions for further values, correlated with the row `page`. */
  shown?: Partial<Record<'name' | 'where' | 'amount' | 'count', RawBuilder<unknown>>>;
  words: (fact: NoticeFact, left: number) => NoticeWords;
  /** Word after the number of days since the notice's day, such as 'overdue'; by default 'ago'. */
  past?: string;
};

export const today = sql`(select app.today())`;
export const within = (days: number) => sql`${today} + ${sql.lit(days)}`;
export const londonDayOf = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Europe/London')::date`;

/** Returns `name` and a verb for something that ends in `left` days, negative if it has ended. */
export const endWords = (name: string, left: number, verbs: { over: string; today: string; soon: string }) =>
  `${name} ${left < 0 ? verbs.over : left === 0 ? verbs.today : verbs.soon}`;
