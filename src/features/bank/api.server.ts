/** Routes of bank accounts, which stay available after the trial. */
import { z } from '@hono/zod-openapi';
import { recordApi } from '../../server/http/record-api.server.ts';
import type { Services } from '../../server/services.server.ts';
import {
  addBankAccount,
  getBankAccount,
  listBankAccounts,
  removeBankAccount,
  renameBankAccount,
} from './bank-account.server.ts';
import { BankAccount, BankAccountChange, BankAccountInput, BankAccountRecord } from './bank-account.ts';
import { endUnusedConnections } from './connection/feeds.server.ts';
import { accountFingerprint } from './fingerprint.server.ts';
import { TEXTS } from './listed.ts';

export function bankApi(services: Services) {
  const { jobs, secret } = services;
  const fingerprint = accountFingerprint(secret);
  return recordApi(services, {
    path: '/api/bank-accounts',
    area: 'money',
    one: 'bank account',
    access: 'open',
    query: z.object({}),
    item: BankAccount,
    record: BankAccountRecord,
    input: BankAccountInput,
    method: 'patch',
    change: BankAccountChange,
    table: {
      list: listBankAccounts,
      get: getBankAccount,
      add: (db, input) => addBankAccount(db, input, fingerprint),
      change: renameBankAccount,
      async remove(db, wanted) {
        await removeBankAccount(db, wanted);
        await endUnusedConnections(db, jobs);
      },
    },
    summaries: {
      list: 'List bank accounts, newest first',
      add: 'Add a bank account by hand; its numbers are stored masked',
      change: 'Rename a bank account that was added by hand',
      remove: 'Remove a bank account, and its connection if it was the last; its transactions are kept',
    },
    notFound: TEXTS.notFound,
    nameOf: ({ institution, accountNumber }) => `${institution}, ${accountNumber}`,
  });
}
