import { createRoute } from '@hono/zod-openapi';
import { RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { readAsUser, withUser } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { LedgerStart } from '../../tenancy/ledger-start.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { PastRows } from '../payments/payments.ts';
import { findGaps, moveLedgers, startLedger } from './history.server.ts';
import { LedgerGaps, LedgerMoves, LedgersMoved } from './history.ts';
import { findPastRows } from './past-rows.server.ts';

const tags = ['Rent'];
const rejections = { ...failures.input, ...failures.signedIn, ...failures.found };

const start = createRoute({
  operationId: 'startLedger',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/ledger-start',
  tags,
  summary: 'Change the start of the ledger and its opening balance',
  request: { params: RecordId, body: body(LedgerStart) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...rejections },
});

const gaps = createRoute({
  operationId: 'getLedgerGaps',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/ledger-gaps',
  tags,
  summary: 'Find ledgers that begin after bank rows of their tenants',
  responses: {
    200: answer(LedgerGaps, 'The ledgers, with their suggested start'),
    401: failures.signedIn[401],
  },
});

const move = createRoute({
  operationId: 'moveLedgers',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/rent/ledger-gaps',
  tags,
  summary: 'Move ledgers back',
  request: { body: body(LedgerMoves) },
  responses: { 200: answer(LedgersMoved, 'Number of ledgers moved'), ...rejections },
});

const pastRows = createRoute({
  operationId: 'getPastRows',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/tenancies/{id}/past-rows',
  tags,
  summary: 'Find bank rows that paid the months before the ledger',
  request: { params: RecordId },
  responses: { 200: answer(PastRows, 'The oldest first'), ...failures.signedIn, ...failures.found },
});

export function historyApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(start, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => startLedger(db, args)), 200);
    })
    .openapi(gaps, async (c) => c.json({ items: await readAsUser(services, c, 'open', findGaps) }, 200))
    .openapi(pastRows, async (c) => {
      const args = { id: recordId(c), today: today() };
      return c.json({ items: await readAsUser(services, c, 'guarded', (db) => findPastRows(db, args)) }, 200);
    })
    .openapi(move, async (c) => {
      const args = { ...c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => moveLedgers(db, args)), 200);
    });
}
