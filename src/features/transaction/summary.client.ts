/** Separate from the other queries, because every screen loads the sums for the bell. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Days } from '../../shared/dates.ts';
import { api, read } from '../../web/http/api.client.ts';

export const SUMMARY = ['transactions', 'summary'];

/** Loads the four cards and the categories in use, of all transactions or of a date range. */
export function useSummary(days: Days = {}) {
  return useQuery({
    queryKey: days.from || days.to ? [...SUMMARY, days] : SUMMARY,
    queryFn: ({ signal }) => read(api.transactions.summary.$get({ query: days }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
