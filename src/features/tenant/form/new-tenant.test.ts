import { describe, expect, it } from 'vitest';
import { newTenant } from '../../../../test/fixtures/make.ts';
import { blankTenant, TenantForm, type TenantFormValues, toInput } from '../tenant.ts';
import { depositSuggestion, OWN_TENANCY, termEnd } from './new-tenant.ts';

const TODAY = '2026-11-25';
const HOME = '00000000-0000-4000-8000-000000000001';

function typed(values: Partial<TenantFormValues> = {}): TenantFormValues {
  const { name, email, phone } = newTenant({ propertyId: HOME });
  const person = { name, email, phone, propertyId: HOME };
  return { ...blankTenant(TODAY), ...person, rentAmount: '895', term: 'periodic', periodic: true, ...values };
}
const wrong = (values: Partial<TenantFormValues>): Record<string, string> =>
  Object.fromEntries(
    (TenantForm.safeParse(typed(values)).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
const sent = (values: Partial<TenantFormValues>) => toInput(TenantForm.parse(typed(values)));

describe('the end of a fixed term', () => {
  it('is the day before the next term, or the last day of a shorter February', () => {
    expect(termEnd('2026-11-25', '12')).toBe('2027-11-24');
    expect(termEnd('2026-03-01', '6')).toBe('2026-08-31');
    expect(termEnd('2026-08-31', '6')).toBe('2027-02-28');
    expect(termEnd('2024-02-29', '24')).toBe('2026-02-28');
    expect([termEnd('', '12'), termEnd('2026-11-25', 'periodic')]).toEqual([null, null]);
  });

  it('is required as a date only after choosing a fixed term', () => {
    expect(wrong({ term: '', periodic: false })).toEqual({ term: 'Choose a fixed term or periodic' });
    expect(wrong({ term: 'other', periodic: false })).toEqual({ leaseEnd: 'Lease end date is required' });
  });
});

describe('the start of the ledger', () => {
  const since = (ledgerSince: string, values: Partial<TenantFormValues> = {}) =>
    ({ leaseStart: '2025-03-01', ledgerSince, ...values }) satisfies Partial<TenantFormValues>;

  it('is required only for a tenancy that started before this month', () => {
    expect(wrong(since(''))).toEqual({ ledgerSince: 'Choose how far back to keep the ledger' });
    expect(wrong(since('', { leaseStart: '2026-11-01' }))).toEqual({});
    expect(sent({ leaseStart: '2026-11-01' }).ledger).toBeUndefined();
  });

  it('is the tenancy’s start, a date, or this month, with debt or credit', () => {
    expect(sent(since('start')).ledger).toEqual({ from: '2025-03-01', owed: 0 });
    const day = { ledgerDay: '2026-04-06', ledgerOwed: '895' };
    expect(sent(since('day', day)).ledger).toEqual({ from: '2026-04-06', owed: 89_500 });
    expect(sent(since('now', { ledgerOwed: '20', ledgerSide: 'credit' })).ledger).toEqual({
      from: '2026-11-01',
      owed: -2000,
    });
  });

  it('rejects dates outside the tenancy and invalid amounts', () => {
    expect(wrong(since('day'))).toEqual({ ledgerDay: 'Enter the date the ledger starts' });
    expect(wrong(since('day', { ledgerDay: '2025-02-28' }))).toEqual({
      ledgerDay: 'Enter a date on or after the start of the tenancy.',
    });
    expect(wrong(since('day', { ledgerDay: '2026-11-26' }))).toEqual({ ledgerDay: 'Enter a date up to today' });
    expect(wrong(since('day', { ledgerDay: '2025-03-01', ledgerOwed: '5' }))).toEqual({
      ledgerOwed: 'Enter 0, as there cannot be a balance before the tenancy started',
    });
    expect(wrong(since('now', { ledgerOwed: '-5' }))).toHaveProperty('ledgerOwed');
  });

  it('requires confirmation of a start before 1980', () => {
    const old = since('now', { leaseStart: '1926-03-01' });
    expect(wrong(old)).toEqual({ confirmedStart: 'Check the year, or confirm that it is correct' });
    expect(wrong({ ...old, confirmedStart: true })).toEqual({});
    expect(wrong({ ...old, savedStart: '1926-03-01' })).toEqual({});
    expect(sent({ ...old, confirmedStart: true })).toHaveProperty('confirmedStart', true);
  });
});

describe('joining a tenancy', () => {
  const joins = { mayJoin: true, joins: HOME, joinedRent: '105000', joinedDeposit: '0', leaseStart: '2025-03-01' };

  it('rejects another rent for the tenancy without confirmation', () => {
    expect(wrong({ ...joins, rentAmount: '600' })).toEqual({
      changesTenancy:
        'This tenancy’s rent is £1,050.00 a month and its deposit is £0.00. Enter these amounts, or confirm the change.',
    });
    expect(sent({ ...joins, rentAmount: '600', changesTenancy: true })).toMatchObject({ changesTenancy: true });
    expect(sent({ ...joins, rentAmount: '1,050' })).not.toHaveProperty('changesTenancy');
  });

  it('needs no start of the ledger, unlike a separate tenancy', () => {
    expect(sent({ ...joins, rentAmount: '1,050' }).ledger).toBeUndefined();
    expect(wrong({ ...joins, joins: OWN_TENANCY, joinedRent: '', joinedDeposit: '' })).toHaveProperty('ledgerSince');
  });
});

it('suggests the maximum deposit, if there is a rent', () => {
  expect(depositSuggestion(89_500)).toEqual({ pence: 103_269, words: 'Up to £1,032.69 (5 weeks’ rent)' });
  expect(depositSuggestion(450_000)?.words).toContain('6 weeks');
  expect(depositSuggestion(0)).toBeNull();
});
