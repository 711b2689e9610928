import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShare, type Share, splitSums } from '../../owner/rules/shares.ts';
import { patternSums, sharePlan } from './owner-sums.ts';

const YEAR = { from: '2026-04-06', to: '2027-04-05' };
const OWNERS = ['ada', 'ben', 'cleo'] as const;
const shareOf = (property: string | null, from: string, ...parts: string[]): Share[] =>
  parts.flatMap((part, at) => {
    const fraction = parseShare(part);
    return fraction ? [{ property, from, owner: OWNERS[at] ?? '', ...fraction }] : [];
  });
const planOf = (owner: string, shares: Share[]) => sharePlan({ shares, owners: OWNERS, owner }, YEAR);

describe('sharePlan', () => {
  it('reads nothing in full without shares, and only the first owner’s rows', () => {
    expect(planOf('ada', [])).toMatchObject({ generalChanges: [], general: 0, patterns: [{ weights: [1], part: 0 }] });
    expect(planOf('ben', [])).toMatchObject({ generalChanges: [], general: null, patterns: [] });
  });

  it('reads a property in full if its shares change within the year, also from the general ones', () => {
    const shares = [
      ...shareOf(null, '2020-01-01', '50', '50'),
      ...shareOf('moved', '2026-04-06', '60', '40'),
      ...shareOf('moved', '2026-09-01', '', '100'),
      ...shareOf('bought', '2027-04-05', '60', '40'),
      ...shareOf('later', '2027-04-06', '60', '40'),
      ...shareOf('fixed', '2026-04-06', '60', '40'),
      ...shareOf('bens', '2026-04-06', '', '100'),
    ];
    const { changes, fixed, general, patterns } = planOf('ada', shares);
    expect(Object.fromEntries(changes)).toEqual({ moved: ['2026-09-01'], bought: ['2027-04-05'] });
    const ofFixed = [...fixed].map(([property, at]) => [property, at === null ? null : patterns[at]?.weights]);
    expect(ofFixed).toEqual([
      ['later', [1, 1]],
      ['fixed', [3, 2]],
      ['bens', null],
    ]);
    expect(patterns[general ?? -1]?.weights).toEqual([1, 1]);
  });

  it('reads all others in full if the general shares change, or have a very large denominator', () => {
    const changed = [...shareOf(null, '2026-04-06', '50', '50'), ...shareOf(null, '2026-12-24', '60', '40')];
    expect(planOf('ada', changed)).toMatchObject({ generalChanges: ['2026-12-24'], general: null });
    const odd = shareOf(null, '2020-01-01', '1/9973', '9971/9973', '1/9973');
    expect(planOf('ada', odd)).toMatchObject({ generalChanges: [], general: 0 });
    const large: Share[] = [
      { property: null, from: '2020-01-01', owner: 'ada', numerator: 1, denominator: 9_973 },
      { property: null, from: '2020-01-01', owner: 'ben', numerator: 1, denominator: 9_967 },
      { property: null, from: '2020-01-01', owner: 'cleo', numerator: 99_380_951, denominator: 99_400_891 },
    ];
    expect(planOf('ada', large)).toMatchObject({ generalChanges: ['2026-04-06'], general: null });
  });
});

it('splits the sums of all properties with the same shares as each would be split', () => {
  const pence = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -9_999_999, max: 9_999_999 }));
  const split = fc.constantFrom(['60', '40'], ['1/3', '1/3', '1/3'], ['0.01', '', '99.99'], ['50', '50']);
  fc.assert(
    fc.property(fc.array(pence, { minLength: 1, maxLength: 30 }), split, (sums, parts) => {
      const shares = shareOf(null, '2026-01-01', ...parts);
      const given = sums.map((pence, at) => ({ property: `${at}`, line: 'rent', day: '2026-05-01', pence }));
      const each = splitSums({ sums: given, shares, owners: OWNERS });
      for (const owner of OWNERS) {
        const { patterns, general } = planOf(owner, shares);
        const expected = each.filter((part) => part.owner === owner).reduce((sum, part) => sum + part.pence, 0);
        const whole = patterns[general ?? -1]?.whole ?? 1;
        const rest = { pattern: 0, key: 'rent' as const, count: 1, rows: 1 };
        const parted = sums.map((one) => {
          const size = Math.abs(one);
          return { ...rest, sign: one < 0 ? -1 : 1, remainder: size % whole, quotient: Math.floor(size / whole) };
        });
        const twice = parted.map((one) => ({ ...one, count: 2, quotient: 2 * one.quotient }));
        const total = (lines: { pence: number }[]) => lines.reduce((sum, { pence }) => sum + pence, 0);
        const totalOf = (groups: typeof parted) => (general === null ? 0 : total(patternSums(groups, patterns)));
        expect(totalOf(parted)).toBe(expected);
        expect(totalOf(twice)).toBe(2 * expected);
      }
    }),
  );
});
