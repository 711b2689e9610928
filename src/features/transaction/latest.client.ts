/** The latest transactions, for the bell: asked for when it is opened, and again after each change while it is. */
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/api.client.ts';

export const LATEST = 4;

export function useLatest() {
  return useQuery({
    queryKey: ['transactions', 'latest'],
    queryFn: ({ signal }) =>
      read(api.transactions.$get({ query: { sort: 'recent', limit: String(LATEST) } }, { init: { signal } })),
  });
}
