/** /api/bank-accounts: list, add by hand, read, remove. Open after the trial too, as all of finance. */
import { createRoute, type z } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addBankAccount, getBankAccount, listBankAccounts, removeBankAccount } from './bank-account.server.ts';
import { BankAccount, BankAccountInput, BankAccountRecord } from './bank-account.ts';

const tags = ['Bank accounts'];
const signedIn = { 401: failures.signedIn[401] };

const list = createRoute({
  method: 'get',
  path: '/api/bank-accounts',
  tags,
  summary: 'List bank accounts, newest first',
  request: { query: PageQuery },
  responses: { 200: answer(pageOf(BankAccount), 'One page'), 400: failures.input[400], ...signedIn },
});

const add = createRoute({
  method: 'post',
  path: '/api/bank-accounts',
  tags,
  summary: 'Add a bank account by hand; of its numbers only the masked form is kept',
  request: { body: body(BankAccountInput) },
  responses: { 201: answer(BankAccountRecord, 'The new account'), ...failures.input, ...signedIn },
});

const read = createRoute({
  method: 'get',
  path: '/api/bank-accounts/{id}',
  tags,
  summary: 'Read a bank account',
  request: { params: RecordId },
  responses: {
    200: answer(BankAccountRecord, 'The account, its version in ETag'),
    ...signedIn,
    ...failures.found,
  },
});

const remove = createRoute({
  method: 'delete',
  path: '/api/bank-accounts/{id}',
  tags,
  summary: 'Remove a bank account; its transactions stay',
  request: { params: RecordId, headers: IfMatch },
  responses: { 204: { description: 'Removed' }, ...signedIn, ...failures.found, ...failures.version },
});

export function bankApi(services: Services) {
  return router()
    .openapi(list, async (c) => {
      const page = await readAsUser(services, c, 'open', (db) => listBankAccounts(db, c.req.valid('query')));
      return sendPage<z.infer<typeof BankAccount>>(c, page);
    })
    .openapi(add, async (c) => {
      const input = c.req.valid('json');
      const account = await withUser(services, c, 'open', (db) => addBankAccount(db, input));
      tagVersion(c, account);
      c.header('location', `/api/bank-accounts/${account.id}`);
      return c.json(account, 201);
    })
    .openapi(read, async (c) => {
      const id = recordId(c);
      const account = await readAsUser(services, c, 'open', (db) => getBankAccount(db, id));
      if (!account) throw new AppError('not_found', { message: 'Bank account not found' });
      tagVersion(c, account);
      return c.json(account, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'open', (db) => removeBankAccount(db, wanted));
      return c.body(null, 204);
    });
}
