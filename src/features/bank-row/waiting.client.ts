import { queryOptions, useQuery } from '@tanstack/react-query';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';

/** The noun of live changes to bank rows. */
export const BANK_ROWS = 'bank-rows';

export const bankRowsQuery = queryOptions({
  queryKey: [BANK_ROWS],
  queryFn: ({ signal }) => read(api['bank-rows'].$get({}, { init: { signal } })),
  staleTime: 0,
});

/** Returns the number of bank rows that need a decision; 0 while loading. */
export function useWaiting(): number {
  const { data } = useQuery(bankRowsQuery);
  if (!data) return 0;
  const { rent, same, choose } = data.sections;
  return rent.total + same.total + choose.total;
}

export function matchLine(count: number): string {
  return `You have ${counted(count, 'bank row')} to match.`;
}
