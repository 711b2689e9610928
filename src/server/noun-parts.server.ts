/** What a noun adds on the server to what all nouns share: `src/app/nouns.server.ts` lists them. A noun leaves out what it has not. */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { NoticeIcon, NounIcon } from '../shared/noun-icons.ts';
import type { SearchSql } from './db/search.server.ts';
import type { PageText } from './http/pages.server.ts';
import type { UserDb } from './session/with-user.server.ts';

export type NounParts = {
  /** 'items': begins the query keys of its records, and names it in the answers of search and in the filter of activity. */
  id: string;
  /** Paths of its screens, `$id` for one segment; any other address is answered with 404. */
  paths?: readonly string[];
  /** What the document of its list, at `/dashboard/{id}`, brings along. */
  first?: FirstPart;
  /** By the noun that the database logs (`app.keep_record`). */
  activity?: Readonly<Record<string, ActivityNoun>>;
  /** What its tables hold, for the download of my data. */
  tables?: Readonly<Record<string, string>>;
  search?: SearchSql & { found: z.ZodType };
  /** By kind, which is part of each notice's key. */
  notices?: Readonly<Record<string, NoticePart>>;
};

export type ActivityNoun = {
  icon: NounIcon;
  /** Its rows name the property they are about, whose history shows them. */
  ofProperty?: true;
  /** Where a record is, so that an activity leads to it only while it exists. */
  table?: string;
  /** The address of a record, or of several (null). Without one, an activity leads to the property that it is about. */
  href?: (id: string | null) => string | null;
  /** The sentence about one record, where it is not 'Item “E12” added'. */
  words?: (entry: { label: string | null; isPaid: boolean }) => string | undefined;
};

/** The address of one record, where it exists. */
export const recordAt = (noun: string) => (id: string | null) => id && `/dashboard/${noun}/${id}`;

/** The four screens of a record. */
export const recordPaths = (id: string) => ['', '/add', '/edit/$id', '/$id'].map((end) => `/dashboard/${id}${end}`);

/** A query key of the browser, and what its cache holds under it. */
export type Read = [key: readonly unknown[], data: unknown];
type Asked = { search: Record<string, string>; today: string };

export type FirstPart = {
  /** The first page where it does not come with the document, at the very address that the screen asks. */
  address?: (asked: Asked) => string | undefined;
  /** Rejects as the API does for an invalid query. */
  reads: (db: UserDb, asked: Asked) => Promise<Read>[];
};

type List<Query extends z.ZodType> = {
  /** Of `listQuery`. */
  list: { search(given: Record<string, string>): object; asked(search: object): object };
  query: Query;
  table: { list: (db: UserDb, asked: z.output<Query> & { limit: number }) => Promise<PageText<unknown>> };
};

/** As many as `recordResource` asks for. */
const PAGE_SIZE = 50;

/** The first page of a noun's list, under the key and at the address of its `recordResource`. */
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

/** A page as an infinite query keeps its first. */
export const firstPage = ({ text }: PageText<unknown>) => ({ pages: [JSON.parse(text) as unknown], pageParams: [''] });

export async function read(key: Read[0], work: () => Promise<unknown>): Promise<Read> {
  return [key, await work()];
}

export function listAddress(noun: string, query: object): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/api/${noun}?${new URLSearchParams(given)}`;
}

/** A fact as PostgreSQL finds it. `id` is the record that is put right, `about` a part of it. */
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
  /** In pence; below zero where it goes out. */
  amount: number | null;
  read: boolean;
  snoozedUntil: string | null;
};

/** `title` says what is wrong, `todo` what to do, `action` names the link to `href`. */
type NoticeWords = { title: string; todo: string; action: string; href: string; where?: string };

export type NoticePart = {
  icon: NoticeIcon;
  /**
   * The facts as `id, about, day`. `real` begins with 'and' and narrows the rows by `id` or `sample`; `firstBy` orders and limits
   * them, and is left out where they are few.
   */
  facts: (which: {
    real: RawBuilder<unknown>;
    firstBy: (order: RawBuilder<unknown>) => RawBuilder<unknown>;
  }) => RawBuilder<unknown>;
  /** How many there are, where that is found sooner than by making each. */
  count?: RawBuilder<unknown>;
  /** 'today' is urgent after its day, 'always' at once; 'never' is for later, and its key has no day. 'today' unless told. */
  urgent?: 'always' | 'never';
  /** Emailed on its day. */
  emailed?: true;
  /** Values beside the fact, of the row `page`. */
  shown?: Partial<Record<'name' | 'where' | 'amount' | 'count', RawBuilder<unknown>>>;
  words: (fact: NoticeFact, left: number) => NoticeWords;
  /** '9 days ago' unless told: 'overdue'. */
  past?: string;
};

export const today = sql`(select app.today())`;
export const within = (days: number) => sql`${today} + ${sql.lit(days)}`;
/** A day of London. */
export const londonDayOf = (instant: string) => sql`(${sql.ref(instant)} at time zone 'Europe/London')::date`;

/** `name` with the verb for what ends in `left` days. */
export const endWords = (name: string, left: number, verbs: { over: string; today: string; soon: string }) =>
  `${name} ${left < 0 ? verbs.over : left === 0 ? verbs.today : verbs.soon}`;
