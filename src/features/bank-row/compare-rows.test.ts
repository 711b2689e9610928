import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../shared/dates.ts';
import { compareLines, type KnownLine, suggestPairs, wordsOf } from './compare-rows.ts';
import type { EntryLine } from './entry.ts';

const line = (date: string, text = 'J PATEL RENT', amount = 50_000, externalId: string | null = null): EntryLine => ({
  date,
  text,
  amount,
  externalId,
  reference: '',
  category: null,
});

type Stored = KnownLine & { at: number };

/** Simulates an account that stores new lines as payments, and known lines as further rows of their payment. */
function account() {
  const known: Stored[] = [];
  return {
    known,
    take(provider: string, lines: EntryLine[], days?: { from: string; to: string }) {
      const dates = lines.map(({ date }) => date).sort();
      const covered = days ?? { from: dates[0] ?? '', to: dates.at(-1) ?? '' };
      const verdicts = compareLines(lines, { known, source: { provider, ...covered } });
      for (const [at, { externalId, date, amount, text }] of lines.entries()) {
        const verdict = verdicts[at];
        const id = `${known.length}`;
        const payment = verdict?.is === 'known' ? verdict.as.payment : id;
        if (verdict?.is !== 'known' || verdict.by !== 'id')
          known.push({ id, provider, payment, externalId, date, amount, text, at });
      }
      return verdicts.map((verdict) => verdict.is);
    },
  };
}

describe('line comparison', () => {
  it.each([
    ['known', 'of the same day and words', line('2026-11-01')],
    ['known', 'four days later', line('2026-11-05')],
    ['new', 'five days later', line('2026-11-06')],
    ['known', 'with other codes and case', line('2026-11-02', 'FPI J Patel, rent 01NOV')],
    ['known', 'with fewer words', line('2026-11-01', 'J PATEL')],
    ['new', 'of another payer', line('2026-11-01', 'K MENSAH')],
    ['new', 'that differs by a penny', line('2026-11-01', 'J PATEL RENT', 50_001)],
  ])('returns %s for a line %s from another source', (verdict, _, given) => {
    const one = account();
    one.take('gocardless', [line('2026-11-01', 'J PATEL RENT', 50_000, 'a')]);
    expect(one.take('file', [given])).toEqual([verdict]);
  });

  it('recognises a line by its id after the bank has changed the rest', () => {
    const one = account();
    one.take('gocardless', [line('2026-11-01', 'PENDING', 100, 'a')]);
    expect(one.take('gocardless', [line('2026-11-20', 'SHOP', 200, 'a')])).toEqual(['known']);
  });

  it('recognises a line whose id has changed, and adds a second equal line', () => {
    const days = { from: '2026-10-01', to: '2026-11-30' };
    const one = account();
    one.take('gocardless', [line('2026-11-01', 'BUS', -250, 'a')], days);
    expect(one.take('gocardless', [line('2026-11-01', 'BUS', -250, 'b')], days)).toEqual(['known']);
    const other = account();
    other.take('gocardless', [line('2026-11-01', 'BUS', -250, 'a')], days);
    const both = [line('2026-11-02', 'BUS', -250, 'b'), line('2026-11-01', 'BUS', -250, 'a')];
    expect(other.take('gocardless', both, days)).toEqual(['new', 'known']);
  });

  it('adds a line equal to one outside the days of the import', () => {
    const one = account();
    one.take('file', [line('2026-10-31', 'BUS', -250)]);
    expect(one.take('file', [line('2026-11-01', 'BUS', -250)])).toEqual(['new']);
  });

  it('asks once about a line that may be either of two payments', () => {
    const one = account();
    one.take('gocardless', [line('2026-11-01', 'BUS', -250, 'a'), line('2026-11-03', 'BUS', -250, 'b')]);
    expect(one.take('file', [line('2026-11-02', 'BUS', -250)])).toEqual(['asked']);
    expect(one.take('file', [line('2026-11-02', 'BUS', -250)])).toEqual(['known']);
  });

  it('matches lines of the same day before lines days apart', () => {
    const one = account();
    one.take('gocardless', [line('2026-11-01', 'BUS', -250, 'a'), line('2026-11-02', 'BUS', -250, 'b')]);
    const file = ['2026-11-03', '2026-11-02', '2026-11-01'].map((date) => line(date, 'BUS', -250));
    expect(one.take('file', file)).toEqual(['new', 'known', 'known']);
  });
});

it('keeps two equal rents of one day in every order of import, also if repeated', () => {
  const equal = [line('2026-11-01'), line('2026-11-01')];
  const ids = equal.map((one, at) => ({ ...one, externalId: `id ${at}` }));
  for (const order of [
    [
      ['file', equal],
      ['gocardless', ids],
    ],
    [
      ['gocardless', ids],
      ['file', equal],
    ],
    [
      ['gocardless', ids.slice(0, 1)],
      ['file', equal],
      ['gocardless', ids],
    ],
    [
      ['file', equal.slice(0, 1)],
      ['gocardless', ids],
      ['file', equal],
    ],
  ] as [string, EntryLine[]][][]) {
    const one = account();
    for (const [provider, lines] of [...order, ...order]) one.take(provider, lines);
    expect(new Set(one.known.map(({ payment }) => payment)).size).toBe(2);
  }
});

/** Few distinct values, so that many payments are equal. */
const payments = fc.array(
  fc.record({ day: fc.nat(40), amount: fc.constantFrom(50_000, -250, 412), text: fc.constantFrom('J PATEL', 'BUS') }),
  { maxLength: 25 },
);

it('stores each payment once for any parts of a statement in any order', () => {
  const parts = fc.array(fc.tuple(fc.constantFrom('file', 'gocardless'), fc.nat(40), fc.nat(40)), { maxLength: 6 });
  fc.assert(
    fc.property(payments, parts, (made, some) => {
      const all = made.map(({ day, amount, text }, at) => line(addDays('2026-01-01', day), text, amount, `id ${at}`));
      const one = account();
      // Starts with a whole statement, because a part that ends between equal lines is ambiguous.
      for (const [provider, a, b] of [['file', 0, 40] as const, ...some]) {
        const [from, to] = [addDays('2026-01-01', Math.min(a, b)), addDays('2026-01-01', Math.max(a, b))];
        const reported = all.filter(({ date }) => date >= from && date <= to);
        const lines = provider === 'file' ? reported.map((one) => ({ ...one, externalId: null })) : reported;
        expect(one.take(provider, lines, { from, to })).not.toContain('asked');
      }
      expect(new Set(one.known.map(({ payment }) => payment)).size).toBe(made.length);
    }),
  );
});

it('omits payment method and date from words, unless there are no other words', () => {
  expect(wordsOf('FPI  Müller, K. 01NOV26')).toEqual(['muller', 'k']);
  expect(wordsOf('DD')).toEqual(['dd']);
});

it('suggests each transaction once, nearest first', () => {
  const own = (id: string, date: string, amount = 100) => ({ id, date, amount });
  const imported = [own('i1', '2026-11-01'), own('i2', '2026-11-04'), own('i3', '2026-11-04', 99)];
  const present = [own('p1', '2026-11-03'), own('p2', '2026-11-09', 99), own('p3', '2026-10-29')];
  expect(suggestPairs(imported, present)).toEqual([
    expect.objectContaining({ imported: 'i2', present: 'p1' }),
    expect.objectContaining({ imported: 'i1', present: 'p3' }),
  ]);
});
