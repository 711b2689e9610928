import { createRoute } from '@hono/zod-openapi';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../../server/http/idempotency.server.ts';
import { RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import type { Services } from '../../../server/services.server.ts';
import { readAsUser, withUser } from '../../../server/session/session.server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { recordOf } from '../../tenancy/tenancy.server.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { nameOf } from '../../transaction/labels.ts';
import { getTransaction } from '../../transaction/transaction.server.ts';
import { Transaction } from '../../transaction/transaction.ts';
import { changeAllocation, readAllocation } from './allocation.server.ts';
import { Allocation, AllocationInput } from './allocation.ts';
import { addPastRent, findPayers, recordDeduction, returnPayment } from './payments.server.ts';
import { DepositDeductionInput, PastRent, Payers, PayersQuery, ReturnInput } from './payments.ts';

const tags = ['Rent'];
const rejections = { ...failures.input, ...failures.signedIn, ...failures.found };
const open = { ...failures.input, 401: failures.signedIn[401], ...failures.found };

const pastRent = createRoute({
  operationId: 'addPastRent',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/past-rent',
  tags,
  summary: 'Add past months of rent and their payments',
  request: { params: RecordId, headers: IdempotencyKey, body: body(PastRent) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...rejections },
});

const keptDeposit = createRoute({
  operationId: 'recordKeptDeposit',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/tenancies/{id}/kept-deposit',
  tags,
  summary: 'Record the kept part of the deposit as income',
  request: { params: RecordId, headers: IdempotencyKey, body: body(DepositDeductionInput) },
  responses: { 200: answer(TenancyRecord, 'The tenancy'), ...rejections },
});

const paymentReturn = createRoute({
  operationId: 'returnRent',
  method: 'post',
  ...needs('rent.change'),
  path: '/api/rent/payments/{id}/return',
  tags,
  summary: 'Return a rent payment, by the id of its transaction',
  request: { params: RecordId, headers: IdempotencyKey, body: body(ReturnInput) },
  responses: { 201: answer(Transaction, 'The returned amount, as an expense'), ...open },
});

const allocation = createRoute({
  operationId: 'getRentAllocation',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/payments/{id}/allocation',
  tags,
  summary: 'Read the allocation of a rent payment, by the id of its transaction',
  request: { params: RecordId },
  responses: {
    200: answer(Allocation, 'The allocation and the charges available'),
    401: failures.signedIn[401],
    ...failures.found,
  },
});

const changeOneAllocation = createRoute({
  operationId: 'changeRentAllocation',
  method: 'put',
  ...needs('rent.change'),
  path: '/api/rent/payments/{id}/allocation',
  tags,
  summary: 'Change the allocation of a rent payment',
  request: { params: RecordId, body: body(AllocationInput) },
  responses: { 200: answer(Allocation, 'The new allocation'), ...open },
});

const payers = createRoute({
  operationId: 'findPayers',
  method: 'get',
  ...needs('rent.see'),
  path: '/api/rent/payers',
  tags,
  summary: 'Find tenancies by tenant or property, to record rent for',
  request: { query: PayersQuery },
  responses: {
    200: answer(Payers, 'At most 20 tenancies, current ones first'),
    400: failures.input[400],
    401: failures.signedIn[401],
  },
});

export function paymentsApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  const once = withIdempotencyKey(services.secret);
  return router()
    .openapi(pastRent, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      const sent = { key: keyOf(c), noun: `/api/tenancies/${args.id}/past-rent`, input: args.input };
      const after = await withUser(services, c, 'guarded', (db) =>
        once(db, sent, {
          add: () => addPastRent(db, args),
          get: (id) => recordOf(db, id),
          nameOf: ({ names }) => names,
        }),
      );
      return c.json(after, 200);
    })
    .openapi(keptDeposit, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      const sent = { key: keyOf(c), noun: `/api/tenancies/${args.id}/kept-deposit`, input: args.input };
      const after = await withUser(services, c, 'guarded', (db) =>
        once(db, sent, {
          add: () => recordDeduction(db, args),
          get: (id) => recordOf(db, id),
          nameOf: ({ names }) => names,
        }),
      );
      return c.json(after, 200);
    })
    .openapi(paymentReturn, async (c) => {
      const args = { id: recordId(c), input: c.req.valid('json'), today: today() };
      const sent = { key: keyOf(c), noun: `/api/rent/payments/${args.id}/return`, input: args.input };
      const returned = await withUser(services, c, 'open', (db) =>
        once(db, sent, { add: () => returnPayment(db, args), get: (id) => getTransaction(db, id), nameOf }),
      );
      return c.json(returned, 201);
    })
    .openapi(allocation, async (c) => {
      const id = recordId(c);
      return c.json(await readAsUser(services, c, 'open', (db) => readAllocation(db, id)), 200);
    })
    .openapi(changeOneAllocation, async (c) => {
      const args = { id: recordId(c), ...c.req.valid('json') };
      return c.json(await withUser(services, c, 'open', (db) => changeAllocation(db, args)), 200);
    })
    .openapi(payers, async (c) => {
      const { q } = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => findPayers(db, q)) }, 200);
    });
}
