/** /api/tenancies with their rents and ledgers, and /api/rent over all of them. Rent that came in can be recorded after the trial, too. */
import { createRoute, z } from '@hono/zod-openapi';
import { adder, IdempotencyKey, keyOf } from '../../server/http/add-once.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { dayField } from '../../shared/schemas.ts';
import { nameOf } from '../transaction/labels.ts';
import { getTransaction } from '../transaction/transaction.server.ts';
import { Transaction } from '../transaction/transaction.ts';
import { joinTenancies } from './join.server.ts';
import { addEntry, disputeEntry, getEntry, readLedger, removeEntry } from './ledger/ledger.server.ts';
import { EntryChange, EntryInput, Ledger } from './ledger/ledger.ts';
import { TEXTS } from './listed.ts';
import { acceptMatches, dismissMatch } from './matching/accept.server.ts';
import { findMatches } from './matching/matches.server.ts';
import { MatchAcceptance, MatchDismissal, MatchOutcome, RentMatches } from './matching/matches.ts';
import { readArrears, readMonth, recordRent } from './rent/rent.server.ts';
import { Arrears, ArrearsQuery, PaymentInput, RentMonth, RentQuery } from './rent/rent.ts';
import {
  addRent,
  addTenancy,
  changeTenancy,
  getTenancy,
  listTenancies,
  removeRent,
  removeTenancy,
  separateTenancies,
} from './tenancy.server.ts';
import {
  JoinInput,
  RentInput,
  SeparateInput,
  Tenancy,
  TenancyChange,
  TenancyInput,
  TenancyQuery,
  TenancyRecord,
} from './tenancy.ts';

const tags = ['Rent'];
const refused = { ...failures.input, ...failures.signedIn, ...failures.found };
const RentId = RecordId.extend({ rentId: z.string().describe('UUID') });
const EntryId = RecordId.extend({ entryId: z.string().describe('UUID') });

const ledger = createRoute({
  operationId: 'getLedger',
  method: 'get',
  path: '/api/tenancies/{id}/ledger',
  tags,
  summary: 'Read what a tenancy owes, and every line that led to it',
  request: { params: RecordId, query: z.object({ on: dayField('Please enter a date').optional() }) },
  responses: { 200: answer(Ledger, 'As of the day, today unless told'), ...refused },
});

const addOneRent = createRoute({
  operationId: 'addRent',
  method: 'post',
  path: '/api/tenancies/{id}/rents',
  tags,
  summary: 'Set the rent from a day on',
  request: { params: RecordId, body: body(RentInput) },
  responses: { 200: answer(TenancyRecord, 'The tenancy with it'), ...refused },
});

const removeOneRent = createRoute({
  operationId: 'removeRent',
  method: 'delete',
  path: '/api/tenancies/{id}/rents/{rentId}',
  tags,
  summary: 'Take back a rent: the one before it goes on',
  request: { params: RentId },
  responses: { 200: answer(TenancyRecord, 'The tenancy without it'), ...refused },
});

const addOneEntry = createRoute({
  operationId: 'addLedgerEntry',
  method: 'post',
  path: '/api/tenancies/{id}/entries',
  tags,
  summary: 'Add a charge, a credit or an opening balance to the ledger',
  request: { params: RecordId, headers: IdempotencyKey, body: body(EntryInput) },
  responses: { 204: { description: 'Added' }, ...refused },
});

const changeOneEntry = createRoute({
  operationId: 'changeLedgerEntry',
  method: 'patch',
  path: '/api/tenancies/{id}/entries/{entryId}',
  tags,
  summary: 'Mark a charge as disputed, or not',
  request: { params: EntryId, body: body(EntryChange) },
  responses: { 204: { description: 'Marked' }, ...refused },
});

const removeOneEntry = createRoute({
  operationId: 'removeLedgerEntry',
  method: 'delete',
  path: '/api/tenancies/{id}/entries/{entryId}',
  tags,
  summary: 'Remove a charge, credit or opening balance that was added by hand',
  request: { params: EntryId },
  responses: { 204: { description: 'Removed' }, ...refused },
});

const month = createRoute({
  operationId: 'getRent',
  method: 'get',
  path: '/api/rent',
  tags,
  summary: 'Read what rent a month brings, tenancy by tenancy',
  request: { query: RentQuery },
  responses: { 200: answer(RentMonth, 'The month'), 400: failures.input[400], 401: failures.signedIn[401] },
});

const arrears = createRoute({
  operationId: 'getArrears',
  method: 'get',
  path: '/api/rent/arrears',
  tags,
  summary: 'Read who is behind on a day, by how much and since when',
  request: { query: ArrearsQuery },
  responses: { 200: answer(Arrears, 'As of the day'), 400: failures.input[400], ...failures.signedIn },
});

const pay = createRoute({
  operationId: 'recordRent',
  method: 'post',
  path: '/api/rent/payments',
  tags,
  summary: 'Record rent that came in, as income of one’s own',
  request: { headers: IdempotencyKey, body: body(PaymentInput) },
  responses: { 201: answer(Transaction, 'The income'), ...failures.input, 401: failures.signedIn[401] },
});

const matches = createRoute({
  operationId: 'getRentMatches',
  method: 'get',
  path: '/api/rent/matches',
  tags,
  summary: 'Find bank rows that may be rent, with the reasons',
  responses: { 200: answer(RentMatches, 'The latest first'), 401: failures.signedIn[401] },
});

const accept = createRoute({
  operationId: 'acceptRentMatches',
  method: 'post',
  path: '/api/rent/matches/accept',
  tags,
  summary: 'Put bank rows on the ledgers of tenancies',
  request: { body: body(MatchAcceptance) },
  responses: { 200: answer(MatchOutcome, 'What was done'), ...failures.input, 401: failures.signedIn[401] },
});

const dismiss = createRoute({
  operationId: 'dismissRentMatch',
  method: 'post',
  path: '/api/rent/matches/dismiss',
  tags,
  summary: 'Say that a bank row is not the rent of some tenancies, or take that back',
  request: { body: body(MatchDismissal) },
  responses: {
    204: { description: 'Not proposed, or proposed, again' },
    ...failures.input,
    ...failures.found,
    401: failures.signedIn[401],
  },
});

const join = createRoute({
  operationId: 'joinTenancies',
  method: 'post',
  path: '/api/tenancies/{id}/join',
  tags,
  summary: 'Make one tenancy of those whose tenants have signed one agreement',
  request: { params: RecordId, body: body(JoinInput) },
  responses: { 200: answer(TenancyRecord, 'The tenancy of all of them'), ...refused },
});

const separate = createRoute({
  operationId: 'separateTenancies',
  method: 'post',
  path: '/api/tenancies/separate',
  tags,
  summary: 'Say that the tenancies of a property are an agreement each',
  request: { body: body(SeparateInput) },
  responses: { 204: { description: 'They are not offered for joining any more' }, ...refused },
});

export function tenancyApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  const once = adder(services.secret);
  return router()
    .openapi(ledger, async (c) => {
      const wanted = { id: recordId(c), on: c.req.valid('query').on ?? today() };
      // Open after the trial, as rent that comes in is recorded then, too.
      return c.json(await readAsUser(services, c, 'open', (db) => readLedger(db, wanted)), 200);
    })
    .openapi(addOneRent, async (c) => {
      const wanted = { id: recordId(c), input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => addRent(db, wanted)), 200);
    })
    .openapi(removeOneRent, async (c) => {
      const wanted = { id: recordId(c), rentId: recordId(c, 'rentId'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => removeRent(db, wanted)), 200);
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
    .openapi(join, async (c) => {
      const wanted = { id: recordId(c), input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'guarded', (db) => joinTenancies(db, wanted)), 200);
    })
    .openapi(separate, async (c) => {
      const { propertyId } = c.req.valid('json');
      const count = await withUser(services, c, 'guarded', (db) => separateTenancies(db, propertyId));
      if (count === 0) throw new AppError('not_found');
      return c.body(null, 204);
    })
    .openapi(month, async (c) => {
      const asked = { ...c.req.valid('query'), today: today() };
      return c.json(await readAsUser(services, c, 'open', (db) => readMonth(db, asked)), 200);
    })
    .openapi(arrears, async (c) => {
      const { on = today(), ...asked } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readArrears(db, { ...asked, on })), 200);
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
    .openapi(matches, async (c) =>
      c.json(await withSnapshot(services, c, 'open', (db) => findMatches(db, today())), 200),
    )
    .openapi(accept, async (c) => {
      const wanted = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => acceptMatches(db, { ...wanted, today: today() })), 200);
    })
    .openapi(dismiss, async (c) => {
      const wanted = c.req.valid('json');
      await withUser(services, c, 'open', (db) => dismissMatch(db, wanted));
      return c.body(null, 204);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/tenancies',
        one: 'tenancy',
        many: 'tenancies',
        query: TenancyQuery,
        item: Tenancy,
        record: TenancyRecord,
        input: TenancyInput,
        change: TenancyChange,
        table: {
          list: listTenancies,
          get: getTenancy,
          add: (db, input) => addTenancy(db, { input, today: today() }),
          change: (db, wanted) => changeTenancy(db, { ...wanted, today: today() }),
          remove: removeTenancy,
        },
        notFound: TEXTS.notFound,
        nameOf: ({ names }) => names,
      }),
    );
}
