import { expect, it } from 'vitest';
import { mayUseThreeLines, thresholdOf } from './who.ts';

it.each([
  ['2025-26', '2024-25', 50_000_00, '2026-04-06'],
  ['2026-27', '2024-25', 50_000_00, '2026-04-06'],
  ['2027-28', '2025-26', 30_000_00, '2027-04-06'],
  ['2028-29', '2026-27', 20_000_00, '2028-04-06'],
  ['2029-30', '2026-27', 20_000_00, '2028-04-06'],
])('depends in %s on the income of %s', (year, income, over, from) => {
  expect(thresholdOf(year)).toMatchObject({ income, over, from });
});

it('allows three lines under £90,000.00', () => {
  expect([mayUseThreeLines(89_999_99), mayUseThreeLines(90_000_00)]).toEqual([true, false]);
});
