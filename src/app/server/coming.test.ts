/** What plans promise: each feature is either served by a route of the API, or is said to be coming. */
import { expect, it } from 'vitest';
import { server } from '../../../test/server.ts';
import { COMING, PLANS } from '../../features/billing/plan.ts';
import { createApi, describeApi } from './app.server.ts';

/** The operation by which a landlord has it. */
const SERVED: Record<string, string> = {
  'Unlimited listings': 'addProperty',
  'Tenant and property details': 'getTenant',
  'Rent tracking and reminders': 'getArrears',
  'Email support': 'sendEnquiry',
  'Basic accounting and invoicing': 'addTransaction',
  'Document storage': 'uploadFile',
  'Income and expense reporting': 'getTransactionTotals',
  'Automated reminders and late fees': 'setReminders',
  'Export options': 'exportTransactions',
  'Bulk import': 'importStatement',
};

it('every feature of a plan is served or coming, and none is both', () => {
  const { paths = {} } = describeApi(createApi(server.services), server.services);
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods as Record<string, { operationId?: string }>))
    .map(({ operationId }) => operationId);
  expect(operations).toEqual(expect.arrayContaining(Object.values(SERVED)));
  expect([...Object.keys(SERVED), ...COMING].toSorted()).toEqual(PLANS.at(-1)?.features.toSorted());
});
