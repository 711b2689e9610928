/** An increase being prepared: whether a day is allowed, and what Form 4A is told. */
import { describe, expect, it } from 'vitest';
import type { TenancyRecord } from '../tenancy.ts';
import { formFields, increaseOf, wrongStart } from './increase.ts';

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
  it('may begin two months and 52 weeks on, at the next rent day', () => {
    // Served 20 November 2026: two months are 20 January 2027; 52 weeks of the tenancy are 9 January 2027; the next rent day is 10 February.
    expect(increaseOf(tenancy, '2026-11-20').day).toBe('2027-02-10');
    const begins = (from: string) => wrongStart(tenancy, { from, served: '2026-11-20' });
    expect(begins('2027-01-10')).toBe('With notice served 20 Nov 2026 the earliest day is 10 Feb 2027');
    expect(begins('2027-02-10')).toBeUndefined();
    expect(begins('2027-02-11')).toBe('A rent period begins on 10 Mar 2027, not on this day');
  });

  it('counts from a rise that waits for its day', () => {
    const raised = { ...tenancy, rents: [row('2027-02-10', 110_000), row('2026-01-10', 104_000)] };
    // 52 weeks after 10 February 2027 are 9 February 2028.
    expect(increaseOf(raised, '2026-11-20').day).toBe('2028-02-10');
  });
});

describe('the fields of Form 4A', () => {
  it('say the existing and the new rent, both days, and no increase that has not taken effect', () => {
    const raised = { ...tenancy, rents: [row('2027-02-10', 110_000), row('2026-01-10', 104_000)] };
    const facts = { landlord: 'Zoë O’Brien', address: '30 Ash Grove, Leeds, LS1 4AP' };
    const asked = { facts, rent: 115_000, from: '2028-02-10' };
    const told = (today: string) =>
      Object.fromEntries(formFields(raised, { ...asked, today }).map(({ name, value }) => [name, value]));
    expect(told('2026-11-20')).toEqual({
      Tenants: 'Ben Holroyd, Aisha Rahman',
      'Address of the property': '30 Ash Grove, Leeds, LS1 4AP',
      Landlord: 'Zoë O’Brien',
      'Existing rent': '£1,040.00 monthly',
      'Proposed new rent': '£1,150.00 monthly',
      'New rent starts on': '10 Feb 2028',
      'Tenancy began on': '10 Jan 2026',
      'Last increase took effect on': 'None',
    });
    expect(told('2027-03-01')).toMatchObject({
      'Existing rent': '£1,100.00 monthly',
      'Last increase took effect on': '10 Feb 2027',
    });
  });
});
