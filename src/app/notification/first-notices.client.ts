/** The first notices, with the counts of all: every screen's bell asks for them. */
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { OF_EVERYTHING } from '../../web/http/query.client.ts';
import type { Notices } from './notification.ts';

export const NOTICES = [...OF_EVERYTHING, 'notices'];

export function useFirstNotices() {
  return useQuery({
    queryKey: [...NOTICES, 'first'],
    queryFn: ({ signal }) => read(api.notifications.$get({ query: { limit: '5' } }, { init: { signal } })),
  });
}

/** All that are to do. */
export function todoCount({ urgent, coming, later }: Notices['counts']): number {
  return urgent + coming + later;
}
