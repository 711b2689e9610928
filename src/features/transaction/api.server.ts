/** /api/transactions: list, sums, add, read, change, remove, bulk. Open after the trial, too. */
import { createRoute } from '@hono/zod-openapi';
import { longPageOf, PageQuery } from '../../server/http/pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, router, sendLongPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withSnapshot, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { changeMany } from './bulk/bulk.server.ts';
import { listTransactions } from './list/list.server.ts';
import { readSummary, readTotals } from './list/totals.server.ts';
import { addExpense, changeTransaction, getTransaction, removeExpense } from './transaction.server.ts';
import {
  BulkChange,
  BulkOutcome,
  FinanceSummary,
  Transaction,
  TransactionChange,
  TransactionFilter,
  TransactionInput,
  TransactionListFilter,
  TransactionTotals,
} from './transaction.ts';

const tags = ['Transactions'];
const signedIn = { 401: failures.signedIn[401] };

const list = createRoute({
  method: 'get',
  path: '/api/transactions',
  tags,
  summary: 'List transactions',
  request: { query: TransactionListFilter.extend(PageQuery.shape) },
  responses: { 200: answer(longPageOf(Transaction), 'One page'), 400: failures.input[400], ...signedIn },
});

const totals = createRoute({
  method: 'get',
  path: '/api/transactions/totals',
  tags,
  summary: 'Count and sum transactions',
  request: { query: TransactionFilter },
  responses: { 200: answer(TransactionTotals, 'What they come to'), 400: failures.input[400], ...signedIn },
});

const summary = createRoute({
  method: 'get',
  path: '/api/transactions/summary',
  tags,
  summary: 'Sum up income, expenses, what is to be paid and what is overdue',
  responses: { 200: answer(FinanceSummary, 'Of all transactions'), ...signedIn },
});

const add = createRoute({
  method: 'post',
  path: '/api/transactions',
  tags,
  summary: 'Add an expense',
  request: { body: body(TransactionInput) },
  responses: { 201: answer(Transaction, 'The new transaction'), ...failures.input, ...signedIn },
});

const addressed = { params: RecordId, headers: IfMatch };

const read = createRoute({
  method: 'get',
  path: '/api/transactions/{id}',
  tags,
  summary: 'Read a transaction',
  request: { params: RecordId },
  responses: { 200: answer(Transaction, 'The transaction, its version in ETag'), ...signedIn, ...failures.found },
});

const change = createRoute({
  method: 'patch',
  path: '/api/transactions/{id}',
  tags,
  summary: 'Change an expense, or property and category of income',
  request: { ...addressed, body: body(TransactionChange) },
  responses: {
    200: answer(Transaction, 'The changed transaction'),
    ...failures.input,
    ...signedIn,
    ...failures.found,
    ...failures.version,
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/transactions/{id}',
  tags,
  summary: 'Remove an expense',
  request: addressed,
  responses: {
    204: { description: 'Removed' },
    422: failures.input[422],
    ...signedIn,
    ...failures.found,
    ...failures.version,
  },
});

const bulk = createRoute({
  method: 'post',
  path: '/api/transactions/bulk',
  tags,
  summary: 'Change property or category of many, or remove expenses',
  request: { body: body(BulkChange) },
  responses: { 200: answer(BulkOutcome, 'What was done, and what was left as it is'), ...failures.input, ...signedIn },
});

export function transactionApi(services: Services) {
  const today = () => londonDay(services.clock.now());
  return router()
    .openapi(list, async (c) => {
      const page = await readAsUser(services, c, 'open', (db) => listTransactions(db, c.req.valid('query')));
      return sendLongPage<Transaction>(c, page);
    })
    .openapi(totals, async (c) => {
      const filter = c.req.valid('query');
      // A snapshot, in which PostgreSQL may use several cores.
      return c.json(await withSnapshot(services, c, 'open', (db) => readTotals(db, filter)), 200);
    })
    .openapi(summary, async (c) => c.json(await readAsUser(services, c, 'open', readSummary), 200))
    .openapi(add, async (c) => {
      const wanted = { input: c.req.valid('json'), today: today() };
      const transaction = await withUser(services, c, 'open', (db) => addExpense(db, wanted));
      tagVersion(c, transaction);
      c.header('location', `/api/transactions/${transaction.id}`);
      return c.json(transaction, 201);
    })
    .openapi(bulk, async (c) => {
      const wanted = c.req.valid('json');
      return c.json(await withUser(services, c, 'open', (db) => changeMany(db, wanted)), 200);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const transaction = await readAsUser(services, c, 'open', (db) => getTransaction(db, id));
      if (!transaction) throw new AppError('not_found', { message: 'Transaction not found' });
      tagVersion(c, transaction);
      return c.json(transaction, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), change: c.req.valid('json'), today: today() };
      const transaction = await withUser(services, c, 'open', (db) => changeTransaction(db, wanted));
      tagVersion(c, transaction);
      return c.json(transaction, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'open', (db) => removeExpense(db, wanted));
      return c.body(null, 204);
    });
}
