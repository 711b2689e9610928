/** Changes or deletes many transactions in one SQL transaction, counts those that were left as they are, and puts a change back. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { all, conditions, holds } from '../list/filter.server.ts';
import {
  deleteTransactions,
  isWrongForExpense,
  type LockedTransaction,
  lockOwners,
  lockTransactions,
  propertyProblem,
  refuse,
  updateTransactions,
} from '../transaction.server.ts';
import { type BulkChange, type BulkOutcome, isLocked, MAX_OF_FILTER, type UndoOutcome } from '../transaction.ts';

type Reason = BulkOutcome['left'][number]['reason'];

const TOO_MANY = `At most ${MAX_OF_FILTER.toLocaleString('en-GB')} transactions at a time. Please narrow the filter.`;
const NOT_TO_UNDO = 'This can no longer be undone.';

/** Each row is changed from its version. Throws `invalid_input` where the property is not there, or where there are too many. */
export async function changeMany(db: UserDb, { rows = [], filter, change, dryRun }: BulkChange): Promise<BulkOutcome> {
  if ('propertyId' in change) refuse(await propertyProblem(db, change));
  const asked = filter ? await matching(db, filter) : rows;
  // A row that is named twice is changed once.
  const wanted = new Map(asked.map(({ id, version }) => [id.toLowerCase(), version]));
  await lockOwners(db, [...wanted.keys()]);
  const locked = new Map((await lockTransactions(db, [...wanted.keys()])).map((row) => [row.id, row]));
  const left = new Map<Reason, number>();
  const changed = [...wanted].flatMap(([id, version]) => {
    const row = locked.get(id);
    const reason = reasonToSkip(change, row, version);
    if (reason) left.set(reason, (left.get(reason) ?? 0) + 1);
    return row && !reason ? [row] : [];
  });
  const outcome = {
    done: changed.length,
    income: changed.filter(({ type }) => type === 'income').length,
    left: [...left].map(([reason, count]) => ({ reason, count })),
  };
  if (dryRun || changed.length === 0) return { ...outcome, batch: null };
  const batch = randomUUID();
  await sql`select set_config('app.undo_batch', ${batch}, true)`.execute(db);
  const ids = changed.map(({ id }) => id);
  if ('remove' in change) await deleteTransactions(db, ids);
  else await updateTransactions(db, { ids, change: 'paid' in change ? { status: 'completed' } : change }).execute();
  return { ...outcome, batch };
}

/** The rows of a filter; those that were changed since its moment have no version. */
async function matching(
  db: UserDb,
  { q, asOf, ...filter }: NonNullable<BulkChange['filter']>,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, case when app.is_as_of(xmin, ${asOf}::pg_snapshot) then version else 0 end as version
    from transactions where ${all([...conditions(filter), ...(q ? [holds(q)] : [])])} limit ${MAX_OF_FILTER + 1}`.execute(
    db,
  );
  if (rows.length > MAX_OF_FILTER) throw new AppError('invalid_input', { message: TOO_MANY });
  return rows;
}

function reasonToSkip(
  change: BulkChange['change'],
  row: LockedTransaction | undefined,
  version: number,
): Reason | undefined {
  if (!row) return 'not_found';
  if (row.version !== version) return 'changed_meanwhile';
  if ('paid' in change && row.status === 'completed') return 'already_paid';
  if ('remove' in change || 'paid' in change) return row.splitId ? 'part' : isLocked(row) ? 'income' : undefined;
  return 'category' in change && isWrongForExpense(change.category, row) ? 'not_for_expenses' : undefined;
}

/** Puts back what a bulk change has changed, except what was changed since. Throws `not_found` where there is nothing to undo. */
export async function undoMany(db: UserDb, batch: string): Promise<UndoOutcome> {
  const { rows } = await sql<UndoOutcome>`select done, kept from app.undo_transactions(${batch})`.execute(db);
  const [outcome] = rows;
  if (!outcome || outcome.done + outcome.kept === 0) throw new AppError('not_found', { message: NOT_TO_UNDO });
  return outcome;
}
