import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayAsTyped,
  daysBetween,
  formatDay,
  formatDays,
  formatInstantAsDay,
  formatInstantAsTime,
  formatMonth,
  isDay,
  londonDay,
  londonInstant,
  parseDay,
  weekday,
} from './dates.ts';
import { optionalDay } from './schemas.ts';

describe('a day', () => {
  it('is formatted as 21 Nov 2026, with September as Sep', () => {
    expect(['2026-11-21', '2026-09-01', '2024-02-29'].map(formatDay)).toEqual([
      '21 Nov 2026',
      '01 Sep 2026',
      '29 Feb 2024',
    ]);
  });

  it('is taken in London, an hour ahead of UTC in summer', () => {
    expect(londonDay(new Date('2026-06-30T22:59:59Z'))).toBe('2026-06-30');
    expect(londonDay(new Date('2026-06-30T23:00:00Z'))).toBe('2026-07-01');
    expect(londonDay(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12-31');
    expect(formatInstantAsDay('2026-06-30T23:30:00.000Z')).toBe('01 Jul 2026');
  });

  it('has its time of day in London', () => {
    expect(formatInstantAsTime('2026-06-30T23:05:00.000Z')).toBe('00:05');
    expect(formatInstantAsTime('2026-12-31T23:05:00.000Z')).toBe('23:05');
  });

  it('and a time are an instant, also around clock changes', () => {
    expect(londonInstant('2027-01-14', '09:00')).toBe('2027-01-14T09:00:00.000Z');
    expect(londonInstant('2026-07-01', '00:30')).toBe('2026-06-30T23:30:00.000Z');
    expect(londonInstant('2026-10-25', '01:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(londonInstant('2026-10-25', '02:00')).toBe('2026-10-25T02:00:00.000Z');
    expect(londonInstant('2026-03-29', '01:30')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('and time agree with Intl for Europe/London around every clock change', () => {
    const clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/London',
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    const hours = Array.from({ length: 7 * 24 }, (_, hour) => (24 * 24 + hour) * 3_600_000);
    const years = Array.from({ length: 2200 - 1996 }, (_, year) => 1996 + year);
    const monthsOfChange = years.flatMap((year) => [Date.UTC(year, 2), Date.UTC(year, 9)]);
    const instants = monthsOfChange.flatMap((month) => hours.flatMap((hour) => [month + hour - 1, month + hour]));
    const shown = (instant: Date) => `${londonDay(instant)}, ${formatInstantAsTime(instant)}`;
    expect(instants.map((ms) => new Date(ms)).filter((instant) => shown(instant) !== clock.format(instant))).toEqual(
      [],
    );
  });

  it('is valid only if it exists in the calendar', () => {
    const real = ['2026-01-01', '2024-02-29', '2000-02-29', '9999-12-31'];
    const unreal = [
      '2026-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '26-01-01',
      '2026-1-1',
      '',
      '2026-01-01T00:00',
    ];
    expect(real.filter((day) => !isDay(day))).toEqual([]);
    expect(unreal.filter(isDay)).toEqual([]);
  });

  it('in London is valid at any instant', () => {
    const instants = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (instant) => {
        expect(isDay(londonDay(instant))).toBe(true);
      }),
    );
  });
});

describe('a typed day', () => {
  it.each([
    '1/2/26',
    '01/02/2026',
    '1.2.2026',
    ' 01 02 2026 ',
    '2026-02-01',
    '2026-2-1',
    '1 Feb 2026',
    '1st February, 2026',
    '1feb26',
    '01-FEB-26',
  ])("is parsed from '%s'", (typed) => {
    expect(parseDay(typed)).toBe('2026-02-01');
  });

  it('accepts any month by name or abbreviation', () => {
    const months = ['Jan', 'february', 'Mar', 'Apr', 'may', 'June', 'Jul', 'August', 'Sept', 'Oct', 'nov', 'December'];
    expect(months.map((month) => parseDay(`3 ${month} 2026`)?.slice(5, 7))).toEqual(
      months.map((_, index) => String(index + 1).padStart(2, '0')),
    );
  });

  it('with a two-digit year falls between 1970 and 2069', () => {
    expect(['31/12/69', '1/1/70', '1/1/00'].map(parseDay)).toEqual(['2069-12-31', '1970-01-01', '2000-01-01']);
  });

  it.each([
    '',
    ' ',
    '1/2',
    '1/2/6',
    '1/2/126',
    '30/02/2026',
    '29/2/26',
    '12/31/2026',
    '0/1/26',
    '1/0/26',
    '1 Foo 2026',
    '1 Ja 2026',
    'Feb 2026',
    'tomorrow',
    '2026/02/01',
    '010226',
    '1 2 2026 3',
    '2026-02-01T00:00',
  ])("is rejected as '%s'", (typed) => {
    expect(parseDay(typed)).toBeNull();
  });

  it('is formatted as 01/02/2026 and parses back to the same day', () => {
    expect(['2026-02-01', '31/2/26', ''].map(dayAsTyped)).toEqual(['01/02/2026', '31/2/26', '']);
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (instant) => {
        const day = londonDay(instant);
        expect([parseDay(dayAsTyped(day)), parseDay(formatDay(day)), parseDay(day)]).toEqual([day, day, day]);
      }),
    );
  });
});

describe('in a calendar', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-28', 7, '2026-04-04'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s and %i days is %s', (day, days, later) => {
    expect(addDays(day, days)).toBe(later);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2027-01-31', 13, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2028-02-29', 12, '2029-02-28'],
  ])('%s and %i months is %s', (day, months, later) => {
    expect(addMonths(day, months)).toBe(later);
  });

  it('weeks begin on Monday and months have their full name', () => {
    expect(['2026-11-23', '2026-11-22', '1900-01-01'].map(weekday)).toEqual([0, 6, 0]);
    expect(formatMonth('2026-09-30')).toBe('September 2026');
  });
});

describe('the days between two days', () => {
  it.each([
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-21', '2026-11-22', 1],
    ['2026-11-21', '2026-11-20', -1],
    ['2028-02-28', '2028-03-01', 2],
    ['2026-02-28', '2026-03-01', 1],
    ['2026-03-28', '2026-03-30', 2],
    ['2026-10-24', '2026-10-26', 2],
    ['2025-11-21', '2026-11-21', 365],
  ])('from %s to %s are %i', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days);
  });
});

describe('an optional day', () => {
  const sentences = (text: unknown) =>
    optionalDay()
      .safeParse(text)
      .error?.issues.map(({ message }) => message);

  it('is null when left out', () => {
    expect([undefined, null, ''].map((none) => optionalDay().parse(none))).toEqual([null, null, null]);
  });

  it('is accepted from 1900 to 2200', () => {
    for (const day of ['1900-01-01', '2028-02-29', '2200-12-31']) expect(optionalDay().parse(day)).toBe(day);
  });

  it.each([
    ['2026-02-29', 'Enter a date'],
    ['29/02/2028', 'Enter a date'],
    ['0000-01-01', 'Enter a year between 1900 and 2200'],
    ['1899-12-31', 'Enter a year between 1900 and 2200'],
    ['2201-01-01', 'Enter a year between 1900 and 2200'],
    ['9999-12-31', 'Enter a year between 1900 and 2200'],
    ['20000-01-01', 'Enter a date'],
    [20260101, 'Enter a date'],
  ])('returns one message for %s', (text, sentence) => {
    expect(sentences(text)).toEqual([sentence]);
  });
});

it.each([
  [{ from: '2026-11-01', to: '2026-11-30' }, '01 – 30 Nov 2026'],
  [{ from: '2026-04-06', to: '2026-07-05' }, '06 Apr – 05 Jul 2026'],
  [{ from: '2026-10-06', to: '2027-01-05' }, '06 Oct 2026 – 05 Jan 2027'],
  [{ from: '2026-11-01', to: '2026-11-01' }, '01 Nov 2026'],
  [{ from: '2026-07-01' }, 'From 01 Jul 2026'],
  [{ to: '2026-09-30' }, 'To 30 Sep 2026'],
  [{}, ''],
])('formats %j as %j', (days, line) => {
  expect(formatDays(days)).toBe(line);
});
