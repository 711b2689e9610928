import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api, done, ifMatch, read } from '../../web/http/api.client.ts';
import { SHARED_KEY } from '../../web/http/query.client.ts';
import { saveTexts, withSession } from '../../web/http/save.client.ts';
import type { DeliveryQuery, NewWebhook, WebhookChange, WebhookInput, WebhookList, WebhookRecord } from './webhook.ts';

const { $get, $post, ':id': one, deliveries } = api.webhooks;
const KEY = [...SHARED_KEY, 'webhooks'];

export const webhooksQuery = queryOptions({
  queryKey: [...KEY, 'endpoints'],
  queryFn: async ({ signal }): Promise<WebhookList> => read($get({}, { init: { signal } })),
});

export type DeliveryFilter = Pick<DeliveryQuery, 'endpoint' | 'event' | 'outcome'>;

/** Polling interval while a delivery waits. */
const WAITING_MS = 5_000;

export const deliveriesQuery = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'deliveries', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(deliveries.$get({ query: { ...filter, ...(cursor && { cursor }) } }, { init: { signal } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ outcome }) => outcome === 'waiting') ? WAITING_MS : false,
  });

const texts = saveTexts({
  signedOut: 'You must be logged in to change webhooks',
  missing: 'This webhook no longer exists.',
});

export const addWebhook = (json: WebhookInput): Promise<NewWebhook> => withSession(() => read($post({ json })));

export const changeWebhook = (record: WebhookRecord, json: WebhookChange): Promise<WebhookRecord> =>
  withSession(() => read(one.$put({ param: { id: record.id }, json, header: {} }, ifMatch(record))));

export function useSwitch() {
  return useMutation({
    mutationFn: (record: WebhookRecord) => {
      const { url, events, offReason } = record;
      return changeWebhook(record, { url, events, on: offReason !== null });
    },
    meta: { texts: texts('We could not switch the webhook') },
  });
}

export function useRemoveWebhook() {
  return useMutation({
    mutationFn: (record: WebhookRecord) =>
      withSession(() => done(one.$delete({ param: { id: record.id }, header: {} }, ifMatch(record)))),
    meta: { texts: texts('We could not remove the webhook', 'Webhook removed') },
  });
}

export function useRotateSecret() {
  return useMutation({
    mutationFn: (record: WebhookRecord): Promise<NewWebhook> =>
      withSession(() => read(one.rotate.$post({ param: { id: record.id }, header: {} }, ifMatch(record)))),
    meta: { texts: texts('We could not make a new secret') },
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: ({ id }: Pick<WebhookRecord, 'id'>) => withSession(() => read(one.test.$post({ param: { id } }))),
    meta: { texts: texts('We could not send a test', 'Test sent. See its answer in the deliveries.') },
  });
}

export function useSendAgain() {
  return useMutation({
    mutationFn: (id: string) => withSession(() => read(deliveries[':id'].send.$post({ param: { id } }))),
    meta: { texts: texts('We could not send this again', 'Sending again') },
  });
}

export function useSendFailed() {
  return useMutation({
    mutationFn: (json: { since: string; endpointId?: string }) =>
      withSession(() => read(deliveries['send-failed'].$post({ json }))),
    meta: { texts: texts('We could not send the failed deliveries again', 'Sending the failed deliveries again') },
  });
}
