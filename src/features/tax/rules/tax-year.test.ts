import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/dates.ts';
import {
  type Books,
  daysInNoUpdate,
  obligations,
  QUARTER_KINDS,
  returnDue,
  taxYear,
  taxYearOf,
  updateOf,
  updatePeriods,
  whyNotSend,
} from './tax-year.ts';

const CALENDAR: Books = { choices: [{ year: '2026-27', kind: 'calendar' }] };
const CALENDAR_THEN_STANDARD: Books = {
  choices: [
    { year: '2026-27', kind: 'calendar' },
    { year: '2027-28', kind: 'standard' },
  ],
};
const periods = (year: string, books?: Books) =>
  updatePeriods({ year }, books).map(({ from, to, due }) => [from, to, due]);

describe('updatePeriods', () => {
  it('T1 are due on the 7th, not on the 5th, with standard quarters', () => {
    expect(periods('2026-27')).toEqual([
      ['2026-04-06', '2026-07-05', '2026-08-07'],
      ['2026-04-06', '2026-10-05', '2026-11-07'],
      ['2026-04-06', '2027-01-05', '2027-02-07'],
      ['2026-04-06', '2027-04-05', '2027-05-07'],
    ]);
    expect(returnDue({ year: '2026-27' })).toBe('2028-01-31');
  });

  it('T2 start on 6 April, not on 1 April, in the first calendar year', () => {
    expect(periods('2026-27', CALENDAR)).toEqual([
      ['2026-04-06', '2026-06-30', '2026-08-07'],
      ['2026-04-06', '2026-09-30', '2026-11-07'],
      ['2026-04-06', '2026-12-31', '2027-02-07'],
      ['2026-04-06', '2027-03-31', '2027-05-07'],
    ]);
  });

  it('T3 start on 1 April in the second calendar year', () => {
    expect(periods('2027-28', CALENDAR)).toEqual([
      ['2027-04-01', '2027-06-30', '2027-08-07'],
      ['2027-04-01', '2027-09-30', '2027-11-07'],
      ['2027-04-01', '2027-12-31', '2028-02-07'],
      ['2027-04-01', '2028-03-31', '2028-05-07'],
    ]);
  });

  it('T4 start on 6 April when calendar quarters are chosen a year later', () => {
    const books: Books = { choices: [{ year: '2027-28', kind: 'calendar' }] };
    expect(periods('2026-27', books)).toEqual(periods('2026-27'));
    expect(periods('2027-28', books)[0]).toEqual(['2027-04-06', '2027-06-30', '2027-08-07']);
    expect(periods('2028-29', books)[0]).toEqual(['2028-04-01', '2028-06-30', '2028-08-07']);
  });
});

describe('obligations', () => {
  const TODAY = '2026-11-25';
  const year = updatePeriods({ year: '2026-27' });

  it('T5 are late, next or later without an update', () => {
    expect(obligations(year, [], TODAY).map(({ state, daysLate, text }) => [state, daysLate, text])).toEqual([
      ['late', 110, 'Due 07 Aug 2026, 110 days late'],
      ['late', 18, 'Due 07 Nov 2026, 18 days late'],
      ['next', 0, 'Due 07 Feb 2027, 74 days left'],
      ['later', 0, 'Due 07 May 2027, 163 days left'],
    ]);
  });

  it('T6 are met by an update with a later end, and may still be late', () => {
    const sent = [{ to: '2026-10-05', on: '2026-11-05' }];
    expect(obligations(year, sent, TODAY).map(({ state, daysLate, text }) => [state, daysLate, text])).toEqual([
      ['met', 90, 'Sent 05 Nov 2026, due 07 Aug 2026, 90 days late'],
      ['met', 0, 'Sent 05 Nov 2026, due 07 Nov 2026'],
      ['next', 0, 'Due 07 Feb 2027, 74 days left'],
      ['later', 0, 'Due 07 May 2027, 163 days left'],
    ]);
  });

  it('are not called late by the day on which they were marked as sent elsewhere', () => {
    const marked = { to: '2026-07-05', on: '2026-11-20', marked: true };
    expect(obligations(year, [marked], TODAY)[0]).toMatchObject({
      state: 'met',
      daysLate: 0,
      text: 'Marked 20 Nov 2026, due 07 Aug 2026',
    });
    const sent = { to: '2026-07-05', on: '2026-11-20' };
    expect(obligations(year, [marked, sent], TODAY)[0]?.text).toBe('Sent 20 Nov 2026, due 07 Aug 2026, 105 days late');
  });

  it('are met on the day of the first update, and due until the end of their day', () => {
    const sent = [
      { to: '2026-10-05', on: '2026-11-20' },
      { to: '2026-07-05', on: '2026-08-07' },
    ];
    expect(obligations(year, sent, TODAY)[0]).toMatchObject({ state: 'met', metOn: '2026-08-07', daysLate: 0 });
    const [first] = obligations(year, [], '2026-08-07');
    expect(first).toMatchObject({ state: 'next', text: 'Due today' });
    expect(obligations(year, [], '2026-08-08')[0]).toMatchObject({
      state: 'late',
      text: 'Due 07 Aug 2026, 1 day late',
    });
  });
});

describe('updateOf', () => {
  it.each<[string, string, Books, { year: string; update: number } | null]>([
    ['T7 5 July', '2026-07-05', { choices: [] }, { year: '2026-27', update: 1 }],
    ['T7 6 July', '2026-07-06', { choices: [] }, { year: '2026-27', update: 2 }],
    ['T8 1 July with calendar quarters', '2026-07-01', CALENDAR, { year: '2026-27', update: 2 }],
    ['T8 1 July with standard quarters', '2026-07-01', { choices: [] }, { year: '2026-27', update: 1 }],
    ['T9 3 April between two calendar years', '2027-04-03', CALENDAR, { year: '2027-28', update: 1 }],
    ['T10 3 April after the last calendar year', '2027-04-03', CALENDAR_THEN_STANDARD, null],
  ])('has %s', (_, day, books, expected) => {
    expect(updateOf(day, books)).toEqual(expected);
  });
});

describe('taxYearOf', () => {
  it.each([
    ['2026-04-05', '2025-26'],
    ['2026-04-06', '2026-27'],
    ['2027-01-01', '2026-27'],
    ['2100-01-01', '2099-00'],
  ])('has %s in %s', (day, year) => {
    const found = taxYearOf(day);
    expect(found).toMatchObject({ year, from: `${year.slice(0, 4)}-04-06` });
    expect(taxYear(year)).toEqual(found);
  });

  it('T10 keeps 3 April in the year before, to be added at the year end', () => {
    const year = taxYearOf('2027-04-03', CALENDAR_THEN_STANDARD);
    expect(year).toEqual({ year: '2026-27', from: '2026-04-06', to: '2027-04-05' });
    expect(daysInNoUpdate(year, CALENDAR_THEN_STANDARD)).toEqual({ from: '2027-04-01', to: '2027-04-05' });
    expect(daysInNoUpdate(taxYearOf('2026-05-01', CALENDAR), CALENDAR)).toBeNull();
    expect(daysInNoUpdate(taxYearOf('2026-05-01'))).toBeNull();
  });

  it('T11 has each day in one tax year, for any choices', () => {
    const years = Array.from({ length: 25 }, (_, place) => `${2016 + place}-${17 + place}`);
    const choices = fc.array(fc.record({ year: fc.constantFrom(...years), kind: fc.constantFrom(...QUARTER_KINDS) }));
    const days = fc.integer({ min: 0, max: 24 * 365 }).map((after) => addDays('2017-01-01', after));
    fc.assert(
      fc.property(days, choices, fc.option(days), (day, choices, started) => {
        const books = { choices, started };
        const found = years
          .flatMap((name) => taxYear(name, books) ?? [])
          .filter(({ from, to }) => from <= day && day <= to);
        expect(found).toEqual([taxYearOf(day, books)]);
      }),
    );
  });

  it('T12 has a letting’s start on 3 April in the next tax year when its books end on 31 March', () => {
    const books: Books = { choices: [{ year: '2027-28', kind: 'calendar' }], started: '2027-04-03' };
    expect(taxYearOf('2027-04-03', books)).toEqual({ year: '2027-28', from: '2027-04-01', to: '2028-03-31' });
    expect(updateOf('2027-04-03', books)).toEqual({ year: '2027-28', update: 1 });
    expect(taxYearOf('2027-04-03', { ...books, started: '2027-04-06' }).year).toBe('2026-27');
    expect(taxYearOf('2027-04-03', { choices: [], started: '2027-04-03' }).year).toBe('2026-27');
  });

  it('rejects names that are not two years running', () => {
    expect(['2026-28', '2026', '26-27', '2026-2027', 'x2026-27'].map((year) => taxYear(year))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});

describe('whyNotSend', () => {
  const [first, second, third] = updatePeriods({ year: '2026-27' });

  it('T13 holds an update back until 10 days before its period ends', () => {
    expect(third?.to).toBe('2027-01-05');
    expect(third && whyNotSend(third, [], '2026-12-25')).toEqual({
      reason: 'too-early',
      text: 'You can send this update from 26 Dec 2026.',
    });
    expect(third && whyNotSend(third, [], '2026-12-26')).toBeNull();
  });

  it('T14 refuses an end before that of an update already sent', () => {
    const sent = [{ to: '2026-10-05', on: '2026-11-05' }];
    expect(first && whyNotSend(first, sent, '2026-11-25')).toMatchObject({ reason: 'goes-back' });
    // A correction has the same end as the update before it.
    expect(second && whyNotSend(second, sent, '2026-11-25')).toBeNull();
  });
});
