import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import type { Key, KeyInput, Keys, NewKey } from './key.ts';

const { ':id': one } = api.keys;

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }): Promise<Keys> => read(api.keys.$get({}, { init: { signal } })),
});

export const refreshKeys = () => void invalidate({ queryKey: keysQuery.queryKey });

export const addKey = (json: KeyInput): Promise<NewKey> => withSession(() => read(api.keys.$post({ json })));

export function useRevokeKey() {
  return useMutation({
    mutationFn: ({ id }: Key) => withSession(() => read(one.revoke.$post({ param: { id } }))),
    onSettled: refreshKeys,
    meta: {
      texts: {
        done: 'Key revoked',
        failed: 'We could not revoke this key',
        signedOut: 'You must be logged in to revoke a key',
        missing: 'We could not find this key',
      },
    },
  });
}
