import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/dates.ts';
import {
  equalParts,
  type Form17,
  form17Dates,
  type Ownership,
  parseShare,
  type Share,
  type Sum,
  sharesForTax,
  sharesOn,
  shareText,
  splitSums,
  spouseShares,
  sumToOne,
} from './shares.ts';

const OWNERS = ['ada', 'ben', 'cleo'] as const;
const percent = (...parts: number[]) => parts.map((numerator) => ({ numerator, denominator: 100 }));
const owned = (from: string, ...parts: number[]): Share[] =>
  percent(...parts).map((part, place) => ({ ...part, property: 'flat', owner: OWNERS[place] ?? '', from }));
const thirds: Share[] = OWNERS.map((owner) => ({
  property: 'flat',
  owner,
  from: '2026-04-06',
  numerator: 1,
  denominator: 3,
}));
const sumOf = (pence: number, more: Partial<Sum> = {}): Sum => ({
  property: 'flat',
  line: 'rent',
  day: '2026-05-01',
  pence,
  ...more,
});
const split = (sums: Sum[], shares: Share[]) => splitSums({ sums, shares, owners: OWNERS });

describe('parseShare', () => {
  it.each([
    ['60', { numerator: 3, denominator: 5 }],
    [' 33.33 % ', { numerator: 3333, denominator: 10_000 }],
    ['100%', { numerator: 1, denominator: 1 }],
    ['1/3', { numerator: 1, denominator: 3 }],
    ['2 / 6', { numerator: 1, denominator: 3 }],
    ['0', null],
    ['0/3', null],
    ['100.01', null],
    ['4/3', null],
    ['1/0', null],
    ['-5', null],
    ['', null],
    ['half', null],
  ])('parses %j', (typed, fraction) => {
    expect(parseShare(typed)).toEqual(fraction);
  });
});

describe('sumToOne', () => {
  const typed = (...texts: string[]) =>
    sumToOne(texts.map((text) => parseShare(text) ?? { numerator: 0, denominator: 1 }));

  it.each([
    ['T85', ['33.33', '33.33', '33.33'], 'Shares add up to 99.99%. Use one third each?', equalParts(3)],
    ['33.3 three times', ['33.3', '33.3', '33.3'], 'Shares add up to 99.9%. Use one third each?', equalParts(3)],
    ['six', Array<string>(6).fill('16.67'), 'Shares add up to 100.02%. Use one sixth each?', equalParts(6)],
    ['thirteen', Array<string>(13).fill('7.69'), 'Shares add up to 99.97%. Use 1/13 each?', equalParts(13)],
    ['unequal', ['60', '30'], 'Shares add up to 90%. Change them to add up to 100%.', null],
    ['one', ['90'], 'Shares add up to 90%. Change them to add up to 100%.', null],
    ['above', ['1/3', '66.667'], 'Shares add up to more than 100%. Change them to add up to 100%.', null],
    ['below', ['1/3', '66.666'], 'Shares add up to less than 100%. Change them to add up to 100%.', null],
    ['empty', [], 'Shares add up to 0%. Change them to add up to 100%.', null],
  ])('%s: refuses %j', (_, texts, text, offer) => {
    expect(typed(...texts)).toEqual({ ok: false, text, offer });
  });

  it('accepts exact sums', () => {
    for (const texts of [['100'], ['60', '40'], ['1/3', '1/3', '1/3'], ['33.33', '33.33', '33.34'], ['1/3', '2/3']])
      expect(typed(...texts)).toEqual({ ok: true });
    expect(sumToOne(equalParts(7))).toEqual({ ok: true });
  });
});

describe('sharesOn', () => {
  it('is the newest set of shares on or before the day', () => {
    const rows = [...owned('2026-09-01', 100), ...owned('2026-04-06', 50, 50)];
    expect(sharesOn(rows, '2026-04-05')).toEqual([]);
    expect(sharesOn(rows, '2026-08-31').map(({ owner }) => owner)).toEqual(['ada', 'ben']);
    expect(sharesOn(rows, '2026-09-01').map(({ owner }) => owner)).toEqual(['ada']);
  });
});

describe('splitSums', () => {
  it.each([
    ['T80', [1_000_00], thirds, [333_34, 333_33, 333_33]],
    ['T81', [1_234_57], owned('2026-04-06', 60, 40), [740_74, 493_83]],
    ['T82', [-1], owned('2026-04-06', 50, 50), [-1, 0]],
    ['T83', [1, 1, 1], owned('2026-04-06', 50, 50), [2, 1]],
  ])('%s: splits %j exactly, added up first', (_, pence, shares, parts) => {
    const sums = pence.map((one) => sumOf(one));
    expect(split(sums, shares).map((part) => part.pence)).toEqual(parts);
    // The order of the rows does not decide ties.
    expect(split(sums, shares.toReversed()).map((part) => part.pence)).toEqual(parts);
  });

  it('T84: splits each share period by its shares', () => {
    const sums = ['05', '06', '07', '08', '09', '10'].map((month) => sumOf(1_000_00, { day: `2026-${month}-01` }));
    const shares = [...owned('2026-04-06', 50, 50), ...owned('2026-09-01', 75, 25)];
    expect(split(sums, shares)).toEqual([
      { property: 'flat', line: 'rent', from: '2026-04-06', owner: 'ada', pence: 2_000_00 },
      { property: 'flat', line: 'rent', from: '2026-04-06', owner: 'ben', pence: 2_000_00 },
      { property: 'flat', line: 'rent', from: '2026-09-01', owner: 'ada', pence: 1_500_00 },
      { property: 'flat', line: 'rent', from: '2026-09-01', owner: 'ben', pence: 500_00 },
    ]);
  });

  it('follows the general shares without shares of the property, and otherwise the first owner', () => {
    const general = owned('2026-06-01', 50, 50).map((share) => ({ ...share, property: null }));
    const shares = [...general, ...owned('2026-07-01', 25, 75)];
    const of = (property: string | null, day: string) =>
      split([sumOf(100, { property, day })], shares).map(({ owner, pence }) => `${owner} ${pence}`);
    expect(of(null, '2026-05-31')).toEqual(['ada 100']);
    expect(of(null, '2026-07-01')).toEqual(['ada 50', 'ben 50']);
    expect(of('house', '2026-07-01')).toEqual(['ada 50', 'ben 50']);
    expect(of('flat', '2026-06-30')).toEqual(['ada 50', 'ben 50']);
    expect(of('flat', '2026-07-01')).toEqual(['ada 25', 'ben 75']);
  });

  it('always gives the owners the whole, each within a penny of the exact share', () => {
    const day = fc.nat(400).map((days) => addDays('2026-04-06', days));
    const property = fc.constantFrom('flat', 'house', null);
    const sets = fc.array(
      fc.record({
        property,
        from: day,
        parts: fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 6 },
    );
    const sums = fc.array(
      fc.record({
        property,
        line: fc.constantFrom('rent', 'repairs'),
        day,
        pence: fc.integer({ min: -1e12, max: 1e12 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(sets, sums, (given, all) => {
        const byDay = new Map(given.map((set) => [`${set.property} ${set.from}`, set]));
        const shares = [...byDay.values()].flatMap(({ property, from, parts }) => {
          const denominator = parts.reduce((sum, part) => sum + part, 0);
          return parts.map((numerator, place) => ({
            property,
            from,
            owner: OWNERS[place] ?? '',
            numerator,
            denominator,
          }));
        });
        const found = split(all, shares);
        for (const property of ['flat', 'house', null])
          for (const line of ['rent', 'repairs']) {
            const of = (rows: readonly { property: string | null; line: string; pence: number }[]) =>
              rows
                .filter((row) => row.property === property && row.line === line)
                .reduce((sum, row) => sum + row.pence, 0);
            expect(of(found)).toBe(of(all));
          }
        for (const { property, line, from, owner, pence } of found) {
          const whole = found
            .filter((one) => one.property === property && one.line === line && one.from === from)
            .reduce((sum, one) => sum + one.pence, 0);
          const set = [property, null].map((of) => shares.filter((one) => one.property === of && one.from === from));
          const share = set.find(({ length }) => length)?.find((one) => one.owner === owner);
          const [numerator, denominator] = [BigInt(share?.numerator ?? 1), BigInt(share?.denominator ?? 1)];
          const off = BigInt(pence) * denominator - BigInt(whole) * numerator;
          expect(-denominator < off && off < denominator).toBe(true);
        }
      }),
    );
  });
});

describe('spouseShares', () => {
  const declared = { signed: ['2010-06-10', '2010-06-20'], received: '2010-07-01' };
  const of20000 = (form: typeof declared | null) =>
    split([sumOf(20_000_00)], spouseShares(owned('2026-04-06', 75, 25), form, '2026-05-01')).map(({ pence }) => pence);

  it.each([
    ['T76', null, [10_000_00, 10_000_00]],
    ['T77', declared, [15_000_00, 5_000_00]],
  ])('%s: splits 20,000 by form %j', (_, form, parts) => {
    expect(of20000(form)).toEqual(parts);
  });

  it('T78: applies from the last signature', () => {
    expect(form17Dates(declared).from).toBe('2010-06-20');
    const numerators = (day: string) =>
      spouseShares(percent(75, 25), declared, day).map(({ numerator, denominator }) => numerator / denominator);
    expect([numerators('2010-06-19'), numerators('2010-06-20')]).toEqual([
      [0.5, 0.5],
      [0.75, 0.25],
    ]);
  });

  it.each([
    ['2010-08-19', true, 'The declared shares apply from 20 Jun 2010. HMRC received Form 17 on 19 Aug 2010.'],
    ['2010-08-20', false, 'HMRC received Form 17 on 20 Aug 2010, after 19 Aug 2010. Both are still taxed 50:50.'],
    [null, false, 'The declared shares apply from 20 Jun 2010 if HMRC receives Form 17 by 19 Aug 2010.'],
  ])('T79: received on %s, valid %s', (received, valid, text) => {
    expect(form17Dates({ ...declared, received })).toEqual({ from: '2010-06-20', lastDay: '2010-08-19', valid, text });
  });
});

describe('sharesForTax', () => {
  const both = [
    { owner: 'ada', numerator: 3, denominator: 4 },
    { owner: 'ben', numerator: 1, denominator: 4 },
  ];
  const ownership = (form: Form17 | null, given: Partial<Ownership> = {}): Ownership => ({
    property: 'flat',
    from: '2026-04-06',
    spouses: true,
    form,
    shares: both,
    ...given,
  });
  const texts = (...ownerships: Ownership[]) =>
    sharesForTax(ownerships).map((share) => `${share.from} ${share.owner} ${shareText(share)}`);
  const equal = ['2026-04-06 ada 50%', '2026-04-06 ben 50%'];
  const declared = { signed: ['2026-06-20'], received: '2026-08-19' };

  it('are the declared shares of spouses from Form 17 on, before equal ones', () => {
    expect(texts(ownership(declared))).toEqual([...equal, '2026-06-20 ada 75%', '2026-06-20 ben 25%']);
    expect(texts(ownership({ ...declared, received: '2026-08-20' }))).toEqual(equal);
    expect(texts(ownership(null))).toEqual(equal);
    expect(texts(ownership(declared, { from: '2026-07-01' }))).toEqual(['2026-07-01 ada 75%', '2026-07-01 ben 25%']);
    expect(texts(ownership(declared, { spouses: false }))).toEqual(['2026-04-06 ada 75%', '2026-04-06 ben 25%']);
  });

  it('ignore a Form 17 of shares that were replaced before it applied', () => {
    for (const from of ['2026-06-20', '2026-05-01']) {
      const later = ownership(null, { from, spouses: false, shares: [{ owner: 'ben', numerator: 1, denominator: 1 }] });
      expect(texts(ownership(declared), later)).toEqual([...equal, `${from} ben 100%`]);
    }
  });
});

it.each([
  ['60', '60%'],
  ['33.33', '33.33%'],
  ['1/3', '1/3'],
  ['33.333', '33333/100000'],
  ['1/8', '12.5%'],
])('shows the share %s as %s', (typed, shown) => {
  expect(shareText(parseShare(typed) ?? { numerator: 0, denominator: 1 })).toBe(shown);
});
