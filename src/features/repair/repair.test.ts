import { expect, it } from 'vitest';
import { validateTimes } from './repair.ts';

const NOW = new Date('2026-11-25T12:00:00Z');

it.each([
  ['2026-11-26T10:00:00Z', '2026-11-26T11:00:00.000Z', {}],
  ['2026-11-26T10:00:00.500Z', '2026-11-26T10:00:00Z', { until: 'Enter an end after the beginning' }],
  ['2026-11-26T10:00:00Z', '2026-11-26T10:00:00.500Z', {}],
  ['2026-11-25T11:59:59.999Z', undefined, { from: 'Enter a time in the future' }],
])('compares times as instants: from %s until %s', (from, until, expected) => {
  expect(validateTimes({ from, until }, NOW)).toEqual(expected);
});
