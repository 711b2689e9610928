import { expect, it } from 'vitest';
import { count, milliseconds, tableOf } from './report.ts';
import { percentile, spreadOf } from './spread.ts';

it('returns a percentile that occurs in the values, compared as numbers', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100]);
  expect(percentile([10, 9, 2], 0.5)).toBe(9);
  expect(percentile([], 0.5)).toBeNaN();
});

it.each([
  [[30, 10, 20], { median: 20, low: 10, high: 30 }],
  [[4, 1, 3, 2], { median: 2.5, low: 1, high: 4 }],
  [[10, 9], { median: 9.5, low: 9, high: 10 }],
  [[7], { median: 7, low: 7, high: 7 }],
])('returns the spread of %j', (values, spread) => {
  expect(spreadOf(values)).toEqual(spread);
});

it('aligns names left and figures right, with a dash for missing values', () => {
  expect([count(3412.4), count(null)]).toEqual(['3,412', '–']);
  const lines = [0.478, 1.24, 9.96, 27.4, 1234, Number.NaN].map((value) => ['List', milliseconds(value)]);
  expect(tableOf('Row|p50 ms|goal', [...lines, ['Healthy', '1', '✓']]).split('\n')).toEqual([
    'Row      p50 ms  goal',
    '───────  ──────  ────',
    ...['  0.48', '   1.2', '  10.0', '    27', ' 1,234', '     –'].map((figure) => `List     ${figure}`),
    'Healthy       1     ✓',
  ]);
});
