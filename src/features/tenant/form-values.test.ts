/** A tenant on the way from the form to the API and back. */
import { describe, expect, it } from 'vitest';
import { tenantRecord } from '../../../test/tenant-record.ts';
import { blankTenant, type TenantFormValues, toFormValues } from './form-values.ts';
import { TenantForm, TenantInput } from './tenant.ts';

const TODAY = '2026-11-21';

function problems(typed: TenantFormValues): Record<string, string> {
  const issues = TenantForm.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

describe('the form of a tenant', () => {
  it('begins with both days today and both sums 0', () => {
    const { leaseStart, leaseEnd, rentAmount, depositAmount, periodic, propertyId } = blankTenant(TODAY);
    expect({ leaseStart, leaseEnd, rentAmount, depositAmount, periodic, propertyId }).toEqual({
      leaseStart: TODAY,
      leaseEnd: TODAY,
      rentAmount: '0',
      depositAmount: '0',
      periodic: false,
      propertyId: '',
    });
  });

  it('begins with the property that it was opened for', () => {
    expect(blankTenant(TODAY, 'p').propertyId).toBe('p');
  });

  it('says what is missing, in the words of the specification', () => {
    const empty = { ...blankTenant(TODAY), leaseStart: '', leaseEnd: '', rentAmount: '', depositAmount: '' };
    expect(problems(empty)).toEqual({
      name: 'Name is required',
      email: 'Valid email is required',
      phone: 'Phone number is required',
      propertyId: 'Property selection is required',
      leaseStart: 'Lease start date is required',
      leaseEnd: 'Lease end date is required',
      rentAmount: 'Rent amount is required',
      depositAmount: 'Deposit amount is required',
    });
  });

  it('gives back to the API the very tenant it was filled with', () => {
    for (const tenant of [
      tenantRecord({ movedOut: '2026-12-01', rentAmount: 120_050 }),
      tenantRecord({ periodic: true, leaseEnd: null, guarantorName: '', depositAmount: 0 }),
    ]) {
      expect(TenantForm.parse(toFormValues(tenant))).toEqual(TenantInput.parse(tenant));
    }
  });

  it('asks for another property where the tenant has none any more', () => {
    expect(problems(toFormValues(tenantRecord({ propertyId: null, property: null })))).toEqual({
      propertyId: 'Property selection is required',
    });
  });

  it('does not ask for the end of a periodic tenancy, and forgets what stood there', () => {
    const typed = { ...toFormValues(tenantRecord()), periodic: true };
    expect(TenantForm.parse(typed).leaseEnd).toBeNull();
    expect(problems({ ...typed, leaseEnd: '' })).toEqual({});
  });
});
