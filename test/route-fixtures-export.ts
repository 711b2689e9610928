/** The line of test/route-fixtures.ts for the export of transactions. What is in the file: src/features/transaction/export/export.api.test.ts. */
import { addedTransaction } from './landlords.ts';
import { owned, type Reach } from './ways.ts';

export const EXPORT: Reach = {
  'GET /api/transactions/export': owned({
    make: (owner) => addedTransaction(owner, { description: 'Paint' }),
    request: () => ({ path: '/api/transactions/export?format=csv' }),
    answer: () => ({
      status: 200,
      bytes: Buffer.from(
        '\ufeffDate,Description,Category,Type,Status,Reference,Amount,Property,Bank account\r\n' +
          '2026-11-12,Paint,Maintenance,Expense,Completed,,-120.49,,\r\n',
      ),
    }),
    stranger: 'own',
    guarded: false,
  }),
};
