import { describe, expect, it } from 'vitest';
import { median, percentile, spreadOf } from './figures.ts';

describe('figures of a measurement', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('takes a percentile as a value that occurred', () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
    expect(percentile([1, 2], 0.99)).toBe(2);
  });

  it('sorts by size and not by spelling', () => {
    expect(percentile([10, 9, 2], 0.5)).toBe(9);
    expect(median([10, 9, 2])).toBe(9);
  });

  it('takes the median of an even number between the two in the middle', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('says that nothing was measured rather than zero', () => {
    expect(percentile([], 0.5)).toBeNaN();
    expect(median([])).toBeNaN();
  });

  it('names the best and the worst round', () => {
    expect(spreadOf([30, 10, 20])).toEqual({ median: 20, low: 10, high: 30 });
  });

  it('leaves the measurements as they were', () => {
    const rounds = [3, 1, 2];
    spreadOf(rounds);
    percentile(rounds, 0.5);
    expect(rounds).toEqual([3, 1, 2]);
  });
});
