/** The receiver of these webhooks does not exist. */
import { Delivery, type NewWebhook } from '../../src/features/webhook/webhook.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { addedWebhook } from '../fixtures/webhooks.ts';
import { type AuthorizationCases, ifMatch, ownedRoute } from './authorization-cases.ts';

const PATH = '/api/webhooks';
const input = { url: 'http://127.0.0.1:9/hook', events: ['tenant.removed'] };
const make = (owner: Landlord) => addedWebhook(owner, input);
const theirs = { otherLandlord: 404, guarded: false, make } as const;

async function tested(owner: Landlord): Promise<Delivery> {
  const { record } = await make(owner);
  return (await owner.post(`${PATH}/${record.id}/test`, {})).as(Delivery);
}

export const WEBHOOKS: AuthorizationCases = {
  'GET /api/webhooks': ownedRoute<NewWebhook>({
    make,
    request: () => ({ path: PATH }),
    answer: ({ record: { id, version, url } }) => ({ status: 200, body: { items: [{ id, version, url }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/webhooks': ownedRoute({
    make: async () => undefined,
    request: () => ({ path: PATH, body: input }),
    answer: () => ({ status: 201, body: { record: input } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  'PUT /api/webhooks/{id}': ownedRoute<NewWebhook>({
    ...theirs,
    guarded: true,
    request: ({ record }) => ({
      path: `${PATH}/${record.id}`,
      headers: ifMatch(record),
      body: { ...input, events: ['*'], on: false },
    }),
    answer: ({ record: { id } }) => ({ status: 200, body: { id, events: ['*'], offReason: 'owner' } }),
  }),
  'DELETE /api/webhooks/{id}': ownedRoute<NewWebhook>({
    ...theirs,
    request: ({ record }) => ({ path: `${PATH}/${record.id}`, headers: ifMatch(record) }),
    answer: () => ({ status: 204 }),
  }),
  'POST /api/webhooks/{id}/rotate': ownedRoute<NewWebhook>({
    ...theirs,
    request: ({ record }) => ({ path: `${PATH}/${record.id}/rotate`, headers: ifMatch(record) }),
    answer: ({ record: { id } }) => ({ status: 200, body: { record: { id } } }),
  }),
  'POST /api/webhooks/{id}/test': ownedRoute<NewWebhook>({
    ...theirs,
    guarded: true,
    request: ({ record }) => ({ path: `${PATH}/${record.id}/test`, body: {} }),
    answer: ({ record: { id } }) => ({ status: 201, body: { endpointId: id, event: 'webhook.test' } }),
  }),
  'GET /api/webhooks/deliveries': ownedRoute<Delivery>({
    make: tested,
    request: () => ({ path: `${PATH}/deliveries` }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  'POST /api/webhooks/deliveries/{id}/send': ownedRoute<Delivery>({
    make: tested,
    request: ({ id }) => ({ path: `${PATH}/deliveries/${id}/send`, body: {} }),
    answer: () => ({ status: 200, body: { count: 1 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  'POST /api/webhooks/deliveries/send-failed': ownedRoute({
    make: async () => undefined,
    request: () => ({ path: `${PATH}/deliveries/send-failed`, body: { since: '2026-01-01' } }),
    answer: () => ({ status: 200, body: { count: 0 } }),
    otherLandlord: 'own',
    guarded: true,
  }),
};
