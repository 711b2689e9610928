import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, daysBetween } from '../../../shared/dates.ts';
import { earliestIncrease, weeksBetweenIncreases } from './rent-increase.ts';

/** Start of the monthly period on or after `day`; clamped to the last day of shorter months. */
const monthly = (start: string) => (day: string) => {
  let months = 0;
  while (addMonths(start, months) < day) months += 1;
  return addMonths(start, months);
};
const everyDays = (start: string, days: number) => (day: string) =>
  addDays(start, Math.max(0, Math.ceil(daysBetween(start, day) / days)) * days);

describe('earliestIncrease', () => {
  it('is 10 Feb 2027 for a tenancy of 10 Jan 2026 and a notice served on 20 Nov 2026', () => {
    const { day, rules } = earliestIncrease({
      start: '2026-01-10',
      lastIncrease: null,
      served: '2026-11-20',
      periodStartOnOrAfter: monthly('2026-01-10'),
    });
    expect(day).toBe('2027-02-10');
    expect(rules.map(({ rule, day, text }) => [rule, day, text])).toEqual([
      ['notice', '2027-01-20', '2 months after notice is served on 20 Nov 2026'],
      ['first-weeks', '2027-01-09', '52 weeks after the tenancy started on 10 Jan 2026'],
      ['rent-period', '2027-02-10', 'The first day of a rent period from 20 Jan 2027'],
    ]);
    for (const { source } of rules)
      expect(source).toMatchObject({ effectiveFrom: '2026-05-01', jurisdiction: 'England' });
  });

  const facts = { start: '2020-01-10', lastIncrease: null, periodStartOnOrAfter: monthly('2020-01-10') };
  it.each([
    // Exactly two months is enough; a day later means the next rent period.
    ['notice', { ...facts, served: '2026-11-10' }, '2027-01-10'],
    ['notice, a day later', { ...facts, served: '2026-11-11' }, '2027-02-10'],
    // Two months after 31 December is the last day of February.
    [
      'notice at the end of a month',
      { ...facts, served: '2026-12-31', periodStartOnOrAfter: (day: string) => day },
      '2027-02-28',
    ],
    [
      'notice in a leap year',
      { ...facts, served: '2027-12-31', periodStartOnOrAfter: (day: string) => day },
      '2028-02-29',
    ],
    // 52 weeks is a day or two short of a year.
    [
      '52 weeks',
      { ...facts, start: '2026-01-10', served: '2026-06-01', periodStartOnOrAfter: monthly('2026-01-10') },
      '2027-01-10',
    ],
    [
      '52 weeks of weekly rent',
      { ...facts, start: '2026-01-10', served: '2026-06-01', periodStartOnOrAfter: everyDays('2026-01-10', 7) },
      '2027-01-09',
    ],
    [
      'V57 52 weeks that end a day before a rent day',
      { ...facts, start: '2026-07-18', served: '2027-05-01', periodStartOnOrAfter: monthly('2026-07-18') },
      '2027-07-18',
    ],
    ['the last increase', { ...facts, lastIncrease: '2026-12-10', served: '2027-01-01' }, '2027-12-10'],
    [
      'the last increase, of weekly rent',
      { ...facts, lastIncrease: '2026-12-12', served: '2027-01-01', periodStartOnOrAfter: everyDays('2026-12-12', 7) },
      '2027-12-11',
    ],
    [
      'the last increase, across a leap day',
      { ...facts, lastIncrease: '2027-12-10', served: '2028-01-01' },
      '2028-12-10',
    ],
  ])('is limited by %s', (_, all, day) => {
    expect(earliestIncrease(all).day).toBe(day);
  });

  it.each([
    [
      'V58 53 weeks, if 52 end seven days before the anniversary of the first',
      '2026-05-26',
      '2027-03-01',
      '2027-06-01',
    ],
    ['V59 52 weeks, if they end six days before it', '2025-05-27', '2026-03-20', '2026-05-26'],
  ])('waits %s', (_, lastIncrease, served, day) => {
    const weekly = {
      start: '2019-01-01',
      firstIncrease: '2021-06-01',
      periodStartOnOrAfter: everyDays('2019-01-01', 7),
    };
    expect(earliestIncrease({ ...weekly, lastIncrease, served }).day).toBe(day);
  });

  it('needs a first increase for 53 weeks', () => {
    expect([weeksBetweenIncreases('2026-05-26', null), weeksBetweenIncreases('2026-05-26', '2021-06-01')]).toEqual([
      52, 53,
    ]);
  });

  it('is the first rent period that all rules allow', () => {
    const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days));
    fc.assert(
      fc.property(day, day, fc.option(day), fc.constantFrom(7, 14, 28), (start, served, lastIncrease, length) => {
        const periodStartOnOrAfter = everyDays(start, length);
        const earliest = earliestIncrease({ start, lastIncrease, served, periodStartOnOrAfter }).day;
        const open = (on: string) =>
          on >= addMonths(served, 2) &&
          daysBetween(start, on) >= 364 &&
          (lastIncrease === null || daysBetween(lastIncrease, on) >= 364);
        expect(daysBetween(start, earliest) % length).toBe(0);
        expect([open(earliest), open(addDays(earliest, -length))]).toEqual([true, false]);
      }),
    );
  });
});
