import { sql } from 'kysely';
import pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { obstacleText, rowRefusal, STATE } from './refusals.ts';
import { LeftOut, type Restore, type RestoreState } from './restore.ts';

export type Progress = (line: { done: number; of: number }) => void;

/** The latest checked or restored download, and the reason why another cannot be restored. */
export async function readState(db: UserDb): Promise<RestoreState> {
  const found = await db
    .selectFrom('restores')
    .select(['id', 'state', 'made_at', 'account_name', 'bytes', 'tables', 'left_out', 'added_at', 'restored_at'])
    .orderBy('added_at', 'desc')
    .limit(1)
    .$castTo<Row>()
    .executeTakeFirst();
  return { obstacle: await readObstacle(db), restore: found ? toRestore(found) : null };
}

type Row = {
  id: string;
  state: Restore['state'];
  made_at: Date;
  account_name: string;
  bytes: number;
  tables: Record<string, { rows: number }>;
  left_out: unknown;
  added_at: Date;
  restored_at: Date | null;
};

function toRestore(row: Row): Restore {
  const { tables, members, lostFiles } = LeftOut.parse(row.left_out);
  return {
    id: row.id,
    state: row.state,
    madeAt: row.made_at.toISOString(),
    accountName: row.account_name,
    bytes: row.bytes,
    tables: Object.fromEntries(Object.entries(row.tables).map(([name, { rows }]) => [name, rows])),
    leftOut: tables,
    members,
    lostFiles,
    addedAt: row.added_at.toISOString(),
    restoredAt: row.restored_at?.toISOString() ?? null,
  };
}

async function readObstacle(db: UserDb): Promise<string | null> {
  const { rows } = await sql<{ sample: boolean; table: string | null }>`
    select sample, app.restore_obstacle() as table from profiles where id = app.user_id()`.execute(db);
  if (!rows[0]) throw new AppError('unauthenticated');
  const { sample, table } = rows[0];
  if (sample) return STATE.sample;
  return table && obstacleText(table);
}

/** Throws `wrong_state` if the account has records, or is a sample account. */
export async function assertCanRestore(db: UserDb): Promise<void> {
  const message = await readObstacle(db);
  if (message) throw new AppError('wrong_state', { message });
}

/** Removes a checked download with its files. Throws `not_found`. */
export async function removeRestore(db: UserDb, id: string): Promise<void> {
  if (!(await removeCheckedById(db, id))) throw new AppError('not_found');
}

/** Removes all checked downloads of the account with their files. */
export const removeChecked = (db: UserDb) => removeCheckedById(db, null);

async function removeCheckedById(db: UserDb, id: string | null): Promise<boolean> {
  await sql`
    delete from files using restore_parts p cross join lateral json_array_elements(p.rows) one
    where p.table_name = 'files' and (p.restore_id = ${id}::uuid or ${id}::uuid is null) and clear_at is not null
      and url = '/api/files/' || (one ->> 'bucket') || '/' || (one ->> 'path')`.execute(db);
  const removed = await db
    .deleteFrom('restores')
    .where('state', '=', 'checked')
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .execute();
  return removed.length > 0;
}

/** Adds all rows of a checked download. Throws `not_found`, `wrong_state`, or `invalid_input` for a row. */
export async function runRestore(db: UserDb, id: string, progress: Progress): Promise<void> {
  const { rows: begun } = await sql<{ obstacle: string | null }>`
    select app.begin_restore(${id}::uuid) as obstacle`.execute(db);
  const obstacle = begun[0]?.obstacle;
  if (obstacle) throw new AppError(obstacle === 'gone' ? 'not_found' : 'wrong_state', { message: reasonOf(obstacle) });
  const steps = await readSteps(db, id);
  const of = steps.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name, first, last, rows } of steps) {
    await sql`select app.restore_rows(${id}::uuid, ${name}, ${first}, ${last})`.execute(db).catch(rejectRow);
    done += rows;
    progress({ done, of });
  }
  const { left_out } = await db
    .selectFrom('restores')
    .select('left_out')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { profile } = LeftOut.parse(left_out);
  const end = sql`select app.end_restore(${id}::uuid, ${profile.name}, ${profile.hidesSteps})`;
  await end.execute(db).catch(rejectRow);
}

const reasonOf = (obstacle: string) =>
  Object.entries(STATE).find(([name]) => name === obstacle)?.[1] ?? obstacleText(obstacle);

type Step = { name: string; first: number; last: number; rows: number };

/** The parts of each table, in an order in which rows come after the rows that they reference. */
async function readSteps(db: UserDb, id: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select o.name, min(p.place) as first, max(p.place) as last, sum(json_array_length(p.rows))::integer as rows
    from app.restore_order() o join restore_parts p on p.restore_id = ${id}::uuid and p.table_name = o.name
    group by o.place, o.name, case when not o.is_whole then p.place end
    order by o.place, first`.execute(db);
  return rows;
}

/** Names the row that PostgreSQL refused. */
function rejectRow(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = '', table, detail = '' } = error;
  if (code === 'TN436') throw rowRefusal(JSON.parse(detail) as Parameters<typeof rowRefusal>[0]);
  if (/^(?:22|23)/.test(code)) throw rowRefusal({ state: code, table });
  throw error;
}
