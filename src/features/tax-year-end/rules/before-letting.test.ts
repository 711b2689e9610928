import { expect, it } from 'vitest';
import { countsOn } from './before-letting.ts';

it.each([
  ['T44', '2026-03-01', '2026-09-01', '2026-09-01'],
  ['T45', '2019-08-31', '2026-09-01', null],
  ['T45, a day later', '2019-09-01', '2026-09-01', '2026-09-01'],
  ['T46', '2026-03-01', '2020-01-01', '2026-03-01'],
])('%s: a cost of %s with letting from %s counts on %s', (_, paidOn, firstLetting, expected) => {
  expect(countsOn(paidOn, firstLetting)).toBe(expected);
});
