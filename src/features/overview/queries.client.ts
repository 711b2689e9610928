/** Figures of the overview, as the browser asks for them. */
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';

/** How many properties the landlord has. The key begins as those of the properties do, so that a change renews it. */
export const propertyCount = queryOptions({
  queryKey: ['properties', 'count'],
  queryFn: async ({ signal }) => {
    const { total } = await read(api.properties.$get({ query: { limit: '1' } }, { init: { signal } }));
    return total;
  },
});
