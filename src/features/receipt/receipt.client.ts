/** Queries and mutations of receipts. Any changed record invalidates them, through their shared key prefix. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import type { StoredFile } from '../file/file.ts';
import { transactions } from '../transaction/transaction.client.ts';
import type { Receipt } from './receipt.ts';

const RECEIPTS = [...SHARED_KEY, 'receipts'];
const PAGE = '50';

const { receipts } = api;

export const trayQuery = infiniteQueryOptions({
  queryKey: [...RECEIPTS, 'tray'],
  queryFn: ({ pageParam: cursor, signal }) =>
    read(receipts.$get({ query: { limit: PAGE, ...(cursor && { cursor }) } }, { init: { signal } })),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor,
});

export const missingQuery = ({ year, waived = false }: { year: string; waived?: boolean }) =>
  infiniteQueryOptions({
    queryKey: [...RECEIPTS, 'missing', year, waived],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { year, limit: PAGE, ...(waived && { waived: 'true' as const }), ...(cursor && { cursor }) };
      return read(receipts.missing.$get({ query }, { init: { signal } }));
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

export const missingTotals = (year: string) =>
  queryOptions({
    queryKey: [...RECEIPTS, 'totals', year],
    queryFn: ({ signal }) => read(receipts.missing.totals.$get({ query: { year } }, { init: { signal } })),
  });

/** Transactions to attach a receipt to, by text, amount or date; without `q`, expenses. */
export const rowsFor = (q: string) =>
  queryOptions({
    queryKey: [...RECEIPTS, 'rows', q],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.transactions.$get(
            { query: { q, limit: '20', ...(q === '' && { type: 'expense' }) } },
            { init: { signal } },
          ),
        )
      ).items,
  });

const texts = saveTexts({
  signedOut: 'You must be logged in to change receipts',
  missing: 'This receipt no longer exists.',
});

type AddArgs = { file: Pick<StoredFile, 'url'>; transactionId?: string | null };

/** Callers show failures next to the file. */
export function useAddReceipt() {
  return useMutation({
    mutationFn: ({ file: { url }, transactionId = null }: AddArgs) =>
      withSession(() => read(receipts.$post({ json: { file: { url }, transactionId } }))),
  });
}

export function useAttach() {
  return useMutation({
    mutationFn: ({ receipt, transactionId }: { receipt: Receipt; transactionId: string | null }) =>
      withSession(() =>
        read(
          receipts[':id'].$patch({ param: { id: receipt.id }, header: {}, json: { transactionId } }, ifMatch(receipt)),
        ),
      ),
    meta: { texts: texts('We could not attach the receipt', 'Receipt attached') },
  });
}

export function useRemoveReceipt() {
  return useMutation({
    mutationFn: (receipt: Receipt) =>
      withSession(() => done(receipts[':id'].$delete({ param: { id: receipt.id }, header: {} }, ifMatch(receipt)))),
    meta: { texts: texts('We could not remove the receipt', 'Receipt removed') },
  });
}

export function useWaive() {
  return useMutation({ ...transactions.change, meta: { texts: texts('We could not save this') } });
}
