/** A tenant of our own change finds their place in the lists that are open, as the server would have it. */
import { describe, expect, it } from 'vitest';
import { tenantRecord } from '../../../test/tenant-record.ts';
import { tenantListing } from './listing.ts';
import { type Tenant, TenantFilter } from './tenant.ts';

const TODAY = '2026-11-21';
const shows = (tenant: Tenant, filter: object) => tenantListing(TenantFilter.parse(filter), TODAY).matches(tenant);

function sorted(tenants: Partial<Tenant>[], sort: string): string[] {
  const { compare } = tenantListing(TenantFilter.parse({ sort }), TODAY);
  return tenants
    .map((given) => tenantRecord(given))
    .sort(compare)
    .map(({ name }) => name);
}

describe('a list of tenants', () => {
  it('finds by any part of name, email and property name, in capitals or not', () => {
    const found = (q: string) => shows(tenantRecord(), { q });
    expect(['LOVE', 'ada@', 'chandos', ''].filter((q) => !found(q))).toEqual([]);
    expect(['07700', 'Byron', 'lace ada'].filter(found)).toEqual([]);
    expect(shows(tenantRecord({ propertyName: null }), { q: 'null' })).toBe(false);
  });

  it('shows those whose lease stands so today', () => {
    const states = { expiring: '2026-12-20', active: '2026-12-21', expired: '2026-11-20' };
    for (const [state, leaseEnd] of Object.entries(states)) {
      const tenant = tenantRecord({ leaseEnd });
      expect(Object.keys(states).filter((one) => shows(tenant, { state: one }))).toEqual([state]);
      expect(shows({ ...tenant, movedOut: TODAY }, { state })).toBe(false);
      expect(shows({ ...tenant, movedOut: TODAY }, { state: 'moved-out' })).toBe(true);
    }
  });

  it('shows those of one property', () => {
    const tenant = tenantRecord();
    expect(shows(tenant, { propertyId: tenant.propertyId })).toBe(true);
    expect(shows({ ...tenant, propertyId: null }, { propertyId: tenant.propertyId })).toBe(false);
  });

  it('stands by name without accents and capitals', () => {
    const names = ['Zoë', 'éclair', 'Eclair b', 'adam', 'Élan'].map((name) => ({ name }));
    expect(sorted(names, 'name')).toEqual(['adam', 'éclair', 'Eclair b', 'Élan', 'Zoë']);
  });

  it('stands by the end of the lease, the periodic ones last', () => {
    const tenants = [
      { name: 'periodic', leaseEnd: null },
      { name: 'late', leaseEnd: '2199-12-31' },
      { name: 'soon', leaseEnd: '2026-12-01' },
    ];
    expect(sorted(tenants, 'leaseEnd')).toEqual(['soon', 'late', 'periodic']);
  });

  it('stands newest first, and by id where two were added at once', () => {
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    const at = '2026-11-02T09:00:00.000Z';
    const tenants = [
      { name: 'old' },
      { name: 'first', dateAdded: at, id: id(1) },
      { name: 'second', dateAdded: at, id: id(2) },
    ];
    expect(sorted(tenants, 'newest')).toEqual(['second', 'first', 'old']);
  });
});
