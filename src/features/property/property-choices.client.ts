/** What the search field for a property is answered: the first few that match, by address. */
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/api.client.ts';

/** More than anybody reads before typing another letter. */
const FEW = '20';

/** For `useQuery`. Kept under the properties' first word, so that whatever outdates them outdates it. */
export function propertyChoices(q: string) {
  return queryOptions({
    queryKey: ['properties', 'choices', q],
    queryFn: async ({ signal }) => {
      const query = { q, sort: 'address', limit: FEW } as const;
      return (await read(api.properties.$get({ query }, { init: { signal } }))).items;
    },
    staleTime: 0,
  });
}
