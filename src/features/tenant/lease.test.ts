/** How a lease stands, to the day: on the landlord's calendar, which knows leap days, and clocks that change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween, londonDay } from '../../shared/dates.ts';
import {
  asksForPeriodic,
  daysRemaining,
  EXPIRING_DAYS,
  hasMovedOut,
  LEASE_COLOURS,
  LEASE_LABELS,
  LEASE_STATES,
  leaseState,
  leaseWarning,
} from './lease.ts';

const lease = (leaseEnd: string | null, movedOut: string | null = null) => ({
  leaseStart: '2020-01-01',
  leaseEnd,
  movedOut,
});

/** The day that is so many days after another, by adding to the calendar date alone. */
function dayAfter(day: string, days: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

describe('a lease', () => {
  // A plain day; a leap day before and on the end; both changes of the clocks between today and the end.
  describe.each([
    ['in November', '2026-11-21'],
    ['over a leap day', '2028-02-10'],
    ['on a leap day', '2028-02-29'],
    ['over the end of February where there is no leap day', '2027-02-10'],
    ['on the day the clocks go forward', '2026-03-29'],
    ['the day before the clocks go forward', '2026-03-28'],
    ['on the day the clocks go back', '2026-10-25'],
    ['the day before the clocks go back', '2026-10-24'],
    ['at the turn of the year', '2026-12-31'],
  ])('%s', (_, today) => {
    it.each([
      [-365, 'expired', 'Lease has expired'],
      [-1, 'expired', 'Lease has expired'],
      [0, 'expiring', 'Lease has expired'],
      [1, 'expiring', '1 day remaining'],
      [2, 'expiring', '2 days remaining'],
      [29, 'expiring', '29 days remaining'],
      [30, 'active', '30 days remaining'],
      [31, 'active', '31 days remaining'],
      [1_000, 'active', '1,000 days remaining'],
    ] as const)('that ends in %i days is %s: %s', (left, state, words) => {
      const ends = lease(dayAfter(today, left));
      expect(leaseState(ends, today)).toBe(state);
      expect(daysRemaining(ends, today)).toBe(words);
    });
  });

  it('goes from active to expiring to expired as days pass, never back, and is warned of on exactly 30 days', () => {
    fc.assert(
      fc.property(days, (end) => {
        const states = Array.from({ length: 62 }, (_, place) => leaseState(lease(end), dayAfter(end, place - 60)));
        expect(states.join(' ')).toMatch(/^(active ?)+(expiring ?){30}expired$/);
      }),
    );
  });

  it('says as many days as there are midnights, whatever the clocks do', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 5_000 }), (today, left) => {
        const words = daysRemaining(lease(dayAfter(today, left)), today);
        expect(words).toBe(left === 1 ? '1 day remaining' : `${left.toLocaleString('en-GB')} days remaining`);
        expect(daysBetween(today, dayAfter(today, left))).toBe(left);
      }),
    );
  });

  it('stands as it does on the day in London, an hour before midnight in summer being the next day’s', () => {
    const ends = lease('2026-07-31');
    const at = (instant: string) => leaseState(ends, londonDay(new Date(instant)));
    expect(at('2026-07-01T22:59:59Z')).toBe('active');
    expect(at('2026-07-01T23:00:00Z')).toBe('expiring');
    expect(at('2026-07-31T22:59:59Z')).toBe('expiring');
    expect(at('2026-07-31T23:00:00Z')).toBe('expired');
  });
});

describe('a periodic tenancy', () => {
  it('is active for ever and says Periodic', () => {
    fc.assert(
      fc.property(days, (today) => {
        expect([leaseState(lease(null), today), daysRemaining(lease(null), today)]).toEqual(['active', 'Periodic']);
      }),
    );
  });
});

describe('a tenant with a day of moving out', () => {
  it('lives there until that day, and from it on has moved out, however the lease stands', () => {
    for (const end of [null, '2020-01-01', '2026-12-01', '2030-01-01']) {
      expect(leaseState(lease(end, '2026-11-22'), '2026-11-21')).toBe(leaseState(lease(end), '2026-11-21'));
      expect(leaseState(lease(end, '2026-11-21'), '2026-11-21')).toBe('moved-out');
      expect(leaseState(lease(end, '2026-11-20'), '2026-11-21')).toBe('moved-out');
    }
    expect([null, '2026-11-22', '2026-11-21'].map((day) => hasMovedOut(day, '2026-11-21'))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('the question whether a passed fixed term goes on', () => {
  const asks = (end: string | null, given = {}) =>
    asksForPeriodic({ ...lease(end), periodicDeclined: false, ...given }, '2026-11-21');

  it('is asked from the day after the end', () => {
    expect(asks('2026-11-21')).toBe(false);
    expect(asks('2026-11-20')).toBe(true);
    expect(asks('2020-01-01')).toBe(true);
  });

  it('is not asked again once it was declined, nor of who has moved out, nor of a periodic tenancy', () => {
    expect(asks('2026-11-20', { periodicDeclined: true })).toBe(false);
    expect(asks('2026-11-20', { movedOut: '2026-11-20' })).toBe(false);
    expect(asks('2026-11-20', { movedOut: '2026-11-22' })).toBe(true);
    expect(asks(null)).toBe(false);
  });
});

describe('what is strange about a lease', () => {
  it.each([
    ['2026-11-21', '2026-11-20', 'Lease ends before it starts'],
    ['2026-11-21', '2026-11-21', 'This lease lasts one day only'],
    ['2026-11-21', '2026-11-22', null],
    ['2026-12-31', '2027-01-01', null],
    ['2026-11-21', null, null],
  ])('from %s to %s is %j', (leaseStart, leaseEnd, words) => {
    expect(leaseWarning({ leaseStart, leaseEnd })).toBe(words);
  });
});

describe('a badge', () => {
  it('has the words and colours of the specification', () => {
    const badges = LEASE_STATES.map((state) => [LEASE_LABELS[state], LEASE_COLOURS[state]]);
    expect(badges).toEqual([
      ['Active', 'green'],
      ['Expiring Soon', 'amber'],
      ['Expired', 'red'],
      ['Moved out', 'grey'],
    ]);
    expect(EXPIRING_DAYS).toBe(30);
  });
});
