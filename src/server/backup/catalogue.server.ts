/** What there is to keep, read from PostgreSQL's catalogue, so that a new table needs no line here. */
import type pg from 'pg';
import { BackupProblem } from './backup-problem.ts';

export type Table = {
  /** 'schema.name'. */
  name: string;
  /** As in the table, without those that PostgreSQL computes. */
  columns: string[];
  /** An order that every server sorts alike, as SQL over `whole_row`: the primary key, texts by code point. */
  order: string;
  /** Whether row-level security holds for its owner too. */
  forced: boolean;
  /** Tables that must have their rows first. */
  parents: string[];
};

export const JOBS = 'pgboss.job';

/** Where the queue stands. Of its tables only the jobs are kept: the rest is made at every start. */
export type Queue = { version: number; queues: string[] };

/** What would be stale (who tried to sign in) or is the business of whoever restores (migrations). */
const LEFT_OUT = ['app.migrations', 'app.attempts'];

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
      and not exists (select from pg_policy where polrelid = c.oid and not polpermissive)) as whole
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relowner = current_user::regrole
    and (n.nspname in ('public', 'auth', 'app') or n.nspname || '.' || c.relname = $2)
    and n.nspname || '.' || c.relname <> all ($1)
  order by 1`;

/** Our tables, each after those it refers to. Throws when the owner would not see every row of one. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { key: string | null; whole: boolean }>(TABLES, [LEFT_OUT, JOBS]);
  const hidden = rows.filter(({ whole }) => !whole).map(({ name }) => name);
  if (hidden.length > 0) {
    throw new BackupProblem(
      `The owner role does not see every row of ${hidden.join(', ')}: the policy 'whole_house' is missing there. No backup was made.`,
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

/** Links that may be checked at the end do not count, so there are no rings among the rest. */
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

/** Where each sequence stands. Counted after the rows, a number is never below one that a row bears. */
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

/** Null where the queue has not been installed. */
export async function findQueue(client: pg.Client): Promise<Queue | null> {
  const { rows: there } = await client.query<{ found: string | null }>(`select to_regclass('pgboss.version') as found`);
  if (!there[0]?.found) return null;
  const { rows } = await client.query<Queue>(
    `select version, array(select name from pgboss.queue order by name collate "C") as queues from pgboss.version`,
  );
  return rows[0] ?? null;
}
