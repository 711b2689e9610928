/** The rules of a tenant, in the form and over the API: the least that counts, one less, and the specification's sentences. */
import { describe, expect, it } from 'vitest';
import { newTenant } from '../../../test/make.ts';
import { TenantChange, TenantForm, TenantInput } from './tenant.ts';

const HOME = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';

type Problems = { [field: string]: string };

function problems({ error }: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }): Problems {
  const found: Problems = {};
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

/** What is wrong with a tenant that has these fields, over the API. */
const refused = (given: object) => problems(TenantInput.safeParse({ ...newTenant({ propertyId: HOME }), ...given }));

/** The same in the form, where money is typed. */
const typed = { ...newTenant({ propertyId: HOME }), rentAmount: '1,450', depositAmount: '1673.07', avatar: null };
const refusedInForm = (given: object) => problems(TenantForm.safeParse({ ...typed, ...given }));

describe('the least that counts, in the form and over the API', () => {
  it.each([
    ['name', 'Al', 'A', 'Name is required'],
    ['name', 'Al', ' A ', 'Name is required'],
    ['email', 'a@b.uk', 'a@b', 'Valid email is required'],
    ['email', ' a@b.uk ', '', 'Valid email is required'],
    ['phone', '123456', '12345', 'Phone number is required'],
    ['phone', '123456', '12345 ', 'Phone number is required'],
    ['propertyId', HOME, '', 'Property selection is required'],
    ['propertyId', HOME, 'the house', 'Property selection is required'],
    ['leaseStart', '2026-01-01', '', 'Lease start date is required'],
    ['leaseStart', '2024-02-29', '2026-02-29', 'Please enter a date'],
    ['leaseEnd', '2026-01-01', '', 'Lease end date is required'],
    ['leaseEnd', '2024-02-29', '2026-02-29', 'Please enter a date'],
    ['leaseEnd', '2200-12-31', '2201-01-01', 'Please enter a year between 1900 and 2200'],
    ['movedOut', '', '31/12/2026', 'Please enter a date'],
  ])('of %s is %j; %j is answered: %s', (field, enough, tooLittle, sentence) => {
    for (const check of [refused, refusedInForm]) {
      expect(check({ [field]: enough })).toEqual({});
      expect(check({ [field]: tooLittle })).toEqual({ [field]: sentence });
    }
  });

  it.each([
    ['rentAmount', 'Rent amount is required'],
    ['depositAmount', 'Deposit amount is required'],
  ])('of %s is nothing at all to pay; less, or no number, is answered: %s', (field, sentence) => {
    expect(refused({ [field]: 0 })).toEqual({});
    expect(refusedInForm({ [field]: '0' })).toEqual({});
    for (const wrong of [-1, '1000', null, undefined])
      expect(refused({ [field]: wrong })).toEqual({ [field]: sentence });
    for (const wrong of ['', ' ', '-1']) expect(refusedInForm({ [field]: wrong })).toEqual({ [field]: sentence });
  });
});

describe('a tenant', () => {
  it('that says nothing hears of every field that is required, the lease end among them, and of no other', () => {
    const sentences = {
      name: 'Name is required',
      email: 'Valid email is required',
      phone: 'Phone number is required',
      propertyId: 'Property selection is required',
      leaseStart: 'Lease start date is required',
      leaseEnd: 'Lease end date is required',
      rentAmount: 'Rent amount is required',
      depositAmount: 'Deposit amount is required',
    };
    expect(problems(TenantInput.safeParse({}))).toEqual(sentences);
    const empty = Object.fromEntries(Object.keys(sentences).map((field) => [field, '']));
    expect(problems(TenantForm.safeParse(empty))).toEqual(sentences);
  });

  it('needs no guarantor, no photo and no day of moving out', () => {
    const { name, email, phone, propertyId, leaseStart, leaseEnd, rentAmount, depositAmount } = newTenant({
      propertyId: HOME,
    });
    const bare = { name, email, phone, propertyId, leaseStart, leaseEnd, rentAmount, depositAmount };
    expect(TenantInput.parse(bare)).toEqual({
      ...bare,
      periodic: false,
      movedOut: null,
      avatar: null,
      guarantorName: '',
      guarantorAddress: '',
      guarantorPhone: '',
      guarantorAltContact: '',
    });
  });

  it('of the form has its money in pence', () => {
    expect(TenantForm.parse(typed)).toMatchObject({ rentAmount: 145_000, depositAmount: 167_307 });
  });

  it('may have a lease that ends before it starts: the specification does not check it', () => {
    expect(refused({ leaseStart: '2026-02-01', leaseEnd: '2026-01-01' })).toEqual({});
  });
});

describe('a periodic tenancy', () => {
  it('has no lease end, and none is asked for', () => {
    for (const given of [{ leaseEnd: '' }, { leaseEnd: null }, { leaseEnd: undefined }]) {
      expect(refused({ periodic: true, ...given })).toEqual({});
      expect(refusedInForm({ periodic: true, ...given })).toEqual({});
    }
  });

  it('forgets a lease end that still stands in the hidden field', () => {
    const given = { periodic: true, leaseEnd: '2026-12-31' };
    expect(TenantInput.parse({ ...newTenant({ propertyId: HOME }), ...given }).leaseEnd).toBeNull();
    expect(TenantForm.parse({ ...typed, ...given }).leaseEnd).toBeNull();
  });
});

describe('a change without the form', () => {
  it.each([{ movedOut: '2026-06-30' }, { movedOut: null }, { periodic: true }, { periodic: false }])(
    'may be %j',
    (change) => {
      expect(TenantChange.parse(change)).toEqual(change);
    },
  );

  it.each([
    {},
    { movedOut: '' },
    { movedOut: '2026-02-29' },
    { movedOut: '9999-01-01' },
    { movedOut: 20260630 },
    { periodic: 'yes' },
    { periodic: null },
    { movedOut: null, periodic: true },
    { movedOut: null, name: 'Eve' },
    { rentAmount: 1 },
    [],
    null,
  ])('may not be %j', (change) => {
    expect(TenantChange.safeParse(change).success).toBe(false);
  });
});
