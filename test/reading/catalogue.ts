import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { query } from '../servers/database.ts';

/** Tables without rows of landlords, with the reason. */
export const UNOWNED: Record<string, string> = {
  'app.attempts': 'Counts by hashed address and by network, before sign-in; deleted with the account.',
  'app.enquiries': 'Messages from visitors, possibly without an account, to the operator; deleted after a year.',
  'app.signing_key': 'The key that verifies an entry; read only by the owner’s functions.',
  'app.file_removals': 'Paths to remove from the file store.',
  'app.payment_events': 'Ids of the payment provider’s messages, without personal data; deleted after 30 days.',
  'app.key_buckets': 'Requests that API keys may still make, without personal data.',
  'app.migrations': 'The completed migrations; the app role has no rights on it.',
  'app.sandbox_bank':
    'Fictitious consents, accounts and errors of the sandbox bank, without landlords; deleted by age.',
  'app.sandbox_tax': 'Fictitious grants and updates of the tax authority; deleted by age.',
  'app.sandbox_payments': 'Fictitious checkouts and subscriptions of the payment provider; deleted by age.',
};

export type Table = { name: string; secured: boolean; forced: boolean; comment: string | null };

/** Returns all tables except those of the job queue and authentication. */
export function tables(database: DatabaseAddress): Promise<Table[]> {
  return query<Table>(
    database,
    `select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as secured, relforcerowsecurity as forced, obj_description(oid, 'pg_class') as comment
     from pg_class where relnamespace::regnamespace::text in ('public', 'app') and relkind in ('r', 'p') order by 1`,
  );
}

/** Returns 'table.column' for each column on which the app role has this right. */
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
  /** The rights to execute the function. Null means PostgreSQL's default, which is everyone. */
  rights: string | null;
  source: string;
};

/** Returns all functions except those of the job queue. */
export function functions(database: DatabaseAddress): Promise<SqlFunction[]> {
  return query<SqlFunction>(
    database,
    `select pronamespace::regnamespace || '.' || proname as name, prosecdef as definer, proconfig as settings,
            proacl::text as rights, pg_get_functiondef(oid) as source
     from pg_proc where pronamespace::regnamespace::text in ('app', 'auth', 'public') order by 1`,
  );
}

export async function triggersOf(database: DatabaseAddress, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    database,
    `select tgname as name from pg_trigger where tgrelid = $1::regclass
       and not tgisinternal and tgenabled = 'O' order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

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
