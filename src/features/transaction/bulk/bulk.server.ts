/** Changes or deletes many transactions in one SQL transaction, and names each row that was left as it is. */
import type { UserDb } from '../../../server/session/with-user.server.ts';
import {
  deleteTransactions,
  isRentOfExpense,
  type LockedTransaction,
  lockOwners,
  lockTransactions,
  propertyProblem,
  refuse,
  updateTransactions,
} from '../transaction.server.ts';
import type { BulkChange, BulkOutcome } from '../transaction.ts';

type Reason = BulkOutcome['left'][number]['reason'];

/** Each row is changed from its version. Throws `invalid_input` where the property is not there. */
export async function changeMany(db: UserDb, { rows, change }: BulkChange): Promise<BulkOutcome> {
  if ('propertyId' in change) refuse(await propertyProblem(db, change));
  // A row that is named twice is changed once.
  const wanted = new Map(rows.map(({ id, version }) => [id.toLowerCase(), version]));
  await lockOwners(db, [...wanted.keys()]);
  const locked = new Map((await lockTransactions(db, [...wanted.keys()])).map((row) => [row.id, row]));
  const left = [...wanted].flatMap(([id, version]) => {
    const reason = reasonToSkip(change, locked.get(id), version);
    return reason ? [{ id, reason }] : [];
  });
  const skipped = new Set(left.map(({ id }) => id));
  const ids = [...wanted.keys()].filter((id) => !skipped.has(id));
  if ('remove' in change) await deleteTransactions(db, ids);
  else await updateTransactions(db, { ids, change }).execute();
  return { done: ids.length, left };
}

function reasonToSkip(
  change: BulkChange['change'],
  row: LockedTransaction | undefined,
  version: number,
): Reason | undefined {
  if (!row) return 'not_found';
  if (row.version !== version) return 'changed_meanwhile';
  if ('remove' in change) return row.type === 'income' ? 'income' : undefined;
  return 'category' in change && isRentOfExpense(change.category, row) ? 'not_for_expenses' : undefined;
}
