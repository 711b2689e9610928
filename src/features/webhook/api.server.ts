/** /api/webhooks: owners add, change and test endpoints. API keys can resend deliveries. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, needsOwnerOrKey, router } from '../../server/http/routes.server.ts';
import { createEncryption } from '../../server/jobs/encryption.server.ts';
import type { NoticePart, NounParts } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { assertEnterprise } from '../../server/session/enterprise.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { limitOf } from '../key/key.server.ts';
import { readStanding } from '../subscription/standing.server.ts';
import { listDeliveries, resendByKey, sendAgain, sendFailedAgain, sendTest } from './deliveries.server.ts';
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, rotateSecret } from './webhook.server.ts';
import {
  Delivery,
  DeliveryPage,
  DeliveryQuery,
  MAX_ENDPOINTS,
  NewWebhook,
  SendFailedInput,
  SentAgain,
  WebhookChange,
  WebhookInput,
  WebhookList,
  WebhookRecord,
} from './webhook.ts';

const path = '/api/webhooks';
const tags = ['Webhooks'];
const owner = { ...needs('owner'), tags } as const;
const ownerOrKey = { ...needsOwnerOrKey(), tags } as const;
const NOT_IN_PLAN = 'Webhooks are part of Business and Enterprise. Choose one of these plans first.';
const NOT_FOR_PLAN = 'Sending webhooks again with an API key is part of Enterprise. Choose this plan first.';
const NO_DELIVERY = 'We could not find this delivery. We keep them for 30 days.';
const BY_KEY = 'API keys of Enterprise can send the events of changes that they may see.';
const versioned = { params: RecordId, headers: IfMatch } as const;
const changed = { ...failures.signedIn, ...failures.found, ...failures.version } as const;

const list = createRoute({
  operationId: 'listWebhooks',
  method: 'get',
  ...owner,
  path,
  summary: 'List the endpoints of the account, without their secrets',
  responses: { 200: answer(WebhookList, 'The oldest first'), ...failures.signedIn },
});

const add = createRoute({
  operationId: 'addWebhook',
  method: 'post',
  ...owner,
  path,
  summary: 'Add an endpoint. The address must be https and public.',
  request: { body: body(WebhookInput) },
  responses: {
    201: answer(NewWebhook, 'The endpoint and its secret, which cannot be read again'),
    ...failures.input,
    ...failures.signedIn,
  },
});

const change = createRoute({
  operationId: 'changeWebhook',
  method: 'put',
  ...owner,
  path: `${path}/{id}`,
  summary: 'Change an endpoint, or switch it on or off',
  request: { ...versioned, body: body(WebhookChange) },
  responses: { 200: answer(WebhookRecord, 'The changed endpoint'), ...failures.input, ...changed },
});

const remove = createRoute({
  operationId: 'removeWebhook',
  method: 'delete',
  ...owner,
  path: `${path}/{id}`,
  summary: 'Remove an endpoint and its deliveries',
  request: versioned,
  responses: { 204: { description: 'Removed' }, ...changed },
});

const rotate = createRoute({
  operationId: 'rotateWebhookSecret',
  method: 'post',
  ...owner,
  path: `${path}/{id}/rotate`,
  summary: 'Replace the secret. Messages have signatures by both for 24 hours.',
  request: versioned,
  responses: { 200: answer(NewWebhook, 'The endpoint and its new secret'), ...changed },
});

const test = createRoute({
  operationId: 'testWebhook',
  method: 'post',
  ...owner,
  path: `${path}/{id}/test`,
  summary: 'Send one test, even to an endpoint that is switched off',
  request: { params: RecordId },
  responses: { 201: answer(Delivery, 'The queued delivery'), ...failures.signedIn, ...failures.found },
});

const deliveries = createRoute({
  operationId: 'listWebhookDeliveries',
  method: 'get',
  ...owner,
  path: `${path}/deliveries`,
  summary: 'List deliveries of the last 30 days with their tries, the newest first',
  request: { query: DeliveryQuery },
  responses: { 200: answer(DeliveryPage, 'A page'), 400: failures.input[400], ...failures.signedIn },
});

const again = createRoute({
  operationId: 'sendWebhookAgain',
  method: 'post',
  ...ownerOrKey,
  path: `${path}/deliveries/{id}/send`,
  summary: 'Send a delivery again now, with the same id. It does not count for the health of its endpoint.',
  description: `${BY_KEY} The header webhook-id of the message is accepted as the id.`,
  request: { params: RecordId },
  responses: { 200: answer(SentAgain, 'One'), ...failures.signedIn, ...failures.found },
});

const failed = createRoute({
  operationId: 'sendFailedWebhooksAgain',
  method: 'post',
  ...ownerOrKey,
  path: `${path}/deliveries/send-failed`,
  summary: 'Send all failed deliveries since a day again',
  description: BY_KEY,
  request: { body: body(SendFailedInput) },
  responses: { 200: answer(SentAgain, 'Their number'), ...failures.input, ...failures.signedIn },
});

export function webhookApi(services: Services) {
  const { webhooks, secret } = services;
  const encryption = createEncryption(secret, 'webhooks');

  async function assertInPlan(c: Context<AppEnv>): Promise<void> {
    await readAsUser(services, c, 'guarded', async (db) => {
      if (limitOf(await readStanding(db, services.clock.now())) === null)
        throw new AppError('plan_needed', { message: NOT_IN_PLAN });
    });
  }

  async function assertUsable(url: string): Promise<void> {
    const problem = await webhooks.problem(url);
    if (problem) throw invalidField('url', problem);
  }

  async function byKey(db: UserDb, which: Parameters<typeof resendByKey>[1]): Promise<number> {
    await assertEnterprise(db, services.clock.now(), NOT_FOR_PLAN);
    return resendByKey(db, which);
  }

  const one = (c: Context<AppEnv>) => ({ id: recordId(c), version: matchedVersion(c) });

  return router()
    .openapi(list, async (c) => {
      const items = await readAsUser(services, c, 'open', listWebhooks);
      return c.json({ items, limit: MAX_ENDPOINTS }, 200);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      await assertInPlan(c);
      await assertUsable(input.url);
      const made = await withUser(services, c, 'guarded', (db) => addWebhook(db, input, encryption));
      tagVersion(c, made.record);
      return c.json(made, 201);
    })
    .openapi(change, async (c) => {
      const input = c.req.valid('json');
      const which = one(c);
      // An endpoint whose host no longer exists can still be switched off.
      if (input.on) {
        await assertInPlan(c);
        await assertUsable(input.url);
      }
      const record = await withUser(services, c, 'guarded', (db) => changeWebhook(db, which, input));
      tagVersion(c, record);
      return c.json(record, 200);
    })
    .openapi(remove, async (c) => {
      const which = one(c);
      await withUser(services, c, 'open', (db) => removeWebhook(db, which));
      return c.body(null, 204);
    })
    .openapi(rotate, async (c) => {
      const which = one(c);
      const made = await withUser(services, c, 'open', (db) => rotateSecret(db, which, encryption));
      tagVersion(c, made.record);
      return c.json(made, 200);
    })
    .openapi(test, async (c) => {
      const id = recordId(c);
      return c.json(await withUser(services, c, 'guarded', (db) => sendTest(db, id)), 201);
    })
    .openapi(deliveries, async (c) => {
      const query = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => listDeliveries(db, query)), 200);
    })
    .openapi(failed, async (c) => {
      const input = c.req.valid('json');
      const count = await withUser(services, c, 'guarded', (db) =>
        c.var.apiKey ? byKey(db, input) : sendFailedAgain(db, input),
      );
      return c.json({ count }, 200);
    })
    .openapi(again, async (c) => {
      const id = deliveryId(c);
      const count = await withUser(services, c, 'guarded', (db) =>
        c.var.apiKey ? byKey(db, { id }) : sendAgain(db, id),
      );
      if (count === 0) throw new AppError('not_found', { message: NO_DELIVERY });
      return c.json({ count }, 200);
    });
}

/** Accepts the id of a delivery, or the id of its message. */
function deliveryId(c: Context<AppEnv>): string {
  const [, digits] = /^msg_([0-9a-f]{32})$/.exec(c.req.param('id') ?? '') ?? [];
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? recordId(c);
}

const SCREEN = '/dashboard/api/deliveries';

/** Notices for owners about endpoints that Tenure switched off. */
const off: NoticePart = {
  icon: 'alert',
  facts: ({ only }) => sql`select id, null as about, day from app.dead_webhooks() where true ${only}`,
  urgent: 'always',
  shown: { name: sql`select host from app.dead_webhooks() w where w.id = page.id` },
  words: ({ name }) => ({
    title: `Webhook to ${name} is switched off`,
    todo: 'Check the receiver, then switch it on.',
    action: 'See its deliveries',
    href: SCREEN,
  }),
};

export const webhookParts = {
  id: 'webhooks',
  paths: [SCREEN],
  activity: { webhook: { icon: 'bank', href: () => SCREEN } },
  tables: {
    webhook_endpoints: 'Your webhooks: the addresses that we send events to, without their secrets.',
    'app.webhook_deliveries': 'The events that we sent to your webhooks in the last 30 days.',
    'app.webhook_tries': 'Each try to send an event, with the status of the answer.',
    'app.webhook_health': 'Since when a webhook has failed.',
    'app.webhook_cursors': 'The last change that we read for your webhooks.',
    'app.webhook_notices': 'Late rents and expiring certificates that have had their event.',
  },
  notices: { 'webhook-off': off },
} as const satisfies NounParts;
