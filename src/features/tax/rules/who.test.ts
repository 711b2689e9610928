import { expect, it } from 'vitest';
import { type GrossIncome, mayUseThreeLines, reportingFrom } from './who.ts';

const rents = (year: string, pounds: number, trade = 0): GrossIncome => ({
  year,
  trade: Math.round(trade * 100),
  property: Math.round(pounds * 100),
});

it.each<[string, GrossIncome[], string | null]>([
  ['T15 a trade of £45,000 and half of rents of £18,000', [rents('2024-25', 18_000 / 2, 45_000)], '2026-04-06'],
  ['T16 £50,000.00', [rents('2024-25', 50_000)], null],
  ['T16 £50,000.01', [rents('2024-25', 50_000.01)], '2026-04-06'],
  // Wages do not count, so they are not an input.
  ['T17 rents of £40,000 in both years', [rents('2024-25', 40_000), rents('2025-26', 40_000)], '2027-04-06'],
  ['T18 half of rents of £30,000', ['2024-25', '2025-26', '2026-27'].map((year) => rents(year, 30_000 / 2)), null],
  ['£20,000.01 from the third year', [rents('2026-27', 20_000.01)], '2028-04-06'],
])('reports, with %s', (_, incomes, from) => {
  expect(reportingFrom(incomes)).toBe(from);
});

it('allows three lines under £90,000.00', () => {
  expect([mayUseThreeLines(89_999_99), mayUseThreeLines(90_000_00)]).toEqual([true, false]);
});
