/** Sums by tax line of one owner's shares of each property's sums (R45). Amounts are signed pence. */
import { splitPence } from '../../../shared/money.ts';
import { type Fraction, type Share, sharesInForce, shareText, splitSums } from '../../owner/rules/shares.ts';
import { amountLine } from '../../transaction/labels.ts';
import type { TaxLine, TransactionType } from '../../transaction/listed.ts';
import type { LineSettings } from './lines.ts';
import { type LineSum, lineSums, type TaxGroup } from './sums.ts';
import type { TaxYear } from './tax-year.ts';

export type OwnerLine = Pick<LineSum, 'line' | 'rows' | 'pence'>;

/**
 * Returns an owner's part of one transaction, such as '60%: £60.00', or '' for the whole amount. Boxes are rounded
 * once, so these parts may add up to a few pence more or less than a box.
 */
export function ownerPart({ amount, type, share }: { amount: number; type: TransactionType; share: Fraction | null }) {
  if (!share || share.numerator === share.denominator) return '';
  return `${shareText(share)}: ${amountLine({ type, amount: partOf(amount, share) })}`;
}

/** Returns an owner's part of pence. */
export function partOf(pence: number, { numerator, denominator }: Fraction): number {
  const [part = 0] = splitPence(pence, [numerator, denominator - numerator]);
  return part;
}

/** A tax line, divided by type if it needs an answer, so that income and expenses do not cancel out. */
export type LineKey = TaxLine | `ask ${TransactionType}`;
export const keyOf = (line: TaxLine, type: TransactionType): LineKey => (line === 'ask' ? `ask ${type}` : line);
const lineOfKey = (key: LineKey): TaxLine => (key.startsWith('ask ') ? 'ask' : (key as TaxLine));

export type Owners = readonly [string, ...string[]];
type ShareArgs = { shares: readonly Share[]; owners: Owners; owner: string };

/** A group of transactions of a property, on days with the same shares as `day`. */
export type OwnedGroup = TaxGroup & Pick<LineSettings, 'residentialPercent'> & { property: string | null; day: string };

export function ownerSums(
  groups: readonly OwnedGroup[],
  { choices, shares, owners, owner }: ShareArgs & Pick<LineSettings, 'choices'>,
): OwnerLine[] {
  const sums = periodSums(groups, choices).map((sum) => ({ ...sum, line: keyOf(sum.line, sum.type) }));
  const inForce = sharesInForce(shares, owners);
  const lines = new Map<LineKey, OwnerLine>();
  const add = (key: LineKey, { rows = 0, pence = 0 }: { rows?: number; pence?: number }) => {
    const { line, ...before } = lines.get(key) ?? { line: lineOfKey(key), rows: 0, pence: 0 };
    lines.set(key, { line, rows: before.rows + rows, pence: before.pence + pence });
  };
  for (const { property, day, line, rows } of sums)
    if (inForce(property, day).some((share) => share.owner === owner)) add(line, { rows });
  for (const part of splitSums({ sums, shares, owners }))
    if (part.owner === owner) add(part.line as LineKey, { pence: part.pence });
  return [...lines.values()].filter(({ rows }) => rows > 0);
}

/**
 * Returns the sums of each group. The residential part of a mixed letting's finance costs is rounded cumulatively, so
 * that the parts of all share periods add up to the part of the whole.
 */
export function periodSums(groups: readonly OwnedGroup[], choices: LineSettings['choices']) {
  const before = new Map<string, OwnedGroup>();
  return groups
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .flatMap((group) => {
      const { property, day, rows, pence, category, type, refund, ownLine, isLarge } = group;
      const settings = { choices, residentialPercent: group.residentialPercent };
      const key = JSON.stringify([property, category, type, refund, ownLine, isLarge]);
      const previous = before.get(key);
      const whole = { ...group, pence: pence + (previous?.pence ?? 0) };
      before.set(key, whole);
      const earlierSums = previous ? lineSums([previous], settings) : [];
      return lineSums([whole], settings).map((sum, at) => ({
        ...sum,
        rows,
        pence: sum.pence - (earlierSums[at]?.pence ?? 0),
        property,
        day,
      }));
    });
}

/** Shares that do not change, as weights over `whole`. `part` is the index of the owner's weight. */
export type Pattern = { weights: number[]; whole: number; part: number };

/** Sums of properties with the same pattern and line, by their remainder after division by `whole`. */
export type PatternSum = {
  pattern: number;
  key: LineKey;
  /** -1 for a negative sum, otherwise 1. */
  sign: number;
  /** Number of sums with this remainder. */
  count: number;
  remainder: number;
  /** Total of the quotients. */
  quotient: number;
  rows: number;
};

/** Gives the same result as `splitSums` for each property, because only the remainders are rounded. */
export function patternSums(sums: readonly PatternSum[], patterns: readonly Pattern[]): OwnerLine[] {
  return sums.flatMap(({ pattern, key, sign, count, remainder, quotient, rows }) => {
    const { weights, part } = patterns[pattern] ?? { weights: [], part: 0 };
    const rounded = splitPence(remainder, weights)[part] ?? 0;
    const pence = sign * (quotient * (weights[part] ?? 0) + count * rounded);
    return [{ line: lineOfKey(key), rows, pence }];
  });
}

/** How to read an owner's sums of a period: in full where shares change, otherwise by pattern. */
export type SharePlan = {
  /** Days on which the shares of properties change, by property. */
  changes: Map<string, string[]>;
  /** Days on which the general shares change. */
  generalChanges: string[];
  patterns: Pattern[];
  /** Pattern of each property whose own shares do not change; null without a share of the owner. */
  fixed: Map<string, number | null>;
  /** Pattern of the other properties, if the general shares do not change. */
  general: number | null;
};

/** Maximum common denominator of shares for which sums are read by pattern. */
const MAX_WHOLE = 1_000_000;

export function sharePlan({ shares, owners, owner }: ShareArgs, { from, to }: Pick<TaxYear, 'from' | 'to'>): SharePlan {
  const inForce = sharesInForce(shares, owners);
  const days = new Map<string | null, Set<string>>([[null, new Set()]]);
  for (const share of shares) days.set(share.property, (days.get(share.property) ?? new Set()).add(share.from));
  const within = (day: string) => day > from && day <= to;
  const ofAll = [...(days.get(null) ?? [])];
  const patterns: Pattern[] = [];
  const places = new Map<string, number>();
  const patternOf = (property: string | null): number | null | undefined => {
    const own = inForce(property, from).toSorted(
      (one, other) => owners.indexOf(one.owner) - owners.indexOf(other.owner),
    );
    const part = own.findIndex((share) => share.owner === owner);
    if (part < 0) return null;
    const weights = toSmallWeights(own);
    if (!weights) return undefined;
    const name = JSON.stringify([weights, part]);
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, patterns.length);
    return patterns.push({ weights, whole: weights.reduce((sum, weight) => sum + weight, 0), part }) - 1;
  };
  const plan: SharePlan = {
    changes: new Map(),
    generalChanges: ofAll.filter(within),
    patterns,
    fixed: new Map(),
    general: null,
  };
  for (const [property, own] of days) {
    if (property === null) continue;
    const first = [...own].reduce((earliest, day) => (day < earliest ? day : earliest));
    const changes = [...ofAll.filter((day) => day < first), ...own].filter(within);
    const pattern = changes.length > 0 ? undefined : patternOf(property);
    if (pattern === undefined) plan.changes.set(property, changes);
    else plan.fixed.set(property, pattern);
  }
  const general = plan.generalChanges.length > 0 ? undefined : patternOf(null);
  // The other properties are read in full, as if the general shares changed on the first day.
  if (general === undefined && plan.generalChanges.length === 0) plan.generalChanges = [from];
  plan.general = general ?? null;
  return plan;
}

function toSmallWeights(fractions: readonly Fraction[]): number[] | undefined {
  const whole = fractions.reduce((multiple, { denominator }) => leastMultiple(multiple, denominator), 1);
  if (whole > MAX_WHOLE) return undefined;
  return fractions.map(({ numerator, denominator }) => (numerator * whole) / denominator);
}

function leastMultiple(one: number, other: number): number {
  let [divisor, rest] = [one, other];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (one / divisor) * other;
}
