/** The sums of transactions, which every screen reads for the bell. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Days } from '../../shared/dates.ts';
import { api, read } from '../../web/http/api.client.ts';

export const SUMMARY = ['transactions', 'summary'];

/** For all transactions or a date range: the four cards, and the categories in use. */
export function useSummary(days: Days = {}) {
  return useQuery({
    queryKey: days.from || days.to ? [...SUMMARY, days] : SUMMARY,
    queryFn: ({ signal }) => read(api.transactions.summary.$get({ query: days }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
