import { createRoute } from '@hono/zod-openapi';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { callerId } from '../file/store.server.ts';
import { copyLink, linkPapers, listLinks, renewLink, revokeLink } from './guest-link.server.ts';
import { GuestLink, GuestLinkInput, GuestLinkQuery, GuestLinks, LinkAddress } from './guest-link.ts';
import { SEND_LINK } from './queues.server.ts';

const path = '/api/links';
const tags = ['Links'];
const toChange = { ...needs('people.change'), tags } as const;
const ofOne = { request: { params: RecordId } } as const;
const refused = { ...failures.signedIn, ...failures.found, ...failures.once };

const list = createRoute({
  operationId: 'listLinks',
  method: 'get',
  ...needs('people.see'),
  path,
  tags,
  summary: 'List the links of a tenancy or property, newest first',
  request: { query: GuestLinkQuery },
  responses: { 200: answer(GuestLinks, 'The newest 100'), 400: failures.input[400], ...failures.signedIn },
});

const add = createRoute({
  operationId: 'addLink',
  method: 'post',
  ...toChange,
  path,
  summary: 'Make a link to confirm papers that one person was given',
  request: { body: body(GuestLinkInput) },
  responses: { 201: answer(GuestLink, 'The link'), ...failures.input, ...failures.signedIn, ...failures.found },
});

const copy = createRoute({
  operationId: 'copyLink',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: `${path}/{id}/copy`,
  summary: 'Get the address of a link',
  responses: { 200: answer(LinkAddress, 'Anyone with it can see the papers'), ...refused },
});

const sendAgain = createRoute({
  operationId: 'sendLinkAgain',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: `${path}/{id}/send`,
  summary: 'Email a new link for the same papers; the previous one stops working',
  responses: { 200: answer(GuestLink, 'The email is being sent'), 422: failures.input[422], ...refused },
});

const revoke = createRoute({
  operationId: 'revokeLink',
  method: 'post',
  ...toChange,
  ...ofOne,
  path: `${path}/{id}/revoke`,
  summary: 'Revoke a link, which stops working at once',
  responses: { 200: answer(GuestLink, 'Revoked'), ...failures.signedIn, ...failures.found },
});

export async function queueLinkEmail({ jobs }: Pick<Services, 'jobs'>, db: UserDb, linkId: string): Promise<void> {
  const userId = await callerId(db);
  await jobs.send(SEND_LINK, { userId, linkId }, { about: [userId], within: db });
}

export function guestLinkApi(services: Services) {
  const { secret } = services;
  return router()
    .openapi(list, async (c) => {
      const query = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listLinks(db, query)) }, 200);
    })
    .openapi(add, async (c) => {
      const { servedIds } = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => linkPapers(db, servedIds, secret)), 201);
    })
    .openapi(copy, async (c) => {
      const id = recordId(c);
      return c.json({ address: await withUser(services, c, 'guarded', (db) => copyLink(db, id, services)) }, 200);
    })
    .openapi(sendAgain, async (c) => {
      const id = recordId(c);
      const after = await withUser(services, c, 'guarded', (db) =>
        renewLink(db, id, {
          secret,
          now: services.clock.now(),
          send: (linkId) => queueLinkEmail(services, db, linkId),
        }),
      );
      return c.json(after, 200);
    })
    .openapi(revoke, async (c) => {
      const id = recordId(c);
      return c.json(await withUser(services, c, 'guarded', (db) => revokeLink(db, id)), 200);
    });
}

export const guestLinkParts = {
  id: 'links',
  activity: { 'guest link': { icon: 'email', ofProperty: true } },
  tables: { guest_links: 'Links that you sent to people without an account, and when they were used.' },
} as const satisfies NounParts;
