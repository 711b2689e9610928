import { queryOptions } from '@tanstack/react-query';
import { api, done, read } from '../../web/http/api.client.ts';
import { streamed } from '../../web/http/progress.client.ts';
import { invalidate, queryClient } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { type Restore, RestoreProgress, type RestoreState } from './restore.ts';

const { $get, $post, ':id': one } = api['my-data'].restores;
const POLL_MS = 3_000;

/** With `poll`, refetches until a restore whose connection was lost has ended. */
export const restoreQuery = (poll = false) =>
  queryOptions({
    queryKey: ['restores'],
    queryFn: ({ signal }): Promise<RestoreState> => read($get({}, { init: { signal } })),
    refetchInterval: ({ state: { data } }) => (poll && data?.restore?.state === 'checked' ? POLL_MS : false),
  });

type OnProgress = (share: number) => void;

function store(restore: Restore): void {
  queryClient.setQueryData(restoreQuery().queryKey, (now) => now && { ...now, restore });
}

const parse = (line: unknown) => RestoreProgress.parse(line);

export const checkDownload = (onProgress: OnProgress) => ({
  mutationFn: (file: File) => {
    const headers = { 'content-type': 'application/zip' };
    const send = () => $post({}, { fetch, init: { body: file, headers } });
    return streamed({ send, parse, onProgress });
  },
  onSuccess: ({ restore }: { restore: Restore }) => store(restore),
  onError: () => void invalidate({ queryKey: restoreQuery().queryKey }),
});

/** The screen shows failures itself: a restore is atomic, and its stored state shows whether it took place. */
export const runRestore = (onProgress: OnProgress) => ({
  mutationFn: ({ id }: Restore) => {
    const send = () => one.run.$post({ param: { id } }, { fetch });
    return streamed({ send, parse, onProgress });
  },
  onSuccess: ({ restore }: { restore: Restore }) => store(restore),
  onSettled: () => void invalidate({}),
});

export const removeRestore = {
  mutationFn: ({ id }: Restore) => withSession(() => done(one.$delete({ param: { id } }))),
  onSettled: () => void invalidate({ queryKey: restoreQuery().queryKey }),
  meta: {
    texts: {
      failed: 'We could not remove this file',
      signedOut: 'You must be logged in to do this',
      missing: 'This file is already removed',
    },
  },
};
