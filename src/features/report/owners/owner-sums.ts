/** Owners' parts of sums of money: the total of each property and share period is split once. Pure. */
import { type PartOn, type Share, splitSums } from '../../owner/rules/shares.ts';
import type { MoneySum } from '../money/sums.ts';

export type Owned = { shares: readonly Share[]; owners: readonly [string, ...string[]] };

/** Returns the parts by owner, without sums in which the owner has no share. */
export function partsOf(sums: readonly MoneySum[], { shares, owners }: Owned): Map<string, MoneySum[]> {
  const keyOf = ({ propertyId, sharedProperty, category, type, month }: MoneySum) =>
    JSON.stringify([propertyId, sharedProperty, category, type, month]);
  const firstOf = new Map<string, MoneySum>();
  const rowsOf = new Map<string, number>();
  for (const sum of sums) {
    const key = keyOf(sum);
    if (!firstOf.has(key)) firstOf.set(key, sum);
    rowsOf.set(key, (rowsOf.get(key) ?? 0) + sum.rows);
  }
  const parts = splitSums({
    sums: sums.map((sum) => ({ property: sum.sharedProperty, line: keyOf(sum), day: sum.day, pence: sum.pence })),
    shares,
    owners,
  });
  const partsByOwner = new Map<string, Map<string, MoneySum>>(owners.map((owner) => [owner, new Map()]));
  for (const { owner, line, pence } of parts) {
    const own = partsByOwner.get(owner);
    const first = firstOf.get(line);
    if (!own || !first) continue;
    const before = own.get(line);
    own.set(line, { ...first, rows: rowsOf.get(line) ?? 0, pence: pence + (before?.pence ?? 0) });
  }
  return new Map([...partsByOwner].map(([owner, own]) => [owner, [...own.values()]]));
}

/** Returns lines of the owner's properties on a day, with the owner's part of amounts; without `own`, all lines. */
export function ownLines<Line>(lines: readonly Line[], { own, day, property, split }: Owning<Line>): readonly Line[] {
  if (!own) return lines;
  return lines.flatMap((line) => {
    const part = own.partOn(property(line), day);
    return part ? [split(line, part)] : [];
  });
}

type Owning<Line> = {
  own: { partOn: PartOn } | null;
  day: string;
  property: (line: Line) => string | null;
  split: (line: Line, part: (pence: number) => number) => Line;
};

export function shareDays({ shares }: Pick<Owned, 'shares'>): string[] {
  return [...new Set(shares.map(({ from }) => from))].sort();
}
