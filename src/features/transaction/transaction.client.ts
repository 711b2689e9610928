/** Transactions in the browser: queries, and mutations with their toasts. */
import { useQuery } from '@tanstack/react-query';
import { isRefusal } from '../../shared/app-error.ts';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { sayFailed, withToast } from '../../web/http/save.client.ts';
import { recordCache } from '../../web/records/record-cache.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { doneLine, keptTransactions, leftLine, TOASTS } from './labels.ts';
import { transactionListing } from './listing.ts';
import {
  type BulkChange,
  type BulkOutcome,
  Transaction,
  type TransactionChange,
  type TransactionFilter,
  type TransactionInput,
  type TransactionListFilter,
} from './transaction.ts';

const NOUN = 'transactions';
const SUMMARY = [NOUN, 'summary'];
const TOTALS = [NOUN, 'totals'];
const LATEST = [NOUN, 'latest'];

export const transactions = recordCache<Transaction, Transaction, TransactionListFilter>({
  noun: NOUN,
  item: Transaction,
  listing: transactionListing,
  readPage: (filter, part, init) => read(api.transactions.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.transactions[':id'].$get({ param: { id } }, init && { init })),
  pageSize: 100,
  also: () => invalidateSums(),
});

/** Reads sums and the bell's latest again where they are shown. */
function invalidateSums(): void {
  for (const queryKey of [SUMMARY, TOTALS, LATEST]) void queryClient.invalidateQueries({ queryKey });
}

/** Reads again everything shown of transactions; resolves when it has come. Never rejects: failures stay in the queries. */
function invalidateTransactions(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [NOUN] });
}

/** Of all transactions: the four cards, and the categories that occur. */
export function useSummary() {
  return useQuery({
    queryKey: SUMMARY,
    queryFn: ({ signal }) => read(api.transactions.summary.$get({}, { init: { signal } })),
  });
}

/** Count and sums of a filter. The list never waits for them. */
export function useTotals(filter: TransactionFilter) {
  return useQuery({
    queryKey: [...TOTALS, filter],
    queryFn: ({ signal }) => read(api.transactions.totals.$get({ query: filter }, { init: { signal } })),
  });
}

/** For the bell, which reads them when it is opened. */
export function useLatest() {
  return useQuery({
    queryKey: LATEST,
    queryFn: ({ signal }) =>
      read(api.transactions.$get({ query: { sort: 'recent', limit: '4' } }, { init: { signal } })),
  });
}

/** Before a property is deleted: a sentence about its transactions, empty where it has none. */
export function useKeptTransactions(propertyId: string): string {
  const { data } = useTotals({ q: '', propertyId });
  return data ? keptTransactions(data.count) : 'Its transactions stay, with its address.';
}

/** Shows an error toast, then rejects with AppError. */
export function addTransaction(input: TransactionInput): Promise<Transaction> {
  return transactions.add(() => read(api.transactions.$post({ json: input })), TOASTS.add);
}

/** Changes the given fields, from the version that was read. Rejects as `transactions.change` does. */
export function changeTransaction(before: Transaction, change: TransactionChange): Promise<Transaction> {
  const request = { param: { id: before.id }, json: change, header: {} };
  const unchanged = Object.keys(change).length === 0;
  const send = async () => (unchanged ? before : read(api.transactions[':id'].$patch(request, ifMatch(before))));
  return transactions.change(before, send, TOASTS.change);
}

const paying = new Set<string>();

/** Marks an expense as paid; does nothing while that is under way. Shows an error toast and reads it again, then rejects. */
export async function markAsPaid(before: Transaction): Promise<void> {
  if (paying.has(before.id)) return;
  paying.add(before.id);
  try {
    await changeTransaction(before, { status: 'completed' });
  } catch (error) {
    if (isRefusal(error, 'changed_meanwhile')) sayFailed(TOASTS.change, error.message);
    void transactions.refresh(before.id);
    throw error;
  } finally {
    paying.delete(before.id);
  }
}

/** Removes an expense as it was read. Rejects as `transactions.remove` does. */
export function removeTransaction(before: Transaction): Promise<void> {
  const request = { param: { id: before.id }, header: {} };
  const send = () => done(api.transactions[':id'].$delete(request, ifMatch(before)));
  return transactions.remove(before, send, TOASTS.remove);
}

/** Changes many as they were read. A toast tells how many were changed and why others were left, or the error before it rejects. */
export async function changeMany(rows: readonly Transaction[], change: BulkChange['change']): Promise<BulkOutcome> {
  const json = { rows: rows.map(({ id, version }) => ({ id, version })), change };
  const outcome = await sendMany(json);
  const left = leftLine(outcome);
  const show = outcome.done === 0 ? toast.error : toast.success;
  show(doneLine(outcome, change), left === '' ? {} : { description: left, timeout: 8000 });
  return outcome;
}

async function sendMany(json: BulkChange): Promise<BulkOutcome> {
  const texts = 'remove' in json.change ? TOASTS.removeMany : TOASTS.changeMany;
  try {
    return await withToast(() => read(api.transactions.bulk.$post({ json })), texts);
  } finally {
    await invalidateTransactions();
  }
}
