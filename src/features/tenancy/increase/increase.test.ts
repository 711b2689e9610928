import { describe, expect, it } from 'vitest';
import type { TenancyRecord } from '../tenancy.ts';
import { formFields, increaseOf, wrongService, wrongStart } from './increase.ts';

const row = (from: string, amount: number) => ({ id: from, from, amount, servedOn: null });
const tenancy = {
  names: 'Ben Holroyd, Aisha Rahman',
  propertyName: '30 Ash Grove, Leeds',
  start: '2026-01-10',
  frequency: 'monthly',
  rentDay: 10,
  timing: 'advance',
  rents: [row('2026-01-10', 104_000)],
} as TenancyRecord;

describe('an increase', () => {
  it('is allowed after two months and 52 weeks, on the next rent day', () => {
    // Two months after notice: 20 January 2027; 52 weeks of tenancy: 9 January 2027; next rent day: 10 February.
    expect(increaseOf(tenancy, '2026-11-20').day).toBe('2027-02-10');
    const begins = (from: string) => wrongStart(tenancy, { from, served: '2026-11-20' });
    expect(begins('2027-01-10')).toBe('If you serve notice on 20 Nov 2026, the earliest date is 10 Feb 2027');
    expect(begins('2027-02-10')).toBeUndefined();
    expect(begins('2027-02-11')).toBe('Choose the first day of a rent period, for example 10 Mar 2027');
  });

  it('counts from a future increase', () => {
    const raised = { ...tenancy, rents: [row('2027-02-10', 110_000), row('2026-01-10', 104_000)] };
    // 52 weeks after 10 February 2027 is 9 February 2028.
    expect(increaseOf(raised, '2026-11-20').day).toBe('2028-02-10');
  });

  it('waits 53 weeks by the first increase after 11 February 2003, not an earlier one', () => {
    const rents = [row('2025-05-27', 40_000), row('2021-06-01', 38_000), row('2002-06-04', 30_000)];
    const weekly = { ...tenancy, start: '2001-06-05', frequency: 'weekly', rentDay: 2 } as const;
    const { rules } = increaseOf({ ...weekly, rents: [...rents, row('2001-06-05', 28_000)] }, '2026-11-20');
    expect(rules.find(({ rule }) => rule === 'last-increase')?.text).toContain('52 weeks');
    const later = { ...weekly, rents: [row('2026-05-26', 42_000), ...rents, row('2001-06-05', 28_000)] };
    expect(increaseOf(later, '2027-03-01').day).toBe('2027-06-01');
  });

  it('ignores lowered and unchanged rents', () => {
    const lowered = [row('2026-10-10', 100_000), row('2026-09-10', 110_000), row('2026-08-10', 110_000)];
    const history = { ...tenancy, rents: [...lowered, row('2026-01-10', 104_000)] };
    const { rules } = increaseOf(history, '2026-11-20');
    expect(rules.find(({ rule }) => rule === 'last-increase')?.text).toContain('10 Aug 2026');
    const fallen = { ...tenancy, rents: [row('2026-10-10', 100_000), row('2026-01-10', 104_000)] };
    expect(increaseOf(fallen, '2026-11-20').day).toBe('2027-02-10');
  });

  it.each<[string, Partial<TenancyRecord>, string, string]>([
    // Two months from 31 December end on the last day of February, the rent day for rent due on the 31st.
    ['rent on the 31st', { start: '2025-01-31', rentDay: 31 }, '2026-12-31', '2027-02-28'],
    ['rent on the 31st, a day later', { start: '2025-01-31', rentDay: 31 }, '2027-01-01', '2027-03-31'],
    // 10 January 2025 was a Friday, the first of the four-weekly rent days.
    ['rent every four weeks', { start: '2025-01-10', frequency: '4-weekly', rentDay: 5 }, '2026-11-20', '2027-02-05'],
    ['weekly rent', { start: '2025-01-10', frequency: 'weekly', rentDay: 5 }, '2026-11-20', '2027-01-22'],
    ['quarterly rent', { start: '2025-01-10', frequency: 'quarterly', rentDay: 10 }, '2026-11-20', '2027-04-10'],
  ])('starts with a period of %s', (_, terms, served, day) => {
    const first = { ...tenancy, ...terms, rents: [row(terms.start ?? '', 104_000)] };
    expect(increaseOf(first, served).day).toBe(day);
    expect(wrongStart(first, { from: day, served })).toBeUndefined();
  });

  it('can be served on Form 4A from 1 May 2026', () => {
    expect(wrongService('2026-04-30')).toBe('Enter 01 May 2026 or later. Form 4A was not in use before then.');
    expect(wrongService('2026-05-01')).toBeUndefined();
  });
});

describe('the fields of Form 4A', () => {
  it('contain the current and new rent, both dates, and only increases that have taken effect', () => {
    const raised = { ...tenancy, rents: [row('2027-02-10', 110_000), row('2026-01-10', 104_000)] };
    const facts = { landlord: 'Zoë O’Brien', address: '30 Ash Grove, Leeds, LS1 4AP' };
    const args = { facts, rent: 115_000, from: '2028-02-10' };
    const details = (today: string) =>
      Object.fromEntries(formFields(raised, { ...args, today }).map(({ name, value }) => [name, value]));
    expect(details('2026-11-20')).toEqual({
      Tenants: 'Ben Holroyd, Aisha Rahman',
      'Address of the property': '30 Ash Grove, Leeds, LS1 4AP',
      Landlord: 'Zoë O’Brien',
      'Existing rent': '£1,040.00 monthly',
      'Proposed new rent': '£1,150.00 monthly',
      'New rent starts on': '10 Feb 2028',
      'Tenancy started on': '10 Jan 2026',
      'Last increase took effect on': 'None',
    });
    expect(details('2027-03-01')).toMatchObject({
      'Existing rent': '£1,100.00 monthly',
      'Last increase took effect on': '10 Feb 2027',
    });
    const lowered = { ...tenancy, rents: [row('2026-10-10', 100_000), row('2026-01-10', 104_000)] };
    const fields = formFields(lowered, { ...args, today: '2026-11-20' });
    expect(fields.find(({ name }) => name.startsWith('Last'))?.value).toBe('None');
  });
});
