import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import type { Notices } from './notification.ts';

export const NOTICES = [...SHARED_KEY, 'notices'];

export function useFirstNotices() {
  return useQuery({
    queryKey: [...NOTICES, 'first'],
    queryFn: ({ signal }) => read(api.notifications.$get({ query: { limit: '5' } }, { init: { signal } })),
  });
}

export function todoCount({ urgent, coming, later }: Notices['counts']): number {
  return urgent + coming + later;
}
