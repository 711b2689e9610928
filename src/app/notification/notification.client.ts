/** Queries and mutations of notices, loaded with the bell's panel or the page. */
import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query';
import { formatDay } from '../../shared/dates.ts';
import { api, done, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { NOTICES } from './first-notices.client.ts';
import type { Notice, NoticeState } from './notification.ts';

const FAILED = 'We could not change your notifications';
const PAGE = '50';

export const noticeList = (state: NoticeState) =>
  infiniteQueryOptions({
    queryKey: [...NOTICES, 'list', state],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(api.notifications.$get({ query: { state, limit: PAGE, ...(cursor && { cursor }) } }, { init: { signal } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

const onError = ({ message }: Error) => toast.error(FAILED, { description: message });

export function useRead() {
  return useMutation({
    // `keepalive` completes the request even if the notice's link unloads the page.
    mutationFn: (keys?: string[]) =>
      withSession(() =>
        done(api.notifications.read.$post({ json: keys ? { keys } : {} }, { init: { keepalive: true } })),
      ),
    onError,
  });
}

/** Snoozes a notice until a day, or restores it if `until` is null. A toast shows the day. */
export function useSnooze() {
  return useMutation({
    mutationFn: ({ key, until }: { key: string; until: string | null }) =>
      withSession(() => read(api.notifications.snooze.$post({ json: { key, until } }))),
    onSuccess: ({ until }) => toast.success(until ? `Snoozed until ${formatDay(until)}` : 'Back in your list'),
    onError,
  });
}

export function fullTitle({ title, where }: Pick<Notice, 'title' | 'where'>): string {
  return where ? `${title}, ${where}` : title;
}
