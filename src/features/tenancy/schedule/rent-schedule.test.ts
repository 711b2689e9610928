import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths } from '../../../shared/dates.ts';
import { FREQUENCIES } from '../rules/frequency.ts';
import { periodOnOrAfter, type RentTerms, rentSchedule } from './rent-schedule.ts';

const MONTHLY: RentTerms = {
  start: '2026-01-10',
  ended: null,
  frequency: 'monthly',
  rentDay: 10,
  inArrears: false,
  rents: [{ from: '2026-01-10', amount: 95_000 }],
};
const FOREVER = { from: '1900-01-01', to: '2200-12-31' };
const lines = (terms: RentTerms, range: { from: string; to: string }) =>
  rentSchedule(terms, range).map(({ due, from, to, amount, method }) =>
    [due, `${from} ${to}`, amount, method].filter(Boolean),
  );

describe('monthly rent', () => {
  it('is due on its rent day for the period up to the next one', () => {
    expect(lines(MONTHLY, { from: '2026-01-01', to: '2026-03-31' })).toEqual([
      ['2026-01-10', '2026-01-10 2026-02-09', 95_000],
      ['2026-02-10', '2026-02-10 2026-03-09', 95_000],
      ['2026-03-10', '2026-03-10 2026-04-09', 95_000],
    ]);
  });

  it('due on the 31st is due on the last day of shorter months', () => {
    const terms = { ...MONTHLY, start: '2027-12-31', rentDay: 31 };
    expect(rentSchedule(terms, { from: '2027-12-01', to: '2028-05-31' }).map(({ due }) => due)).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ]);
  });

  it('is charged by days before the first rent day and at the end', () => {
    const terms = {
      ...MONTHLY,
      start: '2026-04-21',
      rentDay: 1,
      ended: '2026-06-11',
      rents: [{ from: '2026-04-21', amount: 120_000 }],
    };
    expect(lines(terms, FOREVER)).toEqual([
      ['2026-04-21', '2026-04-21 2026-04-30', 40_000, '10 of 30 days'],
      ['2026-05-01', '2026-05-01 2026-05-31', 120_000],
      ['2026-06-01', '2026-06-01 2026-06-10', 40_000, '10 of 30 days'],
    ]);
  });

  it('that changes within a period is charged by days at each rent', () => {
    // 14 days at £950 and 17 days at £1,000, of 31 days: (13,300 + 17,000) ÷ 31 = 977.419…
    const terms = { ...MONTHLY, rents: [...MONTHLY.rents, { from: '2026-03-24', amount: 100_000 }] };
    expect(lines(terms, { from: '2026-03-01', to: '2026-04-30' })).toEqual([
      ['2026-03-10', '2026-03-10 2026-04-09', 97_742, '14 days at £950.00 and 17 days at £1,000.00, of 31 days'],
      ['2026-04-10', '2026-04-10 2026-05-09', 100_000],
    ]);
  });

  it('in arrears is due on the day after its period', () => {
    const terms = { ...MONTHLY, inArrears: true, ended: '2026-02-20' };
    expect(rentSchedule(terms, FOREVER).map(({ due, to }) => [due, to])).toEqual([
      ['2026-02-10', '2026-02-09'],
      ['2026-02-20', '2026-02-19'],
    ]);
  });

  it('is not charged if the tenancy ended before it started', () => {
    expect(rentSchedule({ ...MONTHLY, ended: '2026-01-10' }, FOREVER)).toEqual([]);
  });
});

it('starts weekly rent on its weekday, with earlier days charged separately', () => {
  // 1 January 2026 is a Thursday; the first Monday is 5 January.
  const terms: RentTerms = {
    ...MONTHLY,
    start: '2026-01-01',
    frequency: '4-weekly',
    rentDay: 1,
    rents: [{ from: '2026-01-01', amount: 56_000 }],
  };
  expect(lines(terms, { from: '2026-01-01', to: '2026-02-02' })).toEqual([
    ['2026-01-01', '2026-01-01 2026-01-04', 8_000, '4 of 28 days'],
    ['2026-01-05', '2026-01-05 2026-02-01', 56_000],
    ['2026-02-02', '2026-02-02 2026-03-01', 56_000],
  ]);
});

it('counts the months of quarterly, half-yearly and yearly rent from the first rent day', () => {
  const dues = (frequency: RentTerms['frequency']) =>
    rentSchedule(
      { ...MONTHLY, frequency, rentDay: 25, start: '2026-03-25' },
      { from: '2026-01-01', to: '2027-04-30' },
    ).map(({ due }) => due);
  expect(dues('quarterly')).toEqual(['2026-03-25', '2026-06-25', '2026-09-25', '2026-12-25', '2027-03-25']);
  expect(dues('six-monthly')).toEqual(['2026-03-25', '2026-09-25', '2027-03-25']);
  expect(dues('yearly')).toEqual(['2026-03-25', '2027-03-25']);
});

it('finds the first period on or after a date', () => {
  expect(periodOnOrAfter(MONTHLY, '2027-01-20')).toBe('2027-02-10');
  expect(periodOnOrAfter(MONTHLY, '2027-02-10')).toBe('2027-02-10');
});

const day = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2024-01-01', days));
const anyTerms = fc
  .record({
    start: day,
    length: fc.option(fc.integer({ min: 1, max: 1500 }), { nil: null }),
    frequency: fc.constantFrom(...FREQUENCIES),
    rentDay: fc.integer({ min: 1, max: 31 }),
    inArrears: fc.boolean(),
    amounts: fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 400 }), amount: fc.integer({ min: 0, max: 500_000 }) }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ length, amounts, rentDay, ...terms }): RentTerms => {
    let from = terms.start;
    return {
      ...terms,
      rentDay: terms.frequency.endsWith('weekly') ? (rentDay % 7) + 1 : rentDay,
      ended: length === null ? null : addDays(terms.start, length),
      rents: amounts.map(({ after, amount }) => {
        const rent = { from, amount };
        from = addDays(from, after);
        return rent;
      }),
    };
  });

describe('any schedule', () => {
  it('can be split at any date', () => {
    fc.assert(
      fc.property(anyTerms, day, day, day, (terms, ...days) => {
        const [from, between, to] = days.sort();
        const halves = [
          ...rentSchedule(terms, { from, to: between }),
          ...rentSchedule(terms, { from: addDays(between, 1), to }),
        ];
        expect(rentSchedule(terms, { from, to })).toEqual(halves);
      }),
    );
  });

  it('lists a few rents in one period, and only counts many', () => {
    const rents = Array.from({ length: 26 }, (_, week) => ({
      from: addDays('2026-01-10', 7 * week),
      amount: 90_000 + week,
    }));
    const yearly = { ...MONTHLY, frequency: 'yearly' as const, rents };
    const [charge] = rentSchedule(yearly, { from: '2026-01-10', to: '2026-12-31' });
    expect(charge?.method).toBe('365 days at 26 rents, of 365 days');
  });

  it('covers every day of the tenancy once', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const charges = rentSchedule(terms, { from: '1900-01-01', to: '2031-01-01' });
        let next = terms.start;
        for (const { from, to } of charges) {
          expect(from).toBe(next);
          expect(to >= from).toBe(true);
          next = addDays(to, 1);
        }
        const over = terms.ended !== null && terms.ended < '2030-01-01';
        expect(over ? next : '').toBe(over ? terms.ended : '');
      }),
    );
  });

  it('with one rent adds up to whole years to the penny when one tenancy follows another', () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 300_000 }),
        (start, rentDay, days, amount) => {
          const terms = { ...MONTHLY, start, rentDay, rents: [{ from: start, amount }] };
          const handover = addDays(start, days);
          const end = addMonths(periodOnOrAfter(terms, handover), 12);
          const total = (parts: RentTerms) =>
            rentSchedule(parts, FOREVER).reduce((sum, charge) => sum + charge.amount, 0);
          const whole = total({ ...terms, ended: end });
          // Together, both tenancies owe as much as a single tenancy.
          const both = total({ ...terms, ended: handover }) + total({ ...terms, start: handover, ended: end });
          expect(both).toBe(whole);
          const years = total({
            ...terms,
            start: periodOnOrAfter(terms, start),
            ended: addMonths(periodOnOrAfter(terms, start), 24),
          });
          expect(years).toBe(24 * amount);
        },
      ),
    );
  });
});
