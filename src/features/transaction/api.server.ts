/** Routes of transactions, which stay available after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { rejectMissingFileIn } from '../file/store.server.ts';
import { addInvoice, listBills } from './bills/bills.server.ts';
import { AddedBill, Bills, InvoiceToAdd } from './bills/bills.ts';
import { changeMany, undoMany } from './bulk/bulk.server.ts';
import { nameOf, TEXTS } from './labels.ts';
import { listTransactions } from './list/list.server.ts';
import { readPropertyMoney, readSummary, readSums, readTotals } from './list/totals.server.ts';
import { readSplit, splitTransaction } from './split/split.server.ts';
import { Split, SplitInput, SplitOutcome } from './split/split.ts';
import {
  addTransaction,
  changeTransaction,
  getTransaction,
  type Learning,
  removeTransaction,
} from './transaction.server.ts';
import {
  BulkChange,
  BulkOutcome,
  BulkUndo,
  FinanceSummary,
  PropertyMoney,
  SummaryFilter,
  Transaction,
  TransactionChange,
  TransactionFilter,
  TransactionInput,
  TransactionListFilter,
  TransactionSums,
  TransactionTotals,
  UndoOutcome,
} from './transaction.ts';

const tags = ['Transactions'];
const signedIn = { 401: failures.signedIn[401] };

const totals = createRoute({
  operationId: 'getTransactionTotals',
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/totals',
  tags,
  summary: 'Count and sum transactions',
  request: { query: TransactionFilter },
  responses: { 200: answer(TransactionTotals, 'The count and the sums'), 400: failures.input[400], ...signedIn },
});

const sums = createRoute({
  operationId: 'getTransactionSums',
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/sums',
  tags,
  summary: 'Sum up transactions by property and by category',
  request: { query: TransactionFilter },
  responses: { 200: answer(TransactionSums, 'The count and the sums'), 400: failures.input[400], ...signedIn },
});

const summary = createRoute({
  operationId: 'getFinanceSummary',
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/summary',
  tags,
  summary: 'Sum up income, expenses, pending and overdue transactions',
  request: { query: SummaryFilter },
  responses: {
    200: answer(FinanceSummary, 'For all transactions, or for these dates'),
    400: failures.input[400],
    ...signedIn,
  },
});

const ofProperty = createRoute({
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/property',
  operationId: 'getPropertyMoney',
  tags,
  summary: 'Read the latest income of a property, and its costs in 12 months',
  request: { query: z.object({ propertyId: z.uuid() }) },
  responses: { 200: answer(PropertyMoney, 'The figures'), 400: failures.input[400], ...signedIn },
});

const bills = createRoute({
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/bills',
  operationId: 'getBills',
  tags,
  summary: 'List the bills of a property: its expenses with a file or an invoice',
  request: { query: z.object({ propertyId: z.uuid() }) },
  responses: { 200: answer(Bills, 'The newest first'), 400: failures.input[400], ...signedIn },
});

const fromInvoice = createRoute({
  method: 'post',
  ...needs('money.change'),
  path: '/api/transactions/from-invoice',
  operationId: 'addInvoiceToFinance',
  tags,
  summary: 'Create a transaction from a property’s invoice, or find its payment',
  request: { body: body(InvoiceToAdd) },
  responses: { 200: answer(AddedBill, 'The transaction'), ...failures.found, ...failures.input, ...signedIn },
});

const bulk = createRoute({
  operationId: 'changeTransactions',
  method: 'post',
  ...needs('money.change'),
  path: '/api/transactions/bulk',
  tags,
  summary: 'Change property or category of many, mark them as paid, or remove them',
  request: { body: body(BulkChange) },
  responses: { 200: answer(BulkOutcome, 'The numbers of rows changed and unchanged'), ...failures.input, ...signedIn },
});

const undo = createRoute({
  method: 'post',
  ...needs('money.change'),
  path: '/api/transactions/undo',
  operationId: 'undoChange',
  tags,
  summary: 'Undo a bulk change within ten minutes',
  request: { body: body(BulkUndo) },
  responses: {
    200: answer(UndoOutcome, 'The number of restored rows'),
    ...failures.found,
    ...failures.input,
    ...signedIn,
  },
});

const parts = createRoute({
  operationId: 'getSplit',
  method: 'get',
  ...needs('money.see'),
  path: '/api/transactions/{id}/split',
  tags,
  summary: 'Read the parts of a transaction',
  request: { params: RecordId },
  responses: {
    200: answer(Split, 'Its parts, or the transaction itself if it is not split'),
    ...failures.found,
    ...signedIn,
  },
});

const split = createRoute({
  operationId: 'splitTransaction',
  method: 'post',
  ...needs('money.change'),
  path: '/api/transactions/split',
  tags,
  summary: 'Split a transaction into parts with the same sum, change them, or merge them',
  request: { body: body(SplitInput) },
  responses: { 200: answer(SplitOutcome, 'The parts'), ...failures.found, ...failures.input, ...signedIn },
});

/** `learning` updates payer rules from the landlord's choices. */
export function transactionApi(services: Services, learning: Learning) {
  const today = () => londonDay(services.clock.now());
  // These routes precede '{id}', which would match their paths.
  return router()
    .openapi(totals, async (c) => {
      const filter = c.req.valid('query');
      // A snapshot lets PostgreSQL use parallel plans.
      return c.json(await withSnapshot(services, c, 'open', (db) => readTotals(db, filter)), 200);
    })
    .openapi(sums, async (c) => {
      const filter = c.req.valid('query');
      return c.json(await withSnapshot(services, c, 'open', (db) => readSums(db, filter)), 200);
    })
    .openapi(summary, async (c) => {
      const days = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => readSummary(db, days)), 200);
    })
    .openapi(ofProperty, async (c) => {
      const { propertyId } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => readPropertyMoney(db, propertyId)), 200);
    })
    .openapi(bills, async (c) => {
      const { propertyId } = c.req.valid('query');
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listBills(db, propertyId)) }, 200);
    })
    .openapi(fromInvoice, async (c) => {
      const wanted = { ...c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'open', (db) => addInvoice(db, wanted)), 200);
    })
    .openapi(bulk, async (c) => {
      const wanted = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => changeMany(db, wanted, learning)), 200);
    })
    .openapi(undo, async (c) => {
      const { batch } = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => undoMany(db, batch, learning)), 200);
    })
    .openapi(split, async (c) => {
      const wanted = { input: c.req.valid('json'), today: today() };
      return c.json(await withUser(services, c, 'open', (db) => splitTransaction(db, wanted)), 200);
    })
    .openapi(parts, async (c) => c.json(await readAsUser(services, c, 'open', (db) => readSplit(db, recordId(c))), 200))
    .route(
      '/',
      recordApi(services, {
        path: '/api/transactions',
        area: 'money',
        one: 'transaction',
        access: 'open',
        query: TransactionListFilter,
        item: Transaction,
        long: true,
        record: Transaction,
        input: TransactionInput,
        method: 'patch',
        change: TransactionChange,
        table: {
          list: listTransactions,
          get: getTransaction,
          add: (db, input) => addTransaction(db, { input, today: today() }),
          change: (db, wanted) => changeTransaction(db, { ...wanted, today: today() }, learning),
          remove: removeTransaction,
        },
        summaries: {
          add: 'Add an expense or income',
          change: 'Change a transaction; of imported income only property, category, supplier and file',
          remove: 'Remove a transaction; imported income is refused with 422',
        },
        notFound: TEXTS.notFound,
        nameOf,
        onSaveError: rejectMissingFileIn('file'),
      }),
    );
}
