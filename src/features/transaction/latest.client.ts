/** The latest transactions, for the bell: asked for when it is opened, and again after each change while it is. */
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { LATEST } from './queries.client.ts';

export function useLatest() {
  return useQuery({
    queryKey: LATEST,
    queryFn: ({ signal }) =>
      read(api.transactions.$get({ query: { sort: 'recent', limit: '4' } }, { init: { signal } })),
  });
}
