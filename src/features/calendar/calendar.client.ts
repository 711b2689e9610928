import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import type { Feed } from './calendar.ts';

export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: async ({ signal }): Promise<Feed | null> =>
    (await read(api['calendar-feed'].$get({}, { init: { signal } }))).feed,
});
