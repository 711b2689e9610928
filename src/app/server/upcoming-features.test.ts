import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { server } from '../../../test/servers/server.ts';
import { COMING, PLANS } from '../../features/billing/plan.ts';
import { createApi, describeApi } from './app.server.ts';

/** The API operation and the tests of each feature, by file below src/features and part of the title. */
const SERVED: Record<string, { operation: string; proofs: Record<string, string> }> = {
  'Unlimited listings': {
    operation: 'addProperty',
    proofs: { 'property/save.api.test.ts': 'is added in one request and returned as sent' },
  },
  'Tenant and property details': {
    operation: 'getTenant',
    proofs: { 'tenant/tenant.api.test.ts': 'is stored with dates, pounds, and null for empty fields' },
  },
  'Rent tracking and reminders': {
    operation: 'getArrears',
    proofs: {
      'rent/rent.api.test.ts': 'adds up received and outstanding rent to the rent due in a month',
      'reminder/reminders.api.test.ts': 'are sent to every tenant once with the amount owed',
    },
  },
  'Maintenance requests': {
    operation: 'moveRepair',
    proofs: {
      'repair/repair.api.test.ts': 'becomes a transaction to pay once it is accepted, and a credit note a refund',
    },
  },
  'Email support': {
    operation: 'sendEnquiry',
    proofs: { 'landing/contact.api.test.ts': 'stores a message and emails it to the operator once' },
  },
  'Basic accounting and invoicing': {
    operation: 'addTransaction',
    proofs: { 'property/save.api.test.ts': 'keeps the order of rows and the exact pence of amounts' },
  },
  'Document storage': {
    operation: 'uploadFile',
    proofs: { 'file/upload.api.test.ts': 'is returned byte for byte, as a new file each time' },
  },
  'Income and expense reporting': {
    operation: 'getTransactionTotals',
    proofs: { 'transaction/list/list.api.test.ts': 'returns the same pages and sums as a full scan' },
  },
  'Automated reminders and late fees': {
    operation: 'setReminders',
    proofs: { 'interest/interest.api.test.ts': 'is suggested if the agreement allows it' },
  },
  'Multi-user access': {
    operation: 'invite',
    proofs: {
      'team/team.api.test.ts': 'joins somebody with a sign-in, who can switch between both accounts',
      'team/seats/seats.api.test.ts': 'pauses those who joined last, once with several servers',
    },
  },
  'API access': {
    operation: 'addKey',
    proofs: {
      'key/key.api.test.ts': 'reads and changes records within its rights, without a cookie or an Origin',
    },
  },
  'Bulk import': {
    operation: 'runImport',
    proofs: {
      'import/import.api.test.ts': 'is imported after its wrong rows are corrected or left out with their tenants',
    },
  },
  'Advanced API': {
    operation: 'saveManyTenants',
    proofs: {
      'key/bulk.api.test.ts': 'saves adds and changes, with an outcome for each row',
      'webhook/event-log.api.test.ts': 'are read in order, a page at a time, and continue from the last cursor',
    },
  },
  'Premium integrations': {
    operation: 'addWebhook',
    proofs: {
      'webhook/webhook.api.test.ts': 'is a change of a record, signed, without its content',
      'webhook/event-log.api.test.ts': 'sends failed deliveries of changes within its rights again',
    },
  },
  'Data migration': {
    operation: 'runRestore',
    proofs: {
      'import/import.api.test.ts': 'has up to 1,000 rows after the trial, and more on Enterprise',
      'restore/restore.api.test.ts': 'is restored with equal content in every table',
    },
  },
  'Tax reporting': {
    operation: 'getTaxYear',
    proofs: {
      'tax/tax.api.test.ts': 'T19 add up a house, without other years and other landlords',
      'tax-update/update.api.test.ts': 'stores the body, its hash, the correlation id and the fulfilment',
    },
  },
  'Advanced analytics': {
    operation: 'getReport',
    proofs: { 'report/money/money.api.test.ts': 'adds up months to the same profit as independent SQL' },
  },
  'Export options': {
    operation: 'exportTransactions',
    proofs: { 'transaction-export/export.api.test.ts': 'returns hostile text unchanged' },
  },
};

it('every feature of a plan is either served or coming', () => {
  expect([...Object.keys(SERVED), ...COMING].toSorted()).toEqual(PLANS.at(-1)?.features.toSorted());
});

it('every served feature has an API operation', () => {
  const { paths = {} } = describeApi(createApi(server.services), server.services);
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods as Record<string, { operationId?: string }>))
    .map(({ operationId }) => operationId);
  expect(operations).toEqual(expect.arrayContaining(Object.values(SERVED).map(({ operation }) => operation)));
});

it.each(Object.entries(SERVED))('%s names a test that exists', async (_feature, { proofs }) => {
  for (const [file, title] of Object.entries(proofs)) {
    const titles = (await readFile(`src/features/${file}`, 'utf8')).match(/\b(?:it|test)(?:\.\w+)?\(\s*'.*'/g) ?? [];
    expect(titles.filter((one) => one.includes(title))).toHaveLength(1);
  }
});
