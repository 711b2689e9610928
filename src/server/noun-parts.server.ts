/** A noun's contributions to shared server features, listed in `src/app/nouns.server.ts`. Unused ones are omitted. */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { NoticeIcon, NounIcon } from '../shared/records/noun-icons.ts';
import type { SearchSql } from './db/search.server.ts';
import type { JsonPage } from './http/pages.server.ts';
import type { UserDb } from './session/with-user.server.ts';

export type NounParts = {
  /** For example 'items': the start of its query keys, and its name in search results and activity filters. */
  id: string;
  /** Paths of its screens, `$id` for one segment; other paths return 404. */
  paths?: readonly string[];
  /** Data for the document of its list at `/dashboard/{id}`. */
  first?: FirstPart;
  /** Keys are the nouns in the database's log (`app.keep_record`). */
  activity?: Readonly<Record<string, ActivityNoun>>;
  /** Descriptions of its tables, for the export of personal data. */
  tables?: Readonly<Record<string, string>>;
  search?: SearchSql & { found: z.ZodType };
  /** By kind, which is part of each notification's key. */
  notices?: Readonly<Record<string, NoticePart>>;
};

export type ActivityNoun = {
  icon: NounIcon;
  /** Its rows reference a property, whose history shows them. */
  ofProperty?: true;
  /** The record's table, to link only to existing records. */
  table?: string;
  /** The URL of a record, or of several (null). Otherwise links to the referenced property. */
  href?: (id: string | null) => string | null;
  /** The words for one record, by default like 'Item “E12” added'. */
  words?: (entry: { label: string | null; isPaid: boolean }) => string | undefined;
};

export const recordAt = (noun: string) => (id: string | null) => id && `/dashboard/${noun}/${id}`;

export const recordPaths = (id: string) => ['', '/add', '/edit/$id', '/$id'].map((end) => `/dashboard/${id}${end}`);

/** A browser query key and its data. */
export type Read = [key: readonly unknown[], data: unknown];
type Params = { search: Record<string, string>; today: string };

export type FirstPart = {
  /** The API URL of the first page if it is not in the document; equal to the screen's request. */
  address?: (asked: Params) => string | undefined;
  /** Rejects as the API does for an invalid query. */
  reads: (db: UserDb, asked: Params) => Promise<Read>[];
};

type List<Query extends z.ZodType> = {
  list: { search(given: Record<string, string>): object; asked(search: object): object };
  query: Query;
  table: { list: (db: UserDb, asked: z.output<Query> & { limit: number }) => Promise<JsonPage<unknown>> };
};

/** Equal to the page size in `recordResource`. */
const PAGE_SIZE = 50;

/** The first page of a noun's list, with the query key and URL of its `recordResource`. */
export function firstList<Query extends z.ZodType<object>>(noun: string, { list, query, table }: List<Query>) {
  const asked = (search: Record<string, string>) => list.asked(list.search(search));
  return {
    address: ({ search }) => listAddress(noun, { ...asked(search), limit: `${PAGE_SIZE}` }),
    reads: (db, { search }) => [
      read([noun, 'list', asked(search)], () =>
        table.list(db, { ...query.parse(asked(search)), limit: PAGE_SIZE }).then(firstPage),
      ),
    ],
  } satisfies FirstPart;
}

/** The format of an infinite query's first page. */
export const firstPage = ({ text }: JsonPage<unknown>) => ({ pages: [JSON.parse(text) as unknown], pageParams: [''] });

export async function read(key: Read[0], work: () => Promise<unknown>): Promise<Read> {
  return [key, await work()];
}

export function listAddress(noun: string, query: object): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/${noun}?${new URLSearchParams(given)}`;
}

/** A fact from PostgreSQL. `id` is the record to correct, `about` a part of it. */
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
  /** Selects `id, about, day`. `only` is an extra condition; `firstBy` orders and limits, unused for few facts. */
  facts: (which: {
    only: RawBuilder<unknown>;
    firstBy: (order: RawBuilder<unknown>) => RawBuilder<unknown>;
  }) => RawBuilder<unknown>;
  /** Counts the facts, if that is faster than selecting them. */
  count?: RawBuilder<unknown>;
  /** By default urgent after its day; 'always' immediately. 'never' lists it last, with a key without a day. */
  urgent?: 'always' | 'never';
  /** Its notices are emailed on their day. */
  emailed?: true;
  /** Additional values of the row `page`. */
  shown?: Partial<Record<'name' | 'where' | 'amount' | 'count', RawBuilder<unknown>>>;
  words: (fact: NoticeFact, left: number) => NoticeWords;
  /** Default: '9 days ago'. For example 'overdue'. */
  past?: string;
};

export const today = sql`(select app.today())`;
export const within = (days: number) => sql`${today} + ${sql.lit(days)}`;
export const londonDayOf = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Europe/London')::date`;

/** `name` with the verb for an end in `left` days. */
export const endWords = (name: string, left: number, verbs: { over: string; today: string; soon: string }) =>
  `${name} ${left < 0 ? verbs.over : left === 0 ? verbs.today : verbs.soon}`;
