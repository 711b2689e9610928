/** Transactions in the browser: what is asked of the server, and what is kept of the answers. */
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/api.client.ts';
import { queryClient } from '../../web/query.client.ts';
import { recordCache } from '../../web/records/record-cache.client.ts';
import { transactionListing } from './listing.ts';
import { Transaction, type TransactionFilter, type TransactionListFilter } from './transaction.ts';

const NOUN = 'transactions';
const TOTALS = [NOUN, 'totals'];

export const transactions = recordCache<Transaction, Transaction, TransactionListFilter>({
  noun: NOUN,
  item: Transaction,
  listing: transactionListing,
  readPage: (filter, part, init) => read(api.transactions.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.transactions[':id'].$get({ param: { id } }, init && { init })),
  pageSize: 100,
  also: () => void queryClient.invalidateQueries({ queryKey: TOTALS }),
});

/** The figures of all transactions: the four cards, and the categories that occur. Asked for again after each change. */
export function useSummary() {
  return useQuery({
    queryKey: [NOUN, 'summary'],
    queryFn: ({ signal }) => read(api.transactions.summary.$get({}, { init: { signal } })),
  });
}

/** Number and sums of what a filter lets through. The list never waits for it. Asked for again after each change. */
export function useTotals(filter: TransactionFilter) {
  return useQuery({
    queryKey: [...TOTALS, filter],
    queryFn: ({ signal }) => read(api.transactions.totals.$get({ query: filter }, { init: { signal } })),
  });
}
