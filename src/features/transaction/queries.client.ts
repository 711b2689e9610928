/** Transactions in the browser: what is asked of the server, and what is kept of the answers. */
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { ownSaves } from '../../web/records/own-saves.client.ts';
import { recordCache } from '../../web/records/record-cache.client.ts';
import { transactionListing } from './listing.ts';
import { Transaction, type TransactionFilter, type TransactionListFilter } from './transaction.ts';

const NOUN = 'transactions';
const SUMMARY = [NOUN, 'summary'];
const TOTALS = [NOUN, 'totals'];
/** What the bell shows. */
export const LATEST = [NOUN, 'latest'];

const cache = recordCache<Transaction, Transaction, TransactionListFilter>({
  noun: NOUN,
  item: Transaction,
  listing: transactionListing,
  readPage: (filter, part, init) => read(api.transactions.$get({ query: { ...filter, ...part } }, { init })),
  readOne: (id, init) => read(api.transactions[':id'].$get({ param: { id } }, init && { init })),
  pageSize: 100,
  also: () => sumAgain(),
});

export const saves = ownSaves();

type Cache = typeof cache;

export const transactions: Cache = {
  ...cache,
  add: (...given: Parameters<Cache['add']>) => saves.track(cache.add(...given)),
  change: (...given: Parameters<Cache['change']>) => saves.track(cache.change(...given)),
  remove: (...given: Parameters<Cache['remove']>) => saves.track(cache.remove(...given)),
};

/** The sums are no longer right, nor are the latest. */
export function sumAgain(): void {
  for (const queryKey of [SUMMARY, TOTALS, LATEST]) void queryClient.invalidateQueries({ queryKey });
}

/** Asks again for all that is shown of transactions, and answers when it has come. Never rejects: what failed is in the queries. */
export function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [NOUN] });
}

/** The figures of all transactions: the four cards, and the categories that occur. Asked for again after each change. */
export function useSummary() {
  return useQuery({
    queryKey: SUMMARY,
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
