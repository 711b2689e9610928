import { describe, expect, it } from 'vitest';
import { count, median, megabytes, milliseconds, percentile, spreadOf, tableOf } from './report.ts';

describe('figures', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('takes a percentile as a value that occurred, by size and not by spelling', () => {
    expect([0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100]);
    expect(percentile([10, 9, 2], 0.5)).toBe(9);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('takes the median of an even number between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([10, 9, 2])).toBe(9);
    expect(median([])).toBeNaN();
  });

  it('names the best and the worst round, and leaves the rounds in their order', () => {
    const rounds = [30, 10, 20];
    expect(spreadOf(rounds)).toEqual({ median: 20, low: 10, high: 30 });
    expect(rounds).toEqual([30, 10, 20]);
  });
});

describe('tables', () => {
  it('sets names to the left and figures to the right, as wide as the widest, and leaves a missing cell empty', () => {
    const lines = tableOf(
      ['Row', 'p50 ms', 'goal'],
      [
        ['GET /healthz', '0.21'],
        ['List', '1.2', '✓'],
      ],
    ).split('\n');
    expect(lines).toEqual([
      'Row           p50 ms  goal',
      '────────────  ──────  ────',
      'GET /healthz    0.21',
      'List             1.2     ✓',
    ]);
  });

  it('writes figures as they are read, and a dash without a measurement', () => {
    expect([count(3412.4), count(null)]).toEqual(['3,412', '–']);
    expect([0.478, 1.24, 9.96, 27.4, 1234, Number.NaN].map(milliseconds)).toEqual([
      '0.48',
      '1.2',
      '10.0',
      '27',
      '1,234',
      '–',
    ]);
    expect([megabytes(5 * 1024 * 1024), megabytes(null)]).toEqual(['5 MB', '–']);
  });
});
