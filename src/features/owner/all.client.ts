/** All owners of the account, without the forms and saves of `owner.client.ts`. */
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';

export const ownersQuery = queryOptions({
  queryKey: ['owners', 'all'],
  queryFn: async ({ signal }) => (await read(api.owners.$get({ query: { limit: '100' } }, { init: { signal } }))).items,
  staleTime: 60_000,
});
