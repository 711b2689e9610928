import { createRoute, z } from '@hono/zod-openapi';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { dayField } from '../../shared/schemas.ts';
import { JoinInput, TenancyRecord } from '../tenancy/tenancy.ts';
import { nameOf } from '../transaction/labels.ts';
import { getTransaction } from '../transaction/transaction.server.ts';
import { Transaction } from '../transaction/transaction.ts';
import { joinTenancies } from './join.server.ts';
import { addEntry, disputeEntry, getEntry, readLedger, removeEntry } from './ledger/ledger.server.ts';
import { EntryChange, EntryInput, Ledger } from './ledger/ledger.ts';
import { readArrears, readMonth, recordRent } from './rent.server.ts';
import { Arrears, ArrearsQuery, PaymentInput, RentMonth, RentQuery } from './rent.ts';

const tags = ['Rent'];
const rejections = { ...failures.input, ...failures.signedIn, ...failures.found };
const EntryId = RecordId.extend({ entryId: z.string().describe('UUID') });

const ledger = createRoute({
  operationId: 'getLedger',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/tenancies/{id}/ledger',
  tags,
  summary: 'Read the ledger of a tenancy',
  request: { params: RecordId, query: z.object({ on: dayField('Enter a date').optional() }) },
  responses: { 200: answer(Ledger, 'The ledger on the given day, today by default'), ...rejections },
});

const addOneEntry = createRoute({
  operationId: 'addLedgerEntry',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/entries',
  tags,
  summary: 'Add a charge, a credit or an opening balance to the ledger',
  request: { params: RecordId, headers: IdempotencyKey, body: body(EntryInput) },
  responses: { 204: { description: 'Added' }, ...rejections },
});

const changeOneEntry = createRoute({
  operationId: 'changeLedgerEntry',
  method: 'patch',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/entries/{entryId}',
  tags,
  summary: 'Mark a charge as disputed, or remove the mark',
  request: { params: EntryId, body: body(EntryChange) },
  responses: { 204: { description: 'Marked' }, ...rejections },
});

const removeOneEntry = createRoute({
  operationId: 'removeLedgerEntry',
  method: 'delete',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/entries/{entryId}',
  tags,
  summary: 'Remove a charge, credit or opening balance that was added by hand',
  request: { params: EntryId },
  responses: { 204: { description: 'Removed' }, ...rejections },
});

const month = createRoute({
  operationId: 'getRent',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent',
  tags,
  summary: 'Read the rent of a month, by tenancy',
  request: { query: RentQuery },
  responses: { 200: answer(RentMonth, 'The month'), 400: failures.input[400], 401: failures.signedIn[401] },
});

const arrears = createRoute({
  operationId: 'getArrears',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/arrears',
  tags,
  summary: 'Read the arrears on a day, by tenancy',
  request: { query: ArrearsQuery },
  responses: { 200: answer(Arrears, 'Arrears on the given day'), 400: failures.input[400], ...failures.signedIn },
});

const pay = createRoute({
  operationId: 'recordRent',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/rent/payments',
  tags,
  summary: 'Record a rent payment as income',
  request: { headers: IdempotencyKey, body: body(PaymentInput) },
  responses: { 201: answer(Transaction, 'The income'), ...failures.input, 401: failures.signedIn[401] },
});

const join = createRoute({
  operationId: 'joinTenancies',
  method: 'post',
  ...needs('people.change'),
  path: '/api/tenancies/{id}/join',
  tags,
  summary: 'Join tenancies with one agreement',
  request: { params: RecordId, body: body(JoinInput) },
  responses: { 200: answer(TenancyRecord, 'The joined tenancy'), ...rejections },
});

export function rentApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  const once = withIdempotencyKey(services.secret);
  return router()
    .openapi(ledger, async (c) => {
      const args = { id: recordId(c), on: c.req.valid('query').on ?? today() };
      // The ledger stays readable after the trial, like rent payments.
      return c.json(await readAsUser(services, c, 'open', (db) => readLedger(db, args)), 200);
    })
    .openapi(addOneEntry, async (c) => {
      const [id, input] = [recordId(c), c.req.valid('json')];
      const sent = { key: keyOf(c), noun: `/api/tenancies/${id}/entries`, input };
      await withUser(services, c, 'guarded', (db) =>
        once(db, sent, {
          add: () => addEntry(db, { id, input }),
          get: (entryId) => getEntry(db, entryId),
          nameOf: () => input.note,
        }),
      );
      return c.body(null, 204);
    })
    .openapi(changeOneEntry, async (c) => {
      const entry = { id: recordId(c), entryId: recordId(c, 'entryId'), today: today() };
      const { disputed } = c.req.valid('json');
      await withUser(services, c, 'guarded', (db) => disputeEntry(db, { ...entry, disputed }));
      return c.body(null, 204);
    })
    .openapi(removeOneEntry, async (c) => {
      const entry = { id: recordId(c), entryId: recordId(c, 'entryId') };
      await withUser(services, c, 'guarded', (db) => removeEntry(db, entry));
      return c.body(null, 204);
    })
    .openapi(month, async (c) => {
      const query = { ...c.req.valid('query'), today: today() };
      return c.json(await readAsUser(services, c, 'open', (db) => readMonth(db, query)), 200);
    })
    .openapi(arrears, async (c) => {
      const { on = today(), ...query } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readArrears(db, { ...query, on })), 200);
    })
    .openapi(pay, async (c) => {
      const input = c.req.valid('json');
      const sent = { key: keyOf(c), noun: '/api/rent/payments', input };
      const payment = await withUser(services, c, 'open', (db) =>
        once(db, sent, {
          add: () => recordRent(db, { input, today: today() }),
          get: (id) => getTransaction(db, id),
          nameOf,
        }),
      );
      return c.json(payment, 201);
    })
    .openapi(join, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => joinTenancies(db, args)), 200);
    });
}
