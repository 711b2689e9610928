import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mapCooperatively } from '../../../server/cooperative.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { NOT_LETTINGS } from '../../bank-row/entry.ts';
import { all, conditions, holds } from '../list/filter.server.ts';
import { isLocked, MAX_FILTERED_ROWS } from '../listed.ts';
import {
  deleteTransactions,
  isWrongForExpense,
  type Learning,
  type LockedTransaction,
  lockOwners,
  lockTransactions,
  refuse,
  updateTransactions,
  validateCategory,
  validateProperty,
} from '../transaction.server.ts';
import type { BulkChange, BulkOutcome, TransactionChange, UndoOutcome } from '../transaction.ts';
import { saveForUndo, undoBatch } from './undo.server.ts';

type Reason = BulkOutcome['left'][number]['reason'];

const TOO_MANY = `Choose ${MAX_FILTERED_ROWS.toLocaleString('en-GB')} transactions or fewer. Narrow the filter.`;
const NOT_TO_UNDO = 'This can no longer be undone.';

/** Changes rows that still have the given version, and counts skipped rows by reason. Throws `invalid_input`. */
export async function changeMany(
  db: UserDb,
  { rows = [], filter, change, dryRun }: BulkChange,
  learning: Learning,
): Promise<BulkOutcome> {
  if ('propertyId' in change) refuse(await validateProperty(db, change));
  if ('category' in change) refuse(await validateCategory(db, change.category));
  const asked = filter ? await matching(db, filter) : rows;
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
  const ids = changed.map(({ id }) => id);
  if ('remove' in change) {
    await saveForUndo(db, { batch, ids, change: 'removed' });
    await deleteTransactions(db, ids);
  } else if ('taxLine' in change) await writeMany(db, { ids, batch, change });
  else if ('personal' in change) await (change.personal ? markNotLettings : markLettings)(db, { ids, batch, learning });
  else if ('paid' in change) await writeMany(db, { ids, batch, change: { status: 'completed' } });
  else {
    await learning.learn(db, { ids, choice: change, batch });
    await writeMany(db, { ids, batch, change });
  }
  return { ...outcome, batch };
}

async function writeMany(
  db: UserDb,
  { ids, batch, change }: { ids: readonly string[]; batch: string; change: TransactionChange },
): Promise<void> {
  await saveForUndo(db, { batch, ids, change: 'changed' });
  await updateTransactions(db, { ids, change }).execute();
}

type Batch = { ids: readonly string[]; batch: string; learning: Learning };

/** Marks rows as not for the lets, removes them from ledgers, and stores the choice as payer rules. */
async function markNotLettings(db: UserDb, { ids, batch, learning }: Batch): Promise<void> {
  await learning.learn(db, { ids, choice: { category: NOT_LETTINGS }, batch });
  await writeMany(db, { ids, batch, change: { category: NOT_LETTINGS, tenancyId: null } });
}

/** Restores the category that follows from each text, and stores it as a payer rule. */
async function markLettings(db: UserDb, { ids, batch, learning }: Batch): Promise<void> {
  const { rows } = await sql<{ id: string; description: string; amount: number }>`
    select id, description, (amount * 100)::bigint as amount from transactions
    where id = any(${ids}::uuid[]) and category = ${NOT_LETTINGS}`.execute(db);
  const byCategory = new Map<string, string[]>();
  const categories = await mapCooperatively(rows, learning.categoryOf);
  for (const [at, { id }] of rows.entries()) {
    const category = categories[at] ?? '';
    const same = byCategory.get(category);
    if (same) same.push(id);
    else byCategory.set(category, [id]);
  }
  for (const [category, own] of byCategory) {
    await learning.learn(db, { ids: own, choice: { category }, batch });
    await writeMany(db, { ids: own, batch, change: { category } });
  }
}

/** Selects the rows of a filter. Rows that changed after `asOf` get version 0, which never matches. */
async function matching(
  db: UserDb,
  { q, asOf, ...filter }: NonNullable<BulkChange['filter']>,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, case when app.is_written_before(xmin, ${asOf}::pg_snapshot) then version else 0 end as version
    from public.transactions where ${all([...conditions(filter), ...(q ? [holds(q)] : [])])} limit ${MAX_FILTERED_ROWS + 1}`.execute(
    db,
  );
  if (rows.length > MAX_FILTERED_ROWS) throw new AppError('invalid_input', { message: TOO_MANY });
  return rows;
}

function reasonToSkip(
  change: BulkChange['change'],
  row: LockedTransaction | undefined,
  version: number,
): Reason | undefined {
  if (!row) return 'not_found';
  if (row.version !== version) return 'conflict';
  if ('paid' in change && row.status === 'completed') return 'already_paid';
  if ('remove' in change || 'paid' in change) return row.splitId ? 'part' : isLocked(row) ? 'income' : undefined;
  return 'category' in change && isWrongForExpense(change.category, row) ? 'not_for_expenses' : undefined;
}

/** Undoes a bulk change, except for rows that changed later. Throws `not_found` for an unknown or expired batch. */
export async function undoMany(
  db: UserDb,
  batch: string,
  { unlearn }: Pick<Learning, 'unlearn'>,
): Promise<UndoOutcome> {
  const outcome = await undoBatch(db, batch);
  await unlearn(db, batch);
  if (outcome.done + outcome.kept === 0) throw new AppError('not_found', { message: NOT_TO_UNDO });
  return outcome;
}
