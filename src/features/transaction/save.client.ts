/** Transactions added, changed and removed from the browser, and what is said of it. */
import { isRefusal } from '../../shared/app-error.ts';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { sayFailed } from '../../web/http/save.client.ts';
import { transactions } from './queries.client.ts';
import type { Transaction, TransactionChange, TransactionInput } from './transaction.ts';

const REFUSED = { signedOut: 'Authentication error: User not found', missing: 'Transaction not found' } as const;

/** Adds an expense. Rejects with AppError after having said so. */
export function addTransaction(input: TransactionInput): Promise<Transaction> {
  return transactions.add(() => read(api.transactions.$post({ json: input })), {
    ...REFUSED,
    done: 'Transaction added successfully',
    failed: 'Failed to add transaction',
  });
}

const UPDATE = {
  ...REFUSED,
  done: 'Success',
  more: 'Transaction updated successfully',
  title: 'Error',
  failed: 'Failed to update transaction',
} as const;

/** Changes what is named of a transaction, from the version it was read as. Rejects as `transactions.change` does. */
export function changeTransaction(before: Transaction, change: TransactionChange): Promise<Transaction> {
  const request = { param: { id: before.id }, json: change, header: {} };
  // Saved as it was, it is as it was: there is nothing to ask the server for.
  const nothing = Object.keys(change).length === 0;
  const send = async () => (nothing ? before : read(api.transactions[':id'].$patch(request, ifMatch(before))));
  return transactions.change(before, send, UPDATE);
}

const underWay = new Set<string>();

/**
 * Says of an expense that it is paid; pressed again meanwhile, it does nothing. Rejects with AppError after having said so, and
 * reads it anew.
 */
export async function markAsPaid(before: Transaction): Promise<void> {
  if (underWay.has(before.id)) return;
  underWay.add(before.id);
  try {
    await changeTransaction(before, { status: 'completed' });
  } catch (error) {
    if (isRefusal(error, 'changed_meanwhile')) sayFailed(UPDATE, error.message);
    void transactions.refresh(before.id);
    throw error;
  } finally {
    underWay.delete(before.id);
  }
}

/** Removes an expense as it was read. Rejects as `transactions.remove` does. */
export function removeTransaction(before: Transaction): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  return transactions.remove(before, () => done(api.transactions[':id'].$delete(request, ifMatch(before))), {
    ...REFUSED,
    done: 'Success',
    more: 'Transaction deleted successfully',
    title: 'Error',
    failed: 'Failed to delete transaction',
  });
}
