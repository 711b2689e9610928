/** /api/bank-entries, /api/same-payments: what a landlord decides about bank rows. Open after the trial too, as all of finance. */
import { createRoute, z } from '@hono/zod-openapi';
import { answer, body, failures, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withSnapshot, withUser } from '../../server/session/session.server.ts';
import { acceptOffer, decideEntry, declineOffer, listOpenRows, undoOffer } from './decisions.server.ts';
import { Decided, EntryDecision, OpenBankRows } from './decisions.ts';

const tags = ['Bank rows'];
const signedIn = { 401: failures.signedIn[401] };
const params = z.object({ id: z.uuid() });
const changed = { 409: { ...failures.version[409], description: 'What it is about was changed since' } };

const open = createRoute({
  method: 'get',
  path: '/api/bank-entries/open',
  operationId: 'getOpenBankRows',
  tags,
  summary: 'List bank rows that wait for an answer, and those that were left out',
  responses: { 200: answer(OpenBankRows, 'The latest of each kind'), ...signedIn },
});

const decide = createRoute({
  method: 'post',
  path: '/api/bank-entries/{id}/decide',
  operationId: 'decideBankEntry',
  tags,
  summary: 'Say which transaction a line is, that it is a new one, or take that back',
  request: { params, body: body(EntryDecision) },
  responses: {
    200: answer(Decided, 'What it is now'),
    ...signedIn,
    ...failures.found,
    ...failures.input,
    ...changed,
  },
});

/** What can be said to an offer. */
const onOffer = <const Verb extends 'accept' | 'decline' | 'undo'>(verb: Verb, summary: string) =>
  createRoute({
    method: 'post',
    path: `/api/same-payments/{id}/${verb}`,
    operationId: `${verb}SamePayment`,
    tags,
    summary,
    request: { params },
    responses: { 200: answer(Decided, 'What it is now'), ...signedIn, ...failures.found, ...changed },
  });

const accept = onOffer('accept', 'Make one payment of a bank row and one that was there');
const decline = onOffer('decline', 'Keep both as two payments');
const undo = onOffer('undo', 'Offer it again; what was made one becomes two again, within ten minutes');

export function bankEntryApi(services: Services) {
  return router()
    .openapi(open, async (c) => c.json(await withSnapshot(services, c, 'open', listOpenRows), 200))
    .openapi(decide, async (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      const state = await withUser(services, c, 'open', (db) => decideEntry(db, id, decision));
      return c.json({ id, state }, 200);
    })
    .openapi(accept, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ id, state: await withUser(services, c, 'open', (db) => acceptOffer(db, id)) }, 200);
    })
    .openapi(decline, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ id, state: await withUser(services, c, 'open', (db) => declineOffer(db, id)) }, 200);
    })
    .openapi(undo, async (c) => {
      const { id } = c.req.valid('param');
      return c.json({ id, state: await withUser(services, c, 'open', (db) => undoOffer(db, id)) }, 200);
    });
}
