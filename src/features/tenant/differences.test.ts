/** Two versions of a tenant side by side. */
import { describe, expect, it } from 'vitest';
import { HOME, tenantRecord } from '../../../test/tenant-record.ts';
import { tenantDifferences } from './differences.ts';
import { type TenantFormValues, toFormValues } from './form-values.ts';
import { TenantForm } from './tenant.ts';

const OTHER = '00000000-0000-4000-8000-000000000002';

/** What I send from a form that was opened on the tenant. */
function mine(change: Partial<TenantFormValues> = {}) {
  return TenantForm.parse({ ...toFormValues(tenantRecord()), ...change });
}

describe('two versions of a tenant', () => {
  it('do not differ when they say the same, however the address of the property has changed', () => {
    const property = { ...HOME, address: '15 Chandos Terrace' };
    const theirs = tenantRecord({ version: 4, property, propertyName: '15 Chandos Terrace, Bristol' });
    expect(tenantDifferences({ yours: mine(), theirs, home: undefined })).toEqual([]);
  });

  it('differ in the fields that differ, in words and in the order of the form', () => {
    const theirs = tenantRecord({ rentAmount: 125_000, leaseEnd: null, periodic: true, movedOut: '2026-12-01' });
    const avatar = '/api/files/tenant_images/00000000-0000-4000-8000-000000000009/tenant_1_a.jpg';
    expect(tenantDifferences({ yours: mine({ name: 'Ada King', avatar }), theirs, home: undefined })).toEqual([
      { label: 'Name', yours: 'Ada King', theirs: 'Ada Lovelace' },
      { label: 'Lease End', yours: '28 Feb 2027', theirs: 'Periodic' },
      { label: 'Moved Out', yours: '', theirs: '01 Dec 2026' },
      { label: 'Rent Amount per month', yours: '£1,200.00', theirs: '£1,250.00' },
      { label: 'Photo', yours: 'A photo of their own', theirs: '' },
    ]);
  });

  it('differ in the property, by its address', () => {
    const yours = mine({ propertyId: OTHER });
    const label = 'Property';
    const theirs = tenantRecord();
    expect(tenantDifferences({ yours, theirs, home: '2 Mill Lane, Otley' })).toEqual([
      { label, yours: '2 Mill Lane, Otley', theirs: '14 Chandos Terrace, Bristol' },
    ]);
    expect(tenantDifferences({ yours, theirs, home: undefined })).toMatchObject([{ yours: 'Another property' }]);
    const gone = tenantRecord({ propertyId: null, property: null });
    expect(tenantDifferences({ yours: mine(), theirs: gone, home: 'Here' })).toMatchObject([{ label, theirs: '' }]);
  });
});
