/** One change of many transactions: done to all that it can be done to, and told of each that it cannot. The caller's one SQL transaction. */
import type { UserDb } from '../../server/session/with-user.server.ts';
import { isRentOfExpense, propertyProblem, refuse } from './save.server.ts';
import {
  deleteTransactions,
  holdOwnersOf,
  holdTransactions,
  type StandingTransaction,
  updateTransactions,
} from './store.server.ts';
import type { BulkChange, BulkOutcome } from './transaction.ts';

type Reason = BulkOutcome['left'][number]['reason'];

/** Changes or removes the transactions that are named, each from its version. Throws `invalid_input` where the property is not there. */
export async function changeMany(db: UserDb, { rows, change }: BulkChange): Promise<BulkOutcome> {
  if ('propertyId' in change) refuse(await propertyProblem(db, change));
  // One that is named twice is changed once.
  const wanted = new Map(rows.map(({ id, version }) => [id.toLowerCase(), version]));
  await holdOwnersOf(db, [...wanted.keys()]);
  const held = await holdTransactions(db, [...wanted.keys()]);
  const standing = new Map(held.map((one) => [one.id, one]));
  const left = [...wanted].flatMap(([id, version]) => {
    const reason = whyNot(change, standing.get(id), version);
    return reason ? [{ id, reason }] : [];
  });
  const leftOut = new Set(left.map(({ id }) => id));
  const ids = [...wanted.keys()].filter((id) => !leftOut.has(id));
  if ('remove' in change) await deleteTransactions(db, ids);
  else await updateTransactions(db, { ids, change });
  return { done: ids.length, left };
}

function whyNot(
  change: BulkChange['change'],
  standing: StandingTransaction | undefined,
  version: number,
): Reason | undefined {
  if (!standing) return 'not_found';
  if (standing.version !== version) return 'changed_meanwhile';
  if ('remove' in change) return standing.type === 'income' ? 'income' : undefined;
  return 'category' in change && isRentOfExpense(change.category, standing) ? 'not_for_expenses' : undefined;
}
