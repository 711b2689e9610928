/** A tenant as the server tells of them; a test names only what it is about. */
import { TenantRecord } from '../src/features/tenant/tenant.ts';

export const HOME = {
  id: '00000000-0000-4000-8000-000000000001',
  address: '14 Chandos Terrace',
  city: 'Bristol',
  state: 'Bristol',
};

export function tenantRecord(given: Partial<TenantRecord> = {}): TenantRecord {
  return TenantRecord.parse({
    id: '00000000-0000-4000-8000-0000000000a1',
    name: 'Ada Lovelace',
    email: 'ada@lovelace.example',
    phone: '07700 900417',
    propertyId: HOME.id,
    propertyName: '14 Chandos Terrace, Bristol',
    property: HOME,
    tenancyId: '00000000-0000-4000-8000-0000000000b1',
    leaseStart: '2026-03-01',
    periodic: false,
    leaseEnd: '2027-02-28',
    periodicDeclined: false,
    movedOut: null,
    rentAmount: 120_000,
    depositAmount: 138_461,
    avatar: null,
    guarantorName: 'Anne Byron',
    guarantorAddress: '',
    guarantorPhone: '07700 900418',
    guarantorAltContact: '',
    dateAdded: '2026-11-01T09:00:00.000Z',
    version: 3,
    ...given,
  });
}
