/** Questions to PostgreSQL's own catalogue, for tests that hold for every table there will ever be. */
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { query } from '../servers/database.ts';

/** Tables that hold no landlord's rows, each with its reason. */
export const UNOWNED: Record<string, string> = {
  'app.attempts': 'Counts by hashed address and by network, before anybody is signed in; deleted with their account.',
  'app.enquiries': 'Messages of visitors to the operator, who need not have an account; deleted after a year.',
  'app.entry_key': 'The key by which an entry is proven; only functions of the owner read it.',
  'app.file_removals': 'Paths that are about to be removed from the file store.',
  'app.payment_events': 'Ids of the payment provider’s messages, which name nobody; cleared after 30 days.',
  'app.migrations': 'The migrations that have run; the app role has no right on it.',
  'app.sandbox_bank':
    'Invented consents, accounts and errors of the sandbox bank, which knows no landlord; cleared by age.',
  'app.sandbox_payments':
    'Invented checkouts and subscriptions, which stand for what a payment provider keeps; cleared by age.',
};

export type Table = { name: string; secured: boolean; forced: boolean; comment: string | null };

/** Our own tables: all but the job queue's and those of sign-in. */
export function tables(database: DatabaseAddress): Promise<Table[]> {
  return query<Table>(
    database,
    `select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as secured, relforcerowsecurity as forced, obj_description(oid, 'pg_class') as comment
     from pg_class where relnamespace::regnamespace::text in ('public', 'app') and relkind in ('r', 'p') order by 1`,
  );
}

/** 'table.column' for everything the app role may `right` ('insert', 'update') in schema public. */
export async function writable(database: DatabaseAddress, right: 'insert' | 'update'): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database,
    `select relname || '.' || attname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace::regnamespace::text in ('public', 'app') and relkind in ('r', 'p') and attnum > 0 and not attisdropped
       and has_column_privilege('tenure_app', pg_class.oid, attnum, $1) order by 1`,
    [right],
  );
  return rows.map(({ name }) => name);
}

export type SqlFunction = {
  name: string;
  definer: boolean;
  settings: string[] | null;
  /** Who may run it; null means: what PostgreSQL gives by itself, that is everybody. */
  rights: string | null;
  source: string;
};

/** Our own functions, in every schema but the job queue's. */
export function functions(database: DatabaseAddress): Promise<SqlFunction[]> {
  return query<SqlFunction>(
    database,
    `select pronamespace::regnamespace || '.' || proname as name, prosecdef as definer, proconfig as settings,
            proacl::text as rights, pg_get_functiondef(oid) as source
     from pg_proc where pronamespace::regnamespace::text in ('app', 'auth', 'public') order by 1`,
  );
}

/** The triggers of a table, named with its schema. */
export async function triggersOf(database: DatabaseAddress, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database,
    `select tgname as name from pg_trigger where tgrelid = $1::regclass
       and not tgisinternal and tgenabled = 'O' order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Foreign keys from our own tables to landlords’ tables, with the columns on both ends. */
export function links(database: DatabaseAddress) {
  return query<{ name: string; from: string; to: string; columns: string[]; targets: string[] }>(
    database,
    `select conname as name, source.relname as "from", target.relname as "to",
            (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as k(number, place)
              join pg_attribute on attrelid = conrelid and attnum = number) as columns,
            (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as k(number, place)
              join pg_attribute on attrelid = confrelid and attnum = number) as targets
     from pg_constraint join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
     where contype = 'f' and source.relnamespace::regnamespace::text in ('public', 'app') and target.relnamespace = 'public'::regnamespace`,
  );
}
