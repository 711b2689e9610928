/** Two versions of one transaction, as the question shows them after somebody else has saved it. */
import { expect, it } from 'vitest';
import { transactionDifferences } from './differences.ts';
import { asFilled } from './form-values.ts';
import type { Transaction } from './transaction.ts';

const THEIRS: Transaction = {
  id: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a02',
  date: '2026-11-12',
  description: 'Boiler repair call-out',
  category: 'maintenance',
  type: 'expense',
  status: 'overdue',
  reference: '',
  amount: -28_640,
  propertyId: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a01',
  propertyAddress: '47 Knavesmire Crescent, York',
  bankAccountId: null,
  bankAccount: null,
  version: 3,
};

it('Where both versions of a transaction say the same there is nothing to ask', () => {
  expect(transactionDifferences({ yours: asFilled(THEIRS), theirs: THEIRS, place: undefined })).toEqual([]);
});

it('Every field in which two versions of a transaction differ is told in words, never as it is kept', () => {
  const yours = {
    propertyId: null,
    amount: 30_000,
    category: 'tax',
    description: 'Boiler replaced',
    date: '2026-12-01',
    status: 'completed' as const,
  };
  expect(transactionDifferences({ yours, theirs: THEIRS, place: undefined })).toEqual([
    { label: 'Property', yours: 'No property', theirs: '47 Knavesmire Crescent, York' },
    { label: 'Amount (£)', yours: '£300.00', theirs: '£286.40' },
    { label: 'Category', yours: 'Taxes', theirs: 'Maintenance' },
    { label: 'Description', yours: 'Boiler replaced', theirs: 'Boiler repair call-out' },
    { label: 'Date', yours: '01 Dec 2026', theirs: '12 Nov 2026' },
    { label: 'Status', yours: 'Paid', theirs: 'To pay' },
  ]);
});

it('A property in the differences of a transaction is told by its address', () => {
  const yours = { ...asFilled(THEIRS), propertyId: '5f9f1f6e-4b1c-4a57-9a54-1f0c9d1f9a09' };
  const theirs = { ...THEIRS, propertyId: null, propertyAddress: null };
  const [known] = transactionDifferences({ yours, theirs, place: '2 Mill Lane, Leeds' });
  expect(known).toEqual({ label: 'Property', yours: '2 Mill Lane, Leeds', theirs: 'No property' });
  const [unknown] = transactionDifferences({ yours, theirs: THEIRS, place: undefined });
  expect(unknown?.yours).toBe('Another property');
});
