import { type Mutation, useMutation, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { type SaveTexts, saveTexts, withSession, withToast } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { doneLine, errorOfSkipped, keptTransactions, skippedText, TEXTS, TITLES, undoneLines } from './labels.ts';
import type { Status } from './listed.ts';
import { SUMMARY } from './summary.client.ts';
import type {
  BulkChange,
  BulkOutcome,
  Transaction,
  TransactionChange,
  TransactionFilter,
  TransactionListFilter,
} from './transaction.ts';

const NOUN = 'transactions';
const TOTALS = [NOUN, 'totals'];
const LATEST = [NOUN, 'latest'];

const { $get, $post, ':id': one } = api.transactions;

export const transactions = recordResource<Transaction, Transaction, TransactionChange, TransactionListFilter>({
  noun: NOUN,
  routes: { $get, $post, ':id': { $get: one.$get, $put: one.$patch, $delete: one.$delete } },
  texts: TEXTS,
  pageSize: 100,
  names: ['properties'],
  invalidates: () => [SUMMARY, TOTALS, LATEST],
});

/** Totals are a separate request, so that the list does not wait for them. */
export function useTotals(filter: TransactionFilter) {
  return useQuery({
    queryKey: [...TOTALS, filter],
    queryFn: ({ signal }) => read(api.transactions.totals.$get({ query: filter }, { init: { signal } })),
  });
}

export function usePropertyMoney(propertyId: string) {
  return useQuery({
    queryKey: [...TOTALS, 'property', propertyId],
    queryFn: ({ signal }) => read(api.transactions.property.$get({ query: { propertyId } }, { init: { signal } })),
  });
}

/** Loads four transactions for the bell: overdue first, then pending by date, then the latest. */
export function useLatest() {
  return useQuery({
    queryKey: LATEST,
    queryFn: async ({ signal }) => {
      const four = async (query: { status: Status; sort: 'oldest' | 'recent' }) =>
        (await read(api.transactions.$get({ query: { ...query, limit: '4' } }, { init: { signal } }))).items;
      const found = await Promise.all([
        four({ status: 'overdue', sort: 'oldest' }),
        four({ status: 'pending', sort: 'oldest' }),
        four({ status: 'completed', sort: 'recent' }),
      ]);
      return found.flat().slice(0, 4);
    },
  });
}

/** Returns the sentence shown before a property is deleted; empty without transactions. */
export function useRemainingTransactions(propertyId: string): string {
  const { data } = useTotals({ q: '', propertyId });
  return data ? keptTransactions(data.count) : 'We will keep its transactions and show the property’s address on them.';
}

const ADD_FAILURE: SaveTexts = { failed: TEXTS.addFailed, signedOut: TEXTS.signInToAdd, missing: TEXTS.notFound };
/** Has no success toast, since `toastAdded` shows one. */
export const addTransaction = { ...transactions.add, meta: { texts: ADD_FAILURE } };

/** Whether search and filters match the transaction. Returns true if the request fails. */
export async function isShown({ id }: Transaction, filter: TransactionListFilter): Promise<boolean> {
  const narrowed = Object.entries(filter).some(([name, value]) => name !== 'sort' && Boolean(value));
  if (!narrowed) return true;
  const found = await read(api.transactions.$get({ query: { ...filter, id, limit: '1' } })).catch(() => undefined);
  return found?.items.length !== 0;
}

/** Shows a toast, with a link if search or filters hide the transaction. */
export async function toastAdded(added: Transaction, filter: TransactionListFilter, show: () => void): Promise<void> {
  const hidden = !(await isShown(added, filter));
  toast.success(TEXTS.added, {
    ...(hidden && { description: TEXTS.hidden, timeout: 10_000, action: { label: TEXTS.showHidden, act: show } }),
  });
}

export const CHANGED = { ...TITLES, more: TEXTS.updated };
const failure = saveTexts({ signedOut: TEXTS.signInToUpdate, missing: TEXTS.notFound });
export const changeTransaction = {
  ...transactions.change,
  meta: { texts: { ...failure(TEXTS.updateFailed), ...CHANGED, handledByCaller: ['conflict'] as const } },
};
/** Deletes by a bulk change of one row, because a single deletion cannot be undone. */
export const removeTransaction = {
  ...transactions.remove(),
  mutationFn: async ({ id, version }: Transaction) => {
    const outcome = await withSession(() => bulk({ rows: [{ id, version }], change: { remove: true } }));
    const [why] = outcome.left;
    if (why) throw errorOfSkipped(why.reason);
    toastUndoable({ title: TITLES.done, more: TEXTS.deleted }, '1 transaction deleted', outcome.batch);
  },
  meta: {
    texts: {
      title: TITLES.title,
      failed: TEXTS.deleteFailed,
      signedOut: TEXTS.signInToDelete,
      missing: TEXTS.notFound,
    },
  },
};

/** Without a form, a conflict is shown in a toast, and the row is invalidated. */
const payment = {
  ...transactions.change,
  mutationKey: [NOUN, 'pay'],
  meta: { texts: { title: TITLES.title, ...failure(TEXTS.updateFailed) } },
  onError: (_: unknown, { before }: { before: Transaction }) => void transactions.refresh(before.id),
};

/** Marks an expense as paid, only once if clicked twice. */
export function useMarkAsPaid(onPaid: () => void): (before: Transaction) => void {
  const { mutate } = useMutation(payment);
  const { mutate: undo } = useMutation({ ...payment, mutationKey: [NOUN, 'unpay'] });
  return useCallback(
    (before) => {
      const isThis = ({ state }: Mutation) => (state.variables as { before: Transaction }).before.id === before.id;
      if (queryClient.isMutating({ mutationKey: payment.mutationKey, predicate: isThis }) > 0) return;
      const paid = (after: Transaction) => {
        onPaid();
        const act = () =>
          undo(
            { before: after, input: { status: 'pending' } },
            { onSuccess: () => toast.success(undoneLines('1 transaction marked as paid', { done: 1, kept: 0 }).title) },
          );
        toast.success(TITLES.done, { description: TEXTS.updated, timeout: UNDO_MS, action: { label: 'Undo', act } });
      };
      mutate({ before, input: { status: 'completed' } }, { onSuccess: paid });
    },
    [mutate, undo, onPaid],
  );
}

/** Rows by id, or a filter as of a snapshot. */
export type Chosen = Pick<BulkChange, 'rows' | 'filter'>;

const bulk = (json: Omit<BulkChange, 'dryRun'> & { dryRun?: boolean }) => read(api.transactions.bulk.$post({ json }));

export function useBulkPreview(chosen: Chosen, change: BulkChange['change'] | undefined) {
  return useQuery({
    queryKey: ['bulk preview', chosen, change],
    queryFn: () => (change ? bulk({ ...chosen, change, dryRun: true }) : null),
    enabled: change !== undefined,
    gcTime: 0,
  });
}

/** Shows a toast with the counts, the reasons for skipped rows, and Undo. Rejects after an error toast. */
export async function changeMany(chosen: Chosen, change: BulkChange['change']): Promise<BulkOutcome> {
  const failed = `We could not ${'remove' in change ? 'delete' : 'update'} the transactions`;
  try {
    const outcome = await withToast(() => bulk({ ...chosen, change }), failure(failed));
    const [title, more] = [doneLine(outcome, change), skippedText(outcome)];
    if (outcome.done === 0) toast.error(title, more ? { description: more } : {});
    else toastUndoable({ title, more }, title, outcome.batch);
    return outcome;
  } finally {
    await invalidate({ queryKey: [NOUN] });
  }
}

type Personal = { row: { id: string; version: number }; personal: boolean };

export const setPersonal = ({ row: { id, version }, personal }: Personal) =>
  changeMany({ rows: [{ id, version }] }, { personal });

/** The time that 'Undo' is shown. The server accepts it for ten minutes. */
const UNDO_MS = 10_000;

export function toastUndoable(
  { title, more }: { title: string; more: string },
  what: string,
  batch: string | null,
): void {
  const action = batch && { label: 'Undo', act: () => void undoMany(what, batch) };
  toast.success(title, { ...(more && { description: more }), timeout: UNDO_MS, ...(action && { action }) });
}

async function undoMany(what: string, batch: string): Promise<void> {
  const words = { ...failure(TEXTS.undoFailed), missing: 'This can no longer be undone.' };
  try {
    const outcome = await withToast(() => read(api.transactions.undo.$post({ json: { batch } })), words);
    const { title, more } = undoneLines(what, outcome);
    toast.success(title, more ? { description: more } : {});
  } catch {
    // `withToast` has shown the error.
  } finally {
    await invalidate({ queryKey: [NOUN] });
  }
}
