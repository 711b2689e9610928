/** Bank rows stay available after the trial, like all of Finance. */
import { createRoute } from '@hono/zod-openapi';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { withSnapshot, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { UndoOutcome } from '../transaction/transaction.ts';
import { BankRows, BankRowsPage, BankRowsQuery, Decided, Decisions, Undo } from './bank-rows.ts';
import { decide, undoDecisions } from './decide.server.ts';
import { readBankRows, readPage } from './stored.server.ts';

const tags = ['Bank rows'];
const signedIn = { 401: failures.signedIn[401] };
const path = '/api/bank-rows';

const first = createRoute({
  operationId: 'getBankRows',
  method: 'get',
  ...needs('banks.see'),
  path,
  tags,
  summary: 'Count the bank rows that need a decision, with the first rows of each section and their proposals',
  responses: { 200: answer(BankRows, 'Certain rows first, then by date, latest first'), ...signedIn },
});

const page = createRoute({
  operationId: 'listBankRows',
  method: 'get',
  ...needs('banks.see'),
  path: `${path}/list`,
  tags,
  summary: 'List a section of the bank rows',
  request: { query: BankRowsQuery },
  responses: {
    200: answer(BankRowsPage, 'Certain rows first, then by date, latest first'),
    ...failures.input,
    ...signedIn,
  },
});

const decideAll = createRoute({
  operationId: 'decideBankRows',
  method: 'post',
  ...needs('banks.change'),
  path: `${path}/decide`,
  tags,
  summary: 'Decide about bank rows',
  request: { body: body(Decisions) },
  responses: { 200: answer(Decided, 'The result, with the steps to undo it'), ...failures.input, ...signedIn },
});

const undo = createRoute({
  operationId: 'undoBankRows',
  method: 'post',
  ...needs('banks.change'),
  path: `${path}/undo`,
  tags,
  summary: 'Undo decisions about rows that have not changed since then',
  request: { body: body(Undo) },
  responses: { 200: answer(UndoOutcome, 'How many were undone'), ...failures.input, ...signedIn },
});

export function reconcileApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(first, async (c) =>
      c.json(await withSnapshot(services, c, 'open', (db) => readBankRows(db, today())), 200),
    )
    .openapi(page, async (c) => {
      const params = c.req.valid('query');
      return c.json(await withSnapshot(services, c, 'open', (db) => readPage(db, today(), params)), 200);
    })
    .openapi(decideAll, async (c) => {
      const { decisions } = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => decide(db, { decisions, today: today() })), 200);
    })
    .openapi(undo, async (c) => {
      const { undo: steps } = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => undoDecisions(db, steps)), 200);
    });
}
