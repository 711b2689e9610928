/** Routes of bank connections, which stay available after the trial. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { RecordId, recordId } from '../../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../../server/http/routes.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { readAsUser, withUser } from '../../../server/session/session.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { AccountServices } from '../../account/routes.server.ts';
import { accountFingerprint } from '../fingerprint.server.ts';
import { refreshAccounts, syncAccount, syncChosenAccount } from './actions.server.ts';
import { callbackPage } from './callback.server.ts';
import {
  BankConnections,
  Confirmation,
  GocardlessAnswer,
  GocardlessRequest,
  Institutions,
  PendingEntries,
  Renewal,
  SyncOutcome,
  SyncOutcomes,
  CONNECTION_TEXTS as TEXTS,
} from './connection.ts';
import {
  bankFailed,
  beginConnection,
  checkConnection,
  listInstitutions,
  type Run,
  renewConnection,
} from './consent.server.ts';
import { confirmAccounts, describeAccount, listConnections, listPending, removeConnection } from './feeds.server.ts';

const tags = ['Bank connections'];
const signedIn = { 401: failures.signedIn[401] };
const bankResponses = {
  502: {
    ...failures.found[404],
    description: 'The bank or the provider failed: bank_provider_error; Retry-After where it said when to ask again',
  },
  503: { ...failures.found[404], description: 'This server has no open banking: open_banking_disabled' },
};

const gocardless = createRoute({
  operationId: 'gocardless',
  method: 'post',
  ...needs('banks.change'),
  path: '/api/functions/gocardless',
  tags,
  summary: 'Connect a bank, step by step: auth-url, exchange-token, requisition-status, accounts, transactions',
  request: { body: body(GocardlessRequest) },
  responses: {
    200: answer(GocardlessAnswer, 'Depends on the action'),
    ...failures.input,
    ...signedIn,
    ...failures.found,
    ...failures.limited,
    ...bankResponses,
  },
});

const institutions = createRoute({
  operationId: 'listInstitutions',
  method: 'get',
  ...needs('banks.see'),
  path: '/api/banks',
  tags,
  summary: 'List the banks that can be connected',
  responses: { 200: answer(Institutions, 'All of them'), ...signedIn, ...bankResponses },
});

const list = createRoute({
  operationId: 'listBankConnections',
  method: 'get',
  ...needs('banks.see'),
  path: '/api/bank-connections',
  tags,
  summary: 'List connections, newest first, with their accounts and sync states',
  responses: { 200: answer(BankConnections, 'All of them'), ...signedIn },
});

const callback = createRoute({
  operationId: 'returnFromBank',
  method: 'get',
  ...needs('banks.see'),
  path: '/api/bank-connections/callback',
  tags,
  summary: 'Return from the bank; records the outcome without importing, and needs no session',
  responses: {
    200: { description: 'A page that refers to the window where the connection started' },
    302: { description: 'To Finance, if the landlord who started is signed in' },
    503: bankResponses[503],
  },
});

const ofConnection = { path: '/api/bank-connections/{id}', tags, request: { params: RecordId } } as const;

const confirm = createRoute({
  ...ofConnection,
  operationId: 'confirmBankAccounts',
  method: 'post',
  ...needs('banks.change'),
  path: '/api/bank-connections/{id}/confirm',
  summary: 'Choose and name the accounts to import',
  request: { params: RecordId, body: body(Confirmation) },
  responses: {
    200: answer(BankConnections, 'All connections; jobs sync the chosen accounts'),
    ...failures.input,
    ...signedIn,
    ...failures.found,
  },
});

const renew = createRoute({
  ...ofConnection,
  operationId: 'renewBankConnection',
  method: 'post',
  ...needs('banks.change'),
  path: '/api/bank-connections/{id}/renew',
  summary: 'Get the address to renew access',
  responses: { 200: answer(Renewal, 'The address at the bank'), ...signedIn, ...failures.found, ...bankResponses },
});

const remove = createRoute({
  ...ofConnection,
  operationId: 'removeBankConnection',
  method: 'delete',
  ...needs('banks.change'),
  summary: 'Remove a connection and revoke it at the bank; accounts and transactions are kept',
  responses: { 204: { description: 'Removed' }, ...signedIn, ...failures.found },
});

const sync = createRoute({
  operationId: 'syncBankAccount',
  method: 'post',
  ...needs('banks.change'),
  path: '/api/bank-accounts/{id}/sync',
  tags,
  summary: 'Sync one account',
  request: { params: RecordId },
  responses: {
    200: answer(SyncOutcome, 'The outcome; `failure` is null on success'),
    ...signedIn,
    ...failures.found,
    422: failures.input[422],
    503: bankResponses[503],
  },
});

const refresh = createRoute({
  operationId: 'syncBankAccounts',
  method: 'post',
  ...needs('banks.change'),
  path: '/api/bank-accounts/sync',
  tags,
  summary: 'Sync every connected account',
  responses: { 200: answer(SyncOutcomes, 'The outcome of each'), ...signedIn, 503: bankResponses[503] },
});

const pending = createRoute({
  operationId: 'listPendingEntries',
  method: 'get',
  ...needs('banks.see'),
  path: '/api/bank-accounts/{id}/pending',
  tags,
  summary: 'List pending entries, which the bank has not booked yet',
  request: { params: RecordId },
  responses: { 200: answer(PendingEntries, 'All pending entries'), ...signedIn, ...failures.found },
});

/** Error messages by action, for failures of the bank or the provider. */
const FAILED = {
  'auth-url': TEXTS.providerFailed,
  'exchange-token': TEXTS.exchangeFailed,
  'requisition-status': TEXTS.statusFailed,
  accounts: undefined,
  transactions: undefined,
};

export function bankConnectionApi(services: AccountServices) {
  const { attempts, clock, appUrl, jobsPool, jobs, log } = services;
  const fingerprint = accountFingerprint(services.secret);
  const bank = () => {
    if (!services.bank) throw new AppError('open_banking_disabled');
    return services.bank;
  };
  const banking = () => ({ bank: bank(), clock, appUrl });
  const reading = () => ({ bank: bank(), pool: jobsPool, clock, log });
  const asCaller =
    (c: Context<AppEnv>): Run =>
    (work) =>
      withUser(services, c, 'open', work);
  /** Translates a failure of the bank into an `AppError`, and logs it. */
  const translateFailures = async <T>(c: Context<AppEnv>, work: () => Promise<T>, message?: string): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const translated = bankFailed(error, { now: clock.now(), ...(message && { message }) });
      if (translated !== error) c.var.log().warn({ err: error }, 'A bank connection failed');
      throw translated;
    }
  };

  return router()
    .openapi(gocardless, async (c) => {
      const sent = c.req.valid('json');
      const run = asCaller(c);
      const act = async () => {
        if (sent.action === 'auth-url')
          return beginConnection({ ...banking(), attempts, jobs }, run, sent.institutionId);
        if (sent.action === 'accounts') return describeAccount({ ...banking(), fingerprint }, run, sent.accountId);
        if (sent.action === 'transactions') return syncChosenAccount(reading(), run, sent.accountId);
        return checkConnection(banking(), run, sent.requisitionId);
      };
      // Check the session first: visitors must not learn whether open banking is configured.
      await run(async () => undefined);
      return c.json(await translateFailures(c, act, FAILED[sent.action]), 200);
    })
    .openapi(institutions, async (c) => {
      await readAsUser(services, c, 'open', async () => undefined);
      return c.json({ items: await translateFailures(c, () => listInstitutions(banking())) }, 200);
    })
    .openapi(callback, (c) => callbackPage(services, c, banking()) as never)
    .openapi(list, async (c) => c.json(await readAsUser(services, c, 'open', listConnections), 200))
    .openapi(confirm, async (c) => {
      const wanted = { id: recordId(c), ...c.req.valid('json') };
      const run = asCaller(c);
      await run((db) => confirmAccounts(db, jobs, wanted));
      return c.json(await run(listConnections), 200);
    })
    .openapi(renew, async (c) => {
      const id = recordId(c);
      const run = asCaller(c);
      await run(async () => undefined);
      return c.json(await translateFailures(c, () => renewConnection(banking(), run, id)), 200);
    })
    .openapi(remove, async (c) => {
      const id = recordId(c);
      await withUser(services, c, 'open', (db) => removeConnection(db, jobs, id));
      return c.body(null, 204);
    })
    .openapi(refresh, async (c) => {
      const run = asCaller(c);
      await run(async () => undefined);
      return c.json({ items: await refreshAccounts(reading(), run) }, 200);
    })
    .openapi(sync, async (c) => {
      const id = recordId(c);
      const run = asCaller(c);
      await run(async () => undefined);
      return c.json(await syncAccount(reading(), run, id), 200);
    })
    .openapi(pending, async (c) => {
      const id = recordId(c);
      return c.json({ items: await readAsUser(services, c, 'open', (db) => listPending(db, id)) }, 200);
    });
}
