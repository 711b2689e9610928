/** Transactions in the browser: queries, and mutations with their toasts. */
import { type Mutation, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { type SaveTexts, withToast } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { doneLine, keptTransactions, leftLine, TEXTS, TITLES } from './labels.ts';
import type {
  BulkChange,
  BulkOutcome,
  Transaction,
  TransactionChange,
  TransactionFilter,
  TransactionListFilter,
} from './transaction.ts';

const NOUN = 'transactions';
const SUMMARY = [NOUN, 'summary'];
const TOTALS = [NOUN, 'totals'];
const LATEST = [NOUN, 'latest'];

const { $get, $post, ':id': one } = api.transactions;

export const transactions = recordResource<Transaction, Transaction, TransactionChange, TransactionListFilter>({
  noun: NOUN,
  routes: { $get, $post, ':id': { $get: one.$get, $put: one.$patch, $delete: one.$delete } },
  texts: TEXTS,
  pageSize: 100,
  invalidates: () => [SUMMARY, TOTALS, LATEST],
});

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

/** For `useMutation`, each with the specification's toasts. */
export const CHANGED = { ...TITLES, more: TEXTS.updated };
const failure = (failed: string): SaveTexts => ({ failed, signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });
export const changeTransaction = {
  ...transactions.change,
  meta: { texts: { ...failure(TEXTS.updateFailed), ...CHANGED, unsaid: 'changed_meanwhile' as const } },
};
export const removeTransaction = transactions.remove({ ...TITLES, more: TEXTS.deleted });

/** As no form shows a conflict, a toast does, and the row is read again. */
const payment = {
  ...transactions.change,
  mutationKey: [NOUN, 'pay'],
  meta: { texts: { ...failure(TEXTS.updateFailed), ...CHANGED } },
  onError: (_: unknown, { before }: { before: Transaction }) => void transactions.refresh(before.id),
};

/** Marks an expense as paid, once even when pressed twice. */
export function useMarkAsPaid(onPaid: () => void): (before: Transaction) => void {
  const { mutate } = useMutation(payment);
  return useCallback(
    (before) => {
      const isThis = ({ state }: Mutation) => (state.variables as { before: Transaction }).before.id === before.id;
      if (queryClient.isMutating({ mutationKey: payment.mutationKey, predicate: isThis }) > 0) return;
      mutate({ before, input: { status: 'completed' } }, { onSuccess: onPaid });
    },
    [mutate, onPaid],
  );
}

/** Changes many from the versions that were read. A toast shows how many were changed and why others were not; on an error it rejects after the toast. */
export async function changeMany(rows: readonly Transaction[], change: BulkChange['change']): Promise<BulkOutcome> {
  const json = { rows: rows.map(({ id, version }) => ({ id, version })), change };
  const outcome = await sendMany(json);
  const left = leftLine(outcome);
  const show = outcome.done === 0 ? toast.error : toast.success;
  show(doneLine(outcome, change), left === '' ? {} : { description: left, timeout: 8000 });
  return outcome;
}

async function sendMany(json: BulkChange): Promise<BulkOutcome> {
  const failed = `Failed to ${'remove' in json.change ? 'delete' : 'update'} transactions`;
  try {
    return await withToast(() => read(api.transactions.bulk.$post({ json })), failure(failed));
  } finally {
    await queryClient.invalidateQueries({ queryKey: [NOUN] });
  }
}
