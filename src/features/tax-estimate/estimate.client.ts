/** Queries and mutations of estimates. Any changed record invalidates them, through their shared key prefix. */
import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import type { EstimateFacts } from '../tax/facts.ts';
import type { EstimateYear } from '../tax/tax.ts';

const { estimate } = api.tax[':year'];

export type Person = { year: EstimateYear; owner?: string | undefined };

export const estimateOf = ({ year, owner }: Person) =>
  queryOptions({
    queryKey: [...SHARED_KEY, 'tax', 'estimate', year, owner],
    queryFn: ({ signal }) =>
      read(estimate.$get({ param: { year }, query: owner ? { owner } : {} }, { init: { signal } })),
  });

export function useSaveFacts({ year, owner }: Person) {
  return useMutation({
    mutationFn: (json: EstimateFacts) =>
      withSession(() => read(estimate.$put({ param: { year }, query: owner ? { owner } : {}, json }))),
    onSuccess: (saved) => queryClient.setQueryData(estimateOf({ year, owner }).queryKey, saved),
    meta: {
      texts: {
        done: 'Estimate updated',
        failed: 'We could not save your figures',
        signedOut: 'You must be logged in to change the estimate',
        missing: 'This record no longer exists.',
        handledByCaller: ['invalid_input'] as const,
      },
    },
  });
}
