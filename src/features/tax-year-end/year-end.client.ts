/** Queries and mutations of the year end. Any changed record invalidates them, through their shared key prefix. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import type { DomesticItemInput } from '../tax/domestic.ts';
import type { AgentDaysInput, PurchaseInput } from './year-end.ts';

const { ':year': ofYear, 'domestic-items': items, capital, 'agent-days': days } = api.tax;
const KEY = [...SHARED_KEY, 'tax'];

const texts = saveTexts({
  signedOut: 'You must be logged in to change your tax records',
  missing: 'This record no longer exists.',
  handledByCaller: ['invalid_input'],
});

type OfOwner = { year: string; owner?: string | undefined };

export const yearEndOf = ({ year, owner }: OfOwner) =>
  queryOptions({
    queryKey: [...KEY, 'year-end', year, owner],
    queryFn: ({ signal }) =>
      read(ofYear['year-end'].$get({ param: { year }, query: owner ? { owner } : {} }, { init: { signal } })),
  });

export const capitalQuery = queryOptions({
  queryKey: [...KEY, 'capital'],
  queryFn: ({ signal }) => read(capital.$get({}, { init: { signal } })),
});

export const agentDaysQuery = queryOptions({
  queryKey: [...KEY, 'agent-days'],
  queryFn: ({ signal }) => read(days.$get({}, { init: { signal } })),
});

export function useSaveDomesticItem() {
  return useMutation({
    mutationFn: ({ id, facts }: { id: string; facts: DomesticItemInput }) =>
      withSession(() => read(items[':id'].$put({ param: { id }, json: facts }))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { texts: texts('We could not save the item', 'Item saved') },
  });
}

export function useSavePurchase() {
  return useMutation({
    mutationFn: ({ id, ...json }: PurchaseInput & { id: string }) =>
      withSession(() => read(capital[':id'].$put({ param: { id }, json }))),
    onSuccess: (saved) => queryClient.setQueryData(capitalQuery.queryKey, saved),
    meta: { texts: texts('We could not save the purchase', 'Purchase saved') },
  });
}

export function useReviewDays() {
  return useMutation({
    mutationFn: (json: AgentDaysInput) => withSession(() => read(days.$post({ json }))),
    onSuccess: (left) => {
      queryClient.setQueryData(agentDaysQuery.queryKey, left);
      void queryClient.invalidateQueries({ queryKey: KEY });
    },
    meta: { texts: texts('We could not save the days', 'Days saved') },
  });
}
