/** A supplier as the API tells of it, for tests that need no server; a test names only what it is about. */
import type { SupplierRecord } from '../src/features/supplier/supplier.ts';

export const BEECH = { id: '00000000-0000-4000-8000-00000000000b', address: '1 Beech Road', city: 'Leeds' };
export const MILL = { id: '00000000-0000-4000-8000-00000000000c', address: '2 Mill Lane', city: 'Otley' };

export function supplierRecord(given: Partial<SupplierRecord> = {}): SupplierRecord {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Harbour Plumbing Ltd',
    email: 'office@harbour-plumbing.example',
    phone: '0117 496 0123',
    serviceType: 'Plumbing',
    contactPerson: 'Mary Pike',
    address: '3 Dock Road, Bristol BS1 4RB',
    website: 'harbour-plumbing.example',
    notes: 'Closed on Fridays.',
    logo: null,
    properties: given.servicedProperties?.length ?? 1,
    servicedProperties: [BEECH],
    dateAdded: '2026-11-01T09:00:00.000Z',
    version: 1,
    ...given,
  };
}
