import { describe, expect, it } from 'vitest';
import { depositClock } from './deposit-clock.ts';

const LATER = '2030-01-01';

describe('depositClock', () => {
  it.each([
    ['2024-04-02', '2024-04-09', '2024-05-01', 8, false],
    ['2024-04-02', '2024-04-26', '2024-05-01', 25, false],
    ['2024-04-02', '2024-05-01', '2024-05-01', 30, false],
    ['2024-04-02', '2024-05-02', '2024-05-01', 31, true],
    ['2024-04-02', '2024-04-02', '2024-05-01', 1, false],
    ['2024-04-02', '2024-04-01', '2024-05-01', 1, false],
    // Periods across January, February and a leap day.
    ['2026-01-31', '2026-03-01', '2026-03-01', 30, false],
    ['2024-01-31', '2024-03-01', '2024-02-29', 31, true],
    // Periods across both clock changes.
    ['2026-03-15', '2026-04-13', '2026-04-13', 30, false],
    ['2026-10-15', '2026-11-14', '2026-11-13', 31, true],
  ])('received on %s and done on %s: to %s, day %i, late %s', (received, done, lastDay, day, late) => {
    expect(depositClock({ received, done, today: LATER })).toEqual({ lastDay, day, late });
    // While `done` is null, days are counted up to today.
    expect(depositClock({ received, done: null, today: done })).toEqual({ lastDay, day, late });
  });
});
