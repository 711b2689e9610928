/** A transaction that changes finds its place in the lists that are open, as the server would have it. */
import { describe, expect, it } from 'vitest';
import { transactionListing } from './listing.ts';
import { type Transaction, TransactionListFilter } from './transaction.ts';

const BOILER: Transaction = {
  id: '00000000-0000-4000-8000-000000000001',
  date: '2026-11-12',
  description: 'Boiler repair',
  category: 'tax',
  type: 'expense',
  status: 'pending',
  reference: 'INV-0931',
  amount: -28_640,
  propertyId: '00000000-0000-4000-8000-00000000000a',
  propertyAddress: '47 Knavesmire Crescent, York',
  bankAccountId: null,
  bankAccount: 'Business Account',
  version: 1,
};

const shows = (given: Partial<Transaction>, filter: object) =>
  transactionListing(TransactionListFilter.parse(filter)).matches({ ...BOILER, ...given });

function sorted(transactions: Partial<Transaction>[], sort: string): string[] {
  const { compare } = transactionListing(TransactionListFilter.parse({ sort }));
  return transactions
    .map((given) => ({ ...BOILER, ...given }))
    .sort(compare)
    .map(({ description }) => description);
}

describe('a list of transactions', () => {
  it('finds by any part of description, reference, category and property address, in capitals or not', () => {
    for (const q of ['', 'BOILER', 'inv-09', 'taxes', 'crescent, y'])
      expect({ q, shown: shows({}, { q }) }).toEqual({ q, shown: true });
    for (const q of ['business', 'repair inv', 'pending', '286', 'taxation'])
      expect({ q, shown: shows({ propertyAddress: null }, { q }) }).toEqual({ q, shown: false });
  });

  it('shows those of the chosen categories, a status, a property or none', () => {
    expect(shows({}, { category: 'rent,tax', status: 'pending', propertyId: BOILER.propertyId })).toBe(true);
    for (const filter of [{ category: 'rent' }, { category: 'taxi' }, { status: 'overdue' }, { propertyId: 'none' }])
      expect({ filter, shown: shows({}, filter) }).toEqual({ filter, shown: false });
    expect(shows({ propertyId: null }, { propertyId: 'none' })).toBe(true);
    expect(shows({ propertyId: null }, { propertyId: BOILER.propertyId })).toBe(false);
  });

  it('stands by day or by amount without its sign, and by id where those are alike', () => {
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    const rows = [
      { description: 'roof', date: '2026-02-01', amount: -500_000, id: id(3) },
      { description: 'rent', date: '2026-01-01', amount: 145_000, id: id(2) },
      { description: 'lamp', date: '2026-03-01', amount: -899, id: id(1) },
      { description: 'bulb', date: '2026-03-01', amount: -899, id: id(4) },
    ];
    expect(sorted(rows, 'recent')).toEqual(['bulb', 'lamp', 'roof', 'rent']);
    expect(sorted(rows, 'oldest')).toEqual(['rent', 'roof', 'lamp', 'bulb']);
    expect(sorted(rows, 'highest')).toEqual(['roof', 'rent', 'bulb', 'lamp']);
    expect(sorted(rows, 'lowest')).toEqual(['lamp', 'bulb', 'rent', 'roof']);
  });
});
