/** /api/loans with their payments and the lender's statements. Readable after the trial. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import { endWords, type NoticePart, type NounParts, today, within } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { TEXTS } from './listed.ts';
import { getLoan, loanTable } from './loan.server.ts';
import {
  Loan,
  LoanCandidates,
  LoanInput,
  LoanLinkInput,
  LoanOutcome,
  LoanPayments,
  LoanQuery,
  LoanRecord,
  LoanStatementInput,
} from './loan.ts';
import {
  addStatement,
  linkPayments,
  listCandidates,
  listPayments,
  removeStatement,
  unlinkPayment,
  updatePayments,
} from './payments.server.ts';

const tags = ['Loans'];
const read = { method: 'get', ...needs('tax.see'), tags, request: { params: RecordId } } as const;
const change = { ...needs('tax.change'), tags } as const;
const found = { 401: failures.signedIn[401], ...failures.found };
const changed = {
  200: answer(LoanOutcome, 'How many payments were changed'),
  ...failures.input,
  ...failures.signedIn,
  ...failures.found,
};

const payments = createRoute({
  ...read,
  operationId: 'listLoanPayments',
  path: '/api/loans/{id}/payments',
  summary: 'List the linked payments with their interest and capital, newest first',
  responses: { 200: answer(LoanPayments, 'All linked payments'), ...found },
});

const candidates = createRoute({
  ...read,
  operationId: 'listLoanCandidates',
  path: '/api/loans/{id}/candidates',
  summary: 'List transactions that may be payments of the loan',
  responses: { 200: answer(LoanCandidates, 'Likely ones first'), ...found },
});

const link = createRoute({
  ...change,
  operationId: 'linkLoanPayments',
  method: 'post',
  path: '/api/loans/{id}/payments',
  summary: 'Link transactions to the loan, which splits them into interest and capital',
  request: { params: RecordId, body: body(LoanLinkInput) },
  responses: changed,
});

const update = createRoute({
  ...change,
  operationId: 'updateLoanPayments',
  method: 'post',
  path: '/api/loans/{id}/payments/update',
  summary: 'Give all linked payments the interest of the loan’s terms and statements',
  request: { params: RecordId },
  responses: changed,
});

const unlink = createRoute({
  ...change,
  operationId: 'unlinkLoanPayment',
  method: 'delete',
  path: '/api/loans/{id}/payments/{paymentId}',
  summary: 'Remove the link of a payment and merge its parts',
  request: { params: RecordId.extend({ paymentId: z.string().describe('UUID') }) },
  responses: changed,
});

const enter = createRoute({
  ...change,
  operationId: 'addLoanStatement',
  method: 'post',
  path: '/api/loans/{id}/statements',
  summary: 'Enter the lender’s interest for a period, which replaces the estimates of its payments',
  request: { params: RecordId, body: body(LoanStatementInput) },
  responses: changed,
});

const remove = createRoute({
  ...change,
  operationId: 'removeLoanStatement',
  method: 'delete',
  path: '/api/loans/{id}/statements/{statementId}',
  summary: 'Remove a statement of the lender; its payments are estimated again',
  request: { params: RecordId.extend({ statementId: z.string().describe('UUID') }) },
  responses: changed,
});

export function loanApi(services: Services) {
  const day = () => londonDay(services.clock.now());
  const toRead = <T>(c: Context<AppEnv>, work: (db: UserDb, loan: LoanRecord) => Promise<T>) =>
    readAsUser(services, c, 'open', async (db) => work(db, await existing(db, recordId(c))));
  const toChange = (
    c: Context<AppEnv>,
    work: (db: UserDb, args: { loan: LoanRecord; today: string }) => Promise<LoanOutcome>,
  ) =>
    withUser(services, c, 'guarded', async (db) => {
      // Serialises changes of an account's loans, so that statements never overlap.
      await sql`select app.lock_account()`.execute(db);
      return work(db, { loan: await existing(db, recordId(c)), today: day() });
    });
  return router()
    .openapi(payments, async (c) => c.json({ items: await toRead(c, listPayments) }, 200))
    .openapi(candidates, async (c) => c.json({ items: await toRead(c, listCandidates) }, 200))
    .openapi(update, async (c) => c.json(await toChange(c, updatePayments), 200))
    .openapi(link, async (c) => {
      const { ids } = c.req.valid('json');
      return c.json(await toChange(c, (db, args) => linkPayments(db, { ...args, ids })), 200);
    })
    .openapi(unlink, async (c) => {
      const paymentId = recordId(c, 'paymentId');
      return c.json(await toChange(c, (db, args) => unlinkPayment(db, { ...args, paymentId })), 200);
    })
    .openapi(enter, async (c) => {
      const input = c.req.valid('json');
      return c.json(await toChange(c, (db, args) => addStatement(db, { ...args, input })), 200);
    })
    .openapi(remove, async (c) => {
      const statementId = recordId(c, 'statementId');
      return c.json(await toChange(c, (db, args) => removeStatement(db, { ...args, statementId })), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/loans',
        area: 'tax',
        one: 'loan',
        access: 'saves',
        query: LoanQuery,
        item: Loan,
        record: LoanRecord,
        input: LoanInput,
        table: loanTable(day),
        notFound: TEXTS.notFound,
        nameOf: ({ lender }) => lender,
      }),
    );
}

async function existing(db: UserDb, id: string): Promise<LoanRecord> {
  const loan = await getLoan(db, id);
  if (!loan) throw new AppError('not_found', { message: TEXTS.notFound });
  return loan;
}

const SCREENS = '/dashboard/tax/loans';
const at = (id: string | null) => id && `${SCREENS}/${id}`;

/** Days before the end of a fixed rate. Each makes its own notification. */
const REMINDER_DAYS = [180, 90, 30] as const;

const fixedRate: NoticePart = {
  icon: 'calendar',
  facts: ({ only, firstBy }) => sql`
    select id, case when fixed_until <= ${within(REMINDER_DAYS[2])} then '30' when fixed_until <= ${within(REMINDER_DAYS[1])} then '90' else '180' end as about,
      fixed_until as day from loans
    where fixed_until between ${today} - ${sql.lit(REMINDER_DAYS[2])} and ${within(REMINDER_DAYS[0])} ${only} ${firstBy(sql`fixed_until, id`)}`,
  shown: {
    name: sql`select lender from loans where loans.id = page.id`,
    where: sql`select property_name from loans where loans.id = page.id`,
  },
  words: ({ id, name }, left) => ({
    title: endWords(`${name}: fixed rate`, left, { over: 'has ended', today: 'ends today', soon: 'ends' }),
    todo:
      left < 0
        ? 'Enter the new rate, so that we work out the interest of your payments.'
        : 'Compare offers, or ask your lender what the new rate will be.',
    action: 'Open loan',
    href: at(id) ?? SCREENS,
  }),
};

export const loanParts = {
  id: 'loans',
  paths: ['', '/add', '/edit/$id', '/$id'].map((end) => `${SCREENS}${end}`),
  activity: {
    loan: { icon: 'bank', table: 'loans', href: at },
    'loan statement': { icon: 'bank', words: () => 'Loan statement changed' },
  },
  tables: {
    loans: 'Your loans. Their payments are in transactions.',
    loan_statements: 'The interest in your lenders’ statements.',
  },
  notices: { fixedRate },
} as const satisfies NounParts;
