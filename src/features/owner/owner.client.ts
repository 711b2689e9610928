import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { queryClient, SHARED_KEY } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { TEXTS } from './listed.ts';
import type { Owner, OwnerInput, OwnerQuery } from './owner.ts';
import type { OwnershipInput } from './ownership.ts';

const { $get, $post, ':id': one, shares: sharesApi } = api.owners;
const routes = { $get, $post, ':id': one };

export const owners = recordResource<Owner, Owner, OwnerInput, OwnerQuery>({ noun: 'owners', routes, texts: TEXTS });

const ownersQuery = queryOptions({
  queryKey: ['owners', 'all'],
  queryFn: async ({ signal }) => (await read($get({ query: { limit: '100' } }, { init: { signal } }))).items,
  staleTime: 60_000,
});

export const useOwners = () => useQuery(ownersQuery);

export const ownershipsQuery = queryOptions({
  queryKey: [...SHARED_KEY, 'tax', 'shares'],
  queryFn: async ({ signal }) => (await read(sharesApi.$get({}, { init: { signal } }))).items,
});

type OwnershipKey = { property: string; from: string };

/** Saves the shares of a day; without `input`, removes them. */
export function useSaveShares() {
  return useMutation({
    mutationFn: ({ input, ...param }: OwnershipKey & { input?: OwnershipInput }) =>
      withSession(() => {
        const { $put, $delete } = sharesApi[':property'][':from'];
        return input ? read($put({ param, json: input })) : read($delete({ param }));
      }),
    onSuccess: ({ items }) => queryClient.setQueryData(ownershipsQuery.queryKey, items),
    meta: {
      texts: {
        done: 'Shares saved',
        failed: 'We could not save the shares',
        signedOut: 'You must be logged in to change shares',
        missing: 'This record no longer exists.',
        handledByCaller: ['invalid_input'] as const,
      },
    },
  });
}
