/** Tables in a backup, found in the catalogue: exported with COPY, and loaded in one transaction. */
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { DatabaseAddress } from '../db/roles.server.ts';
import { measured } from './archive.server.ts';
import { BackupProblem, type Header, type Manifest } from './format.ts';

/** Session settings for text formats that every PostgreSQL version reads, and without timeouts. */
const SESSION = `
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set search_path = pg_catalog;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '60s';
`;

export async function asOwner<T>(
  { owner, signal }: { owner: DatabaseAddress; signal: AbortSignal },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // A separate socket, as a session in the middle of a COPY cannot be closed cleanly.
  const socket = new Socket();
  const client = new pg.Client({ ...owner, application_name: 'tenure backup', keepAlive: true, stream: () => socket });
  client.on('error', () => undefined); // the running query rejects with it
  const cut = () => socket.destroy();
  signal.addEventListener('abort', cut);
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(SESSION);
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    if (!isWrongPassword(error)) throw error;
    throw new BackupProblem(
      'The database was set up with a different SECRET. Set SECRET to the value its server uses ' +
        '(by default in the file "secret" in its data folder).',
    );
  } finally {
    signal.removeEventListener('abort', cut);
    socket.destroy();
  }
}

export function isWrongPassword(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01';
}

export type Table = {
  name: string;
  /** All columns except generated ones. */
  columns: string[];
  /** A stable order as SQL over `whole_row`: the primary key, with text by code point. */
  order: string;
  /** Whether row-level security also applies to the owner. */
  forced: boolean;
  /** Tables that must be loaded first. */
  parents: string[];
};

export const JOBS = 'pgboss.job';

/** Tables with short-lived data or sandbox data, and the table of migrations, which a restore writes itself. */
const LEFT_OUT = ['app.migrations', 'app.attempts', 'app.sandbox_bank', 'app.sandbox_payments', 'app.sandbox_tax'];

const TABLES = `
  select n.nspname || '.' || c.relname as name, c.relforcerowsecurity as forced,
    array(select attname::text from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    (select string_agg(format(case when a.attcollation <> 0 then '%I collate "C"' else '%I' end, a.attname), ', ' order by k.place)
     from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
     where i.indrelid = c.oid and i.indisprimary) as key,
    array(select distinct pn.nspname || '.' || p.relname from pg_constraint f
          join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
          where f.conrelid = c.oid and f.confrelid <> c.oid and f.contype = 'f' and not f.condeferrable) as parents,
    not (c.relrowsecurity and c.relforcerowsecurity) or (
      exists (select from pg_policy where polrelid = c.oid and polpermissive and polcmd in ('*', 'r')
              and polroles && array[0::oid, c.relowner] and pg_get_expr(polqual, polrelid) = 'true')
      and not exists (select from pg_policy where polrelid = c.oid and not polpermissive and polroles && array[0::oid, c.relowner])) as whole
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relowner = current_user::regrole
    and (n.nspname in ('public', 'auth', 'app') or n.nspname || '.' || c.relname = $2)
    and n.nspname || '.' || c.relname <> all ($1) and obj_description(c.oid, 'pg_class') is distinct from 'derived'
  order by 1`;

/** Our tables, parents first. Throws `BackupProblem` if the owner cannot see every row of a table. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { key: string | null; whole: boolean }>(TABLES, [LEFT_OUT, JOBS]);
  const hidden = rows.filter(({ whole }) => !whole).map(({ name }) => name);
  if (hidden.length > 0) {
    throw new BackupProblem(
      `The owner role cannot see every row of ${hidden.join(', ')}: the policy 'whole_house' is missing there. No backup was made.`,
    );
  }
  return parentsFirst(
    rows.map(({ name, columns, key, forced, parents }) => ({
      name,
      columns,
      order: key ?? 'whole_row::text collate "C"',
      forced,
      parents,
    })),
  );
}

/** Ignores deferrable foreign keys, so that there are no cycles. */
function parentsFirst(tables: Table[]): Table[] {
  const sorted: Table[] = [];
  const seen = new Set<string>();
  const visit = (table: Table) => {
    if (seen.has(table.name)) return;
    seen.add(table.name);
    for (const parent of tables) if (table.parents.includes(parent.name)) visit(parent);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

const SEQUENCES = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'S' and n.nspname in ('public', 'auth', 'app') and c.relowner = current_user::regrole
    and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i') and refobjid in (select to_regclass(name) from unnest($1::text[]) as name))
  order by 1`;

/** Must be called after the rows have been read, so that no value is below an existing id. */
export async function listSequences(client: pg.Client): Promise<Record<string, { value: string; called: boolean }>> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [LEFT_OUT]);
  const sequences: Record<string, { value: string; called: boolean }> = {};
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    if (state.rows[0]) sequences[name] = state.rows[0];
  }
  return sequences;
}

/** The job queue's version and queue names; null without a job queue. A start recreates all but the jobs. */
export async function findQueue(client: pg.Client): Promise<Header['jobs']> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('pgboss.version') as found`,
  );
  if (!tables[0]?.found) return null;
  const { rows } = await client.query<NonNullable<Header['jobs']>>(
    `select version, array(select name from pgboss.queue order by name collate "C") as queues from pgboss.version`,
  );
  return rows[0] ?? null;
}

/** `columns` are in the order of the data. */
export type CopyPlan = Pick<Table, 'name' | 'order' | 'columns'>;

const named = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

export function copyOut(client: pg.Client, { name, order, columns }: CopyPlan): AsyncIterable<Buffer> {
  return client.query(to(`copy (select ${named(columns)} from ${name} as whole_row order by ${order}) to stdout`));
}

async function copyIn(client: pg.Client, { name, columns }: CopyPlan, rows: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(rows, client.query(from(`copy ${name} (${named(columns)}) from stdin`)));
}

export type Loading = {
  /** Loads a table of the backup; call for parents first. */
  load(name: string, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Compares the database with the backup, then commits. Throws `BackupProblem` if they differ. */
  finish(): Promise<void>;
  /** Whether queued jobs are skipped. */
  leavesJobs: boolean;
};

/** Begins the transaction, and deletes the rows that migrations inserted. */
export async function beginLoading(
  client: pg.Client,
  { manifest, jobs }: { manifest: Manifest; jobs: Header['jobs'] },
): Promise<Loading> {
  const leavesJobs = jobs !== null && (await findQueue(client))?.version !== jobs.version;
  await client.query('begin');
  if (jobs && !leavesJobs) await makeQueues(client, jobs);
  const withJobs = jobs !== null && !leavesJobs;
  const all = fitting(
    (await listTables(client)).filter(({ name }) => withJobs || name !== JOBS),
    Object.entries(manifest.tables).filter(([name]) => withJobs || name !== JOBS),
  );
  const plans = new Map(all.map((plan) => [plan.name, plan]));
  await client.query('set constraints all deferred');
  await client.query(`truncate ${all.map(({ name }) => name).join(', ')} cascade`);
  for (const { name, forced } of all) {
    // COPY is not allowed under row-level security, and triggers would log every row.
    if (forced) await client.query(`alter table ${name} no force row level security`);
    await client.query(`alter table ${name} disable trigger user`);
  }
  return {
    leavesJobs,
    async load(name, rows) {
      const plan = plans.get(name);
      if (plan) await copyIn(client, plan, rows);
      else await measured(rows);
    },
    async finish() {
      // Tables with pending constraint checks cannot be altered.
      await client.query('set constraints all immediate');
      for (const [name, { value, called }] of Object.entries(manifest.sequences)) {
        await client.query('select setval($1::regclass, $2, $3)', [name, value, called]);
      }
      for (const { name, forced } of all) {
        await client.query(`alter table ${name} enable trigger user`);
        if (forced) await client.query(`alter table ${name} force row level security`);
      }
      for (const plan of all) await compare(client, plan, manifest);
      await client.query('commit');
    },
  };
}

type LoadPlan = CopyPlan & Pick<Table, 'forced'>;

/** Tables with the backup's column order. Throws if tables or columns differ. */
function fitting(tables: Table[], saved: [string, { columns: string[] }][]): LoadPlan[] {
  const columnsOf = new Map(saved.map(([name, { columns }]) => [name, columns]));
  const plans = tables.map((table) => ({ ...table, columns: columnsOf.get(table.name) ?? [] }));
  const same = tables.every(({ columns }, index) =>
    isDeepStrictEqual(columns.toSorted(), plans[index]?.columns.toSorted()),
  );
  if (!same || tables.length !== saved.length) {
    throw new BackupProblem(
      'The tables of the backup do not match its migrations, which have been edited in this version. ' +
        'No changes were made.',
    );
  }
  return plans;
}

/** Creates queues that only the backup has, for their jobs. */
async function makeQueues(client: pg.Client, { queues }: NonNullable<Header['jobs']>): Promise<void> {
  const known = new Set((await findQueue(client))?.queues);
  for (const name of queues.filter((queue) => !known.has(queue))) {
    await client.query(`select pgboss.create_queue($1, '{"policy":"standard"}')`, [name]);
  }
}

async function compare(client: pg.Client, plan: CopyPlan, manifest: Manifest): Promise<void> {
  const sum = await measured(copyOut(client, plan));
  const expected = manifest.tables[plan.name];
  if (expected && isDeepStrictEqual({ columns: plan.columns, ...sum }, expected)) return;
  throw new BackupProblem(
    `The table ${plan.name} does not match the backup: ${sum.rows} rows of ${expected?.rows}, or different values. No changes were made.`,
  );
}
