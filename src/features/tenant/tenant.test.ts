import { describe, expect, it } from 'vitest';
import { newTenant } from '../../../test/fixtures/make.ts';
import { HOME, tenantRecord } from '../../../test/fixtures/tenant-record.ts';
import { GUARANTOR, hasGuarantor } from '../guarantor/guarantor.ts';
import { affectedProperties, TENANT_LIST, TEXTS } from './listed.ts';
import {
  blankTenant,
  depositHint,
  FORM_TABS,
  homeLine,
  keptTenantsText,
  leaseRemark,
  mergeTenants,
  startingRent,
  TENANT,
  TenantForm,
  type TenantFormValues,
  TenantInput,
  toFormValues,
  toInput,
} from './tenant.ts';

const TODAY = '2026-11-21';
const GUARANTOR_FIELDS = Object.keys(GUARANTOR);
const NO_GUARANTOR = { guarantorName: '', guarantorAddress: '', guarantorPhone: '', guarantorAltContact: '' };

type Result = { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };

function problems({ error }: Result): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}

/** Errors by field from the API, and from the form, whose amounts are text. */
const refused = (changes: object) =>
  problems(TenantInput.safeParse({ ...newTenant({ propertyId: HOME.id }), ...changes }));
const typed = { ...newTenant({ propertyId: HOME.id }), rentAmount: '1,450', depositAmount: '1673.07', avatar: null };
const refusedInForm = (changes: object) => problems(TenantForm.safeParse({ ...typed, ...changes }));

it('S1.8.37: shows the specified message if a tenant cannot be deleted in the list', () => {
  expect(TEXTS.deleteFailedInList).toBe('Failed to delete tenant');
});

describe('the fields', () => {
  it.each([
    ['S1.5.23, S1.9.25', 'name', 'Al', ['A', ' A '], 'Name is required'],
    ['S1.5.24', 'email', ' a@b.uk ', ['a@b', ''], 'Valid email is required'],
    ['S1.5.25, S1.9.25', 'phone', '123456', ['12345', '12345 '], 'Phone number is required'],
    ['S1.5.26', 'propertyId', HOME.id, ['', 'the house'], 'Property selection is required'],
    ['S1.5.27', 'leaseStart', '2026-01-01', [''], 'Lease start date is required'],
    ['', 'leaseStart', '2024-02-29', ['2026-02-29'], 'Enter a date'],
    ['S1.5.28', 'leaseEnd', '2026-01-01', [''], 'Lease end date is required'],
    ['', 'leaseEnd', '2024-02-29', ['2026-02-29'], 'Enter a date'],
    ['', 'leaseEnd', '2200-12-31', ['2201-01-01'], 'Enter a year between 1900 and 2200'],
    ['', 'movedOut', '', ['31/12/2026'], 'Enter a date'],
  ])('%s: %s accepts %j and rejects %j: %s', (_, field, enough, tooLittle, sentence) => {
    for (const check of [refused, refusedInForm]) {
      expect(check({ [field]: enough })).toEqual({});
      for (const wrong of tooLittle) expect(check({ [field]: wrong })).toEqual({ [field]: sentence });
    }
  });

  it.each([
    ['S1.5.29', 'rentAmount', 'Rent amount is required'],
    ['S1.5.30', 'depositAmount', 'Deposit amount is required'],
  ])('%s: %s accepts 0 and rejects less or no number: %s', (_, field, sentence) => {
    expect([refused({ [field]: 0 }), refusedInForm({ [field]: '0' })]).toEqual([{}, {}]);
    for (const wrong of [-1, '1000', null, undefined])
      expect(refused({ [field]: wrong })).toEqual({ [field]: sentence });
    for (const wrong of ['', ' ', '-1']) expect(refusedInForm({ [field]: wrong })).toEqual({ [field]: sentence });
  });

  it('S1.5.32: accept a lease that ends before it starts', () => {
    expect(refused({ leaseStart: '2026-02-01', leaseEnd: '2026-01-01' })).toEqual({});
  });

  it('drop the lease end of a periodic tenancy without requiring one', () => {
    for (const changes of [{ leaseEnd: '' }, { leaseEnd: null }, { leaseEnd: undefined }, { leaseEnd: '2026-12-31' }]) {
      const periodic = { periodic: true, ...changes };
      expect(TenantInput.parse({ ...newTenant({ propertyId: HOME.id }), ...periodic }).leaseEnd).toBeNull();
      expect(TenantForm.parse({ ...typed, ...periodic }).leaseEnd).toBeNull();
    }
  });
});

describe('the form', () => {
  it('S1.5.33: starts with today, both amounts 0 and the preselected property, and requires the term', () => {
    const money = { rentAmount: '0', depositAmount: '0' };
    const blank = { leaseStart: TODAY, leaseEnd: '', term: '', ...money, periodic: false, propertyId: '' };
    expect(blankTenant(TODAY)).toMatchObject(blank);
    expect(blankTenant(TODAY, 'p').propertyId).toBe('p');
  });

  it('starts with the property’s rent', () => {
    expect(startingRent(115_050)).toBe('1150.50');
  });

  it('sends an unchanged tenant back to the API', () => {
    for (const tenant of [
      tenantRecord({ movedOut: '2026-12-01', rentAmount: 120_050 }),
      tenantRecord({ periodic: true, leaseEnd: null, guarantorName: '', depositAmount: 0 }),
    ]) {
      // The form does not send a tenancy.
      const expected = { ...TenantInput.parse(tenant), tenancyId: undefined };
      expect(toInput(TenantForm.parse(toFormValues(tenant)))).toEqual(expected);
    }
  });

  it('requires a property for a tenant without one', () => {
    const orphan = TenantForm.safeParse(toFormValues(tenantRecord({ propertyId: null, property: null })));
    expect(problems(orphan)).toEqual({ propertyId: 'Property selection is required' });
  });

  it('has the guarantor’s fields in a separate tab', () => {
    const guarantors = Object.keys(TENANT.labels).filter((field) => FORM_TABS.tabOf(field) === 'guarantor-details');
    expect(guarantors).toEqual(GUARANTOR_FIELDS);
  });

  it('warns about unusual lease dates once both are entered', () => {
    const remark = (leaseStart: string, leaseEnd: string) => leaseRemark({ leaseStart, leaseEnd });
    expect(remark('2026-03-01', '2026-02-28')).toBe('The lease ends before it starts');
    expect(remark('2026-03-01', '2026-03-02')).toBeUndefined();
    expect([remark('2026-03-01', ''), remark('', '2026-02-28')]).toEqual([undefined, undefined]);
  });

  it('warns about a deposit at or above the maximum in England once there is a rent', () => {
    const atMaximum = 'The maximum deposit in England for this rent (5 weeks).';
    const above = 'Above the maximum deposit in England, which is £1,384.61 for this rent.';
    const hints = ['1384.60', '1384.61', '£1,384.62'].map((deposit) => depositHint(deposit, '1,200'));
    expect(hints).toEqual([undefined, atMaximum, above]);
    for (const rent of ['0', '', 'twelve']) expect(depositHint('500', rent)).toBeUndefined();
    expect(depositHint('1e9', '1200')).toBeUndefined();
  });
});

describe('two versions of a tenant', () => {
  const OTHER = '00000000-0000-4000-8000-000000000002';
  const mine = (change: Partial<TenantFormValues> = {}) =>
    TenantForm.parse({ ...toFormValues(tenantRecord()), ...change });

  it('merge without questions if equal, also after a change of the property’s address', () => {
    const property = { ...HOME, address: '15 Chandos Terrace' };
    const theirs = tenantRecord({ version: 4, property, propertyName: '15 Chandos Terrace, Bristol' });
    expect(mergeTenants({ base: tenantRecord(), mine: mine(), theirs })).toEqual({
      merged: mine(),
      questions: [],
      taken: [],
    });
  });

  it('ask with labels in form order, and once about the lease end', () => {
    const theirs = tenantRecord({ rentAmount: 125_000, leaseEnd: null, periodic: true, movedOut: '2026-12-01' });
    const changes = mine({ name: 'Ada King', leaseEnd: '2027-03-31', rentAmount: '1300' });
    const { merged, questions, taken } = mergeTenants({ base: tenantRecord(), mine: changes, theirs });
    expect(merged).toEqual({ ...changes, movedOut: '2026-12-01' });
    expect(taken).toEqual(['Moved out']);
    expect(questions).toMatchObject([
      { label: 'Lease End', yours: '31 Mar 2027', theirs: 'Periodic' },
      { label: 'Rent Amount per month', yours: '£1,300.00', theirs: '£1,250.00' },
    ]);
    const [end] = questions;
    expect(toInput(end?.take(merged) ?? merged)).toMatchObject({ leaseEnd: null, periodic: true });
    const wasPeriodic = tenantRecord({ leaseEnd: null, periodic: true });
    const back = mergeTenants({
      base: wasPeriodic,
      mine: mine({ leaseEnd: '', periodic: true }),
      theirs: tenantRecord(),
    });
    expect(toInput(back.merged)).toMatchObject({ leaseEnd: '2027-02-28', periodic: false });
  });

  it('ask about the property by address, but not about a deleted one', () => {
    const mill = { id: OTHER, address: '2 Mill Lane', city: 'Otley' };
    const third = {
      ...HOME,
      id: '00000000-0000-4000-8000-000000000003',
      address: '3 Quay',
      city: 'York',
      state: 'York',
    };
    const theirs = tenantRecord({ propertyId: third.id, property: third });
    const questionsFor = (changes: Partial<TenantFormValues>) =>
      mergeTenants({ base: tenantRecord(), mine: mine(changes), theirs }).questions;
    const both = { label: 'Property', yours: '2 Mill Lane, Otley', theirs: '3 Quay, York' };
    expect(questionsFor({ propertyId: OTHER, home: mill })).toMatchObject([both]);
    expect(questionsFor({ propertyId: OTHER })).toMatchObject([{ yours: 'Another property' }]);
    const gone = tenantRecord({ propertyId: null, property: null });
    for (const changes of [mine(), mine({ propertyId: OTHER, home: mill })])
      expect(mergeTenants({ base: tenantRecord(), mine: changes, theirs: gone })).toMatchObject({
        merged: changes,
        questions: [],
      });
  });
});

describe('texts', () => {
  it('count the tenants kept', () => {
    expect([0, 1, 2].map(keptTenantsText)).toEqual([
      '',
      'We keep 1 tenant, without a property.',
      'We keep 2 tenants, without a property.',
    ]);
  });

  it('S1.2.122: show the county unless it repeats the city', () => {
    const home = { id: '1', address: '2 Mill Lane', city: 'Otley', state: 'West Yorkshire' };
    expect(homeLine(home)).toBe('2 Mill Lane, Otley, West Yorkshire');
    expect(homeLine({ ...home, state: 'Otley' })).toBe('2 Mill Lane, Otley');
  });

  it('S1.2.128: show a guarantor with a name, phone or address, not an alternative contact alone', () => {
    const none = { ...NO_GUARANTOR, guarantorAltContact: 'A sister' };
    const shown = GUARANTOR_FIELDS.filter((field) => hasGuarantor({ ...none, [field]: 'x' }));
    expect(shown).toEqual(['guarantorName', 'guarantorAddress', 'guarantorPhone']);
  });
});

describe('the search params of the list', () => {
  const everything = { q: 'Ada', state: 'moved-out', sort: 'leaseEnd' };
  it.each([
    [{ q: '', sort: 'name' }, {}],
    [everything, everything],
    [{ q: '  ', state: 'evicted', sort: 'height', propertyId: HOME.id }, {}],
  ])('%j are read as %j', (search, params) => {
    expect(TENANT_LIST.search(search)).toEqual(params);
  });
});

it('returns the properties moved into or out of', () => {
  const inA = { propertyId: 'a', movedOut: null };
  expect(affectedProperties(undefined, inA)).toEqual(['a']);
  expect(affectedProperties(inA, undefined)).toEqual(['a']);
  expect(affectedProperties(inA, { ...inA, propertyId: 'b' })).toEqual(['a', 'b']);
  expect(affectedProperties(inA, { ...inA, movedOut: TODAY })).toEqual(['a']);
  expect(affectedProperties(inA, { ...inA })).toEqual([]);
});
