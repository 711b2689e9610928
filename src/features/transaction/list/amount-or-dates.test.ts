import { expect, it } from 'vitest';
import { parseAmountOrDates } from './amount-or-dates.ts';

it.each([
  ['120.49', { pence: 12_049 }],
  ['£1,234.5', { pence: 123_450 }],
  ['−38.62', { pence: 3_862 }],
  ['12.11', { pence: 1_211 }],
  ['2026', { pence: 202_600 }],
  ['12/11/2026', { days: ['2026-11-12'] }],
  ['1.2.26', { days: ['2026-02-01'] }],
  ['2026-11-12', { days: ['2026-11-12'] }],
  ['12 Nov 2026', { days: ['2026-11-12'] }],
  ['3rd  September 2026', { days: ['2026-09-03'] }],
  ['31/02/2026', {}],
  ['0026-01-01', {}],
  ['12 november boilers', {}],
  ['12 Rent', {}],
  ['boiler', {}],
  ['', {}],
])('parses a search for %j as %j', (q, meant) => {
  expect(parseAmountOrDates(q)).toEqual(meant);
});

it('matches a day without a year in any year, and a month by each of its days', () => {
  for (const q of ['12 Nov', '12/11', '12nov']) {
    expect(parseAmountOrDates(q).days).toHaveLength(110);
    expect(parseAmountOrDates(q).days).toContain('2026-11-12');
  }
  expect(parseAmountOrDates('29 Feb').days).toHaveLength(27);
  expect(parseAmountOrDates('Nov 2026').days).toHaveLength(30);
});
