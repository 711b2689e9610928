import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, londonDay } from '../../shared/dates.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import {
  daysRemaining,
  depositCap,
  EXPIRING_DAYS,
  hasMovedOut,
  LEASE_COLOURS,
  LEASE_LABELS,
  LEASE_STATES,
  leaseEndText,
  leaseLine,
  leasePeriod,
  leaseState,
  leaseWarning,
  needsPeriodicAnswer,
} from './lease.ts';

const TODAY = '2026-11-21';
const lease = (leaseEnd: string | null, movedOut: string | null = null) => ({
  leaseStart: '2020-01-01',
  leaseEnd,
  movedOut,
});

/** Adds days to the calendar date, independent of clock changes. */
function dayAfter(day: string, days: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

describe('the state of a lease', () => {
  // Includes a leap day, both clock changes and the end of a year.
  const dates = [
    TODAY,
    '2028-02-10',
    '2028-02-29',
    '2027-02-10',
    '2026-03-29',
    '2026-03-28',
    '2026-10-25',
    '2026-12-31',
  ];
  it.each([
    [-365, 'expired', 'Lease has expired'],
    [-1, 'expired', 'Lease has expired'],
    [0, 'expiring', 'Lease ends today'],
    [1, 'expiring', '1 day remaining'],
    [2, 'expiring', '2 days remaining'],
    [29, 'expiring', '29 days remaining'],
    [30, 'active', '30 days remaining'],
    [31, 'active', '31 days remaining'],
    [1_000, 'active', '1,000 days remaining'],
  ] as const)('S1.4.29: ending in %i days is %s: %s', (left, state, words) => {
    for (const today of dates) {
      const ends = lease(dayAfter(today, left));
      expect([leaseState(ends, today), daysRemaining(ends, today)]).toEqual([state, words]);
    }
  });

  it('S1.9.26: changes from active to expiring for exactly 30 days, then to expired', () => {
    fc.assert(
      fc.property(days, (end) => {
        const states = Array.from({ length: 62 }, (_, index) => leaseState(lease(end), dayAfter(end, index - 60)));
        expect(states.join(' ')).toMatch(/^(active ?)+(expiring ?){30}expired$/);
      }),
    );
    expect(EXPIRING_DAYS).toBe(30);
  });

  it('S1.2.126: counts days by midnights across clock changes', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 2, max: 5_000 }), (today, left) => {
        const words = daysRemaining(lease(dayAfter(today, left)), today);
        expect(words).toBe(`${left.toLocaleString('en-GB')} days remaining`);
        expect(daysBetween(today, dayAfter(today, left))).toBe(left);
      }),
    );
  });

  it('changes at midnight in London, an hour before Greenwich in summer', () => {
    const at = (instant: string) => leaseState(lease('2026-07-31'), londonDay(new Date(instant)));
    expect(['2026-07-01T22:59:59Z', '2026-07-01T23:00:00Z'].map(at)).toEqual(['active', 'expiring']);
    expect(['2026-07-31T22:59:59Z', '2026-07-31T23:00:00Z'].map(at)).toEqual(['expiring', 'expired']);
  });

  it('is always active for a periodic tenancy', () => {
    fc.assert(
      fc.property(days, (today) => {
        expect([leaseState(lease(null), today), daysRemaining(lease(null), today)]).toEqual(['active', 'Periodic']);
      }),
    );
  });

  it('is moved-out from the move-out date for any lease end', () => {
    for (const end of [null, '2020-01-01', '2026-12-01', '2030-01-01']) {
      expect(leaseState(lease(end, '2026-11-22'), TODAY)).toBe(leaseState(lease(end), TODAY));
      for (const day of [TODAY, '2026-11-20']) expect(leaseState(lease(end, day), TODAY)).toBe('moved-out');
    }
    expect([null, '2026-11-22', TODAY].map((day) => hasMovedOut(day, TODAY))).toEqual([false, false, true]);
  });

  it.each([
    ['S1.4.28', 'active', 'Active', 'green'],
    ['S1.4.27', 'expiring', 'Expiring Soon', 'amber'],
    ['S1.4.26', 'expired', 'Expired', 'red'],
    ['', 'moved-out', 'Moved out', 'grey'],
  ] as const)('%s: %s is shown as %s in %s', (_, state, words, colour) => {
    expect([LEASE_LABELS[state], LEASE_COLOURS[state]]).toEqual([words, colour]);
    expect(LEASE_STATES).toContain(state);
  });
});

describe('texts', () => {
  const fixed = { leaseStart: '2026-03-01', leaseEnd: '2027-02-28', movedOut: null };

  it('S1.2.125: show a lease with or without a fixed end', () => {
    expect([leasePeriod(fixed), leaseEndText(fixed)]).toEqual(['01 Mar 2026 – 28 Feb 2027', '28 Feb 2027']);
    const periodic = { ...fixed, leaseEnd: null };
    expect([leasePeriod(periodic), leaseEndText(periodic)]).toEqual(['From 01 Mar 2026, no fixed end', 'Periodic']);
  });

  it.each([
    [{}, 'Lease ends 28 Feb 2027, 99 days remaining'],
    [{ leaseEnd: '2026-11-22' }, 'Lease ends 22 Nov 2026, 1 day remaining'],
    [{ leaseEnd: TODAY }, 'Lease ends today'],
    [{ leaseEnd: '2026-11-20' }, 'Lease ended 20 Nov 2026'],
    [{ leaseEnd: null }, 'Periodic tenancy'],
    [{ movedOut: TODAY }, 'Moved out 21 Nov 2026'],
    [{ movedOut: '2026-11-22' }, 'Moves out 22 Nov 2026'],
  ])('show a tenancy with %j in one line: %s', (changes, words) => {
    expect(leaseLine({ ...fixed, ...changes }, TODAY)).toBe(words);
  });
});

describe('needsPeriodicAnswer', () => {
  it.each([
    [TODAY, {}, false],
    ['2026-11-20', {}, true],
    ['2020-01-01', {}, true],
    ['2026-11-20', { periodicDeclined: true }, false],
    ['2026-11-20', { movedOut: '2026-11-20' }, false],
    ['2026-11-20', { movedOut: '2026-11-22' }, true],
    [null, {}, false],
  ])('for a lease that ends on %s with %j is %s', (end, changes, asks) => {
    expect(needsPeriodicAnswer({ ...lease(end), periodicDeclined: false, ...changes }, TODAY)).toBe(asks);
  });
});

describe('leaseWarning', () => {
  it.each([
    [TODAY, '2026-11-20', 'The lease ends before it starts'],
    [TODAY, TODAY, 'The lease is only one day long'],
    [TODAY, '2026-11-22', null],
    ['2026-12-31', '2027-01-01', null],
    [TODAY, null, null],
  ])('from %s to %s is %j', (leaseStart, leaseEnd, words) => {
    expect(leaseWarning({ leaseStart, leaseEnd })).toBe(words);
  });
});

describe('depositCap', () => {
  it.each([
    ['£1,200.00', 1_200_00, 1_384_61],
    ['nothing', 0, 0],
    ['a penny', 1, 1],
    ['£1,733.33', 1_733_33, 1_999_99],
    // £49,999.92 a year is below £50,000, £50,000.04 is not; no monthly rent gives exactly £50,000.
    ['£4,166.66', 4_166_66, 4_807_68],
    ['£4,166.67', 4_166_67, 5_769_23],
  ])('for a rent of %s a month', (_, rent, cap) => {
    expect(depositCap(rent)).toBe(cap);
  });

  it('is at most five weeks’ rent below £50,000 a year and six weeks’ from there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (rent) => {
        const weeks = rent * 12 < 50_000_00 ? 5n : 6n;
        // The cap is rounded down to the penny.
        const [exact, cap] = [BigInt(rent) * 12n * weeks, BigInt(depositCap(rent))];
        expect(cap * 52n <= exact && exact < (cap + 1n) * 52n).toBe(true);
      }),
    );
  });
});
