/** A supplier of our own change finds its place in the lists that are open, as the server would have it. */
import { describe, expect, it } from 'vitest';
import { supplierRecord } from '../../../test/supplier-record.ts';
import { supplierListing } from './listing.ts';
import { type Supplier, SupplierFilter } from './supplier.ts';

const shows = (supplier: Supplier, filter: object) => supplierListing(SupplierFilter.parse(filter)).matches(supplier);

function sorted(suppliers: Partial<Supplier>[], sort: string): string[] {
  const { compare } = supplierListing(SupplierFilter.parse({ sort }));
  return suppliers
    .map((given) => supplierRecord(given))
    .sort(compare)
    .map(({ name }) => name);
}

describe('a list of suppliers', () => {
  it('finds by any part of name, service type and email, in capitals or not', () => {
    for (const q of ['HARBOUR', 'plumb', 'office@', ''])
      expect({ q, shown: shows(supplierRecord(), { q }) }).toEqual({ q, shown: true });
    for (const q of ['Pike', '0117', 'Dock', 'Fridays'])
      expect({ q, shown: shows(supplierRecord(), { q }) }).toEqual({ q, shown: false });
  });

  it('shows those of one service type', () => {
    expect(shows(supplierRecord(), { serviceType: 'Plumbing' })).toBe(true);
    expect(shows(supplierRecord(), { serviceType: 'Roofing' })).toBe(false);
  });

  it('stands by name without accents and capitals', () => {
    const names = ['Zoë', 'éclair', 'Eclair b', 'adam', 'Élan'].map((name) => ({ name }));
    expect(sorted(names, 'name')).toEqual(['adam', 'éclair', 'Eclair b', 'Élan', 'Zoë']);
  });

  it('stands newest first, and by id where two were added at once', () => {
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    const at = '2026-11-02T09:00:00.000Z';
    const suppliers = [
      { name: 'old' },
      { name: 'first', dateAdded: at, id: id(1) },
      { name: 'second', dateAdded: at, id: id(2) },
    ];
    expect(sorted(suppliers, 'newest')).toEqual(['second', 'first', 'old']);
  });
});
