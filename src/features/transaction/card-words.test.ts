/** The lines below the figures of the four cards. */
import { describe, expect, it } from 'vitest';
import { monthLine, overdueLine, pendingLine } from './card-words.ts';

describe('A figure compared with last month', () => {
  it.each([
    [104_100, 100_000, '+4.1% from last month'],
    [97_500, 100_000, '-2.5% from last month'],
    [100_000, 100_000, '+0.0% from last month'],
    [100_049, 100_000, '+0.0% from last month'],
    [99_951, 100_000, '+0.0% from last month'],
    [100_050, 100_000, '+0.1% from last month'],
    [99_950, 100_000, '-0.1% from last month'],
    [0, 100_000, '-100.0% from last month'],
    [1_234_500, 100_000, '+1,134.5% from last month'],
    [999_999_999_999, 1, '+99,999,999,999,800.0% from last month'],
  ])('is %i after %i: %s', (now, last, line) => {
    expect(monthLine(now, last)).toBe(line);
  });

  it('says so where last month had none', () => {
    expect(monthLine(100, null)).toBe('No data last month');
    expect(monthLine(100, 0)).toBe('No data last month');
  });
});

describe('What is to be paid', () => {
  it('names the day, of several the first', () => {
    expect(pendingLine({ count: 1, amount: 41_280, day: '2026-11-28' })).toBe('1 transaction, due 28 Nov 2026');
    expect(pendingLine({ count: 3, amount: 41_280, day: '2026-11-28' })).toBe('3 transactions, next due 28 Nov 2026');
    expect(pendingLine({ count: 0, amount: 0, day: null })).toBe('Nothing to pay');
  });

  it('and is late says for how long, of several at most', () => {
    const today = '2026-11-21';
    expect(overdueLine({ count: 1, amount: 1, day: '2026-11-12' }, today)).toBe('1 transaction, 9 days');
    expect(overdueLine({ count: 1, amount: 1, day: '2026-11-20' }, today)).toBe('1 transaction, 1 day');
    expect(overdueLine({ count: 1200, amount: 1, day: '2026-11-12' }, today)).toBe('1,200 transactions, up to 9 days');
    expect(overdueLine({ count: 0, amount: 0, day: null }, today)).toBe('Nothing overdue');
  });
});
