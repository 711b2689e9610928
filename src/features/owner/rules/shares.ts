/** Owners' shares of properties for tax, and sums split by shares. Amounts are pence, days YYYY-MM-DD. */
import { addDays, formatDay } from '../../../shared/dates.ts';
import { splitPence } from '../../../shared/money.ts';

// Source: HMRC Property Income Manual, PIM1030: jointly owned property
// https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim1030

// Source: Income Tax Act 2007, sections 836 and 837
// https://www.legislation.gov.uk/ukpga/2007/3/section/836

/** Positive integers. */
export type Fraction = { numerator: number; denominator: number };
/** `property` is null for general shares. Shares with a later `from` replace all earlier ones of a property. */
export type Share = Fraction & { property: string | null; owner: string; from: string };

/** Per cent with up to four decimals. */
const PERCENT = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/;
const PARTS = /^(\d{1,4})\s*\/\s*(\d{1,4})$/;

/** Parses '33.33', '60 %' or '1/3' as an exact fraction; null unless above 0 and at most 1. */
export function parseShare(typed: string): Fraction | null {
  const text = typed.trim();
  const [, whole = '', decimals = ''] = PERCENT.exec(text) ?? [];
  const [, part = whole + decimals, of = 100 * 10 ** decimals.length] = PARTS.exec(text) ?? [];
  const [numerator, denominator] = [Number(part), Number(of)];
  return numerator > 0 && numerator <= denominator ? reduced(numerator, denominator) : null;
}

export function equalParts(count: number): Fraction[] {
  return Array.from({ length: count }, () => ({ numerator: 1, denominator: count }));
}

function reduced(numerator: number, denominator: number): Fraction {
  let [divisor, rest] = [denominator, numerator];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Numerators over a common denominator. */
function toWeights(fractions: readonly Fraction[]): { weights: bigint[]; whole: bigint } {
  const whole = fractions.reduce((product, { denominator }) => product * BigInt(denominator), 1n);
  return { whole, weights: fractions.map((one) => (BigInt(one.numerator) * whole) / BigInt(one.denominator)) };
}

const EACH = 'half third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

export type SharesCheck = { ok: true } | { ok: false; text: string; offer: Fraction[] | null };

/** Refuses shares that do not add up to exactly 1, and offers equal parts if all shares are the same. */
export function sumToOne(shares: readonly Fraction[]): SharesCheck {
  const { weights, whole } = toWeights(shares);
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  if (sum === whole) return { ok: true };
  const hundredths = Number((20_000n * sum + whole) / (2n * whole));
  const near = sum < whole ? 'less than 100' : 'more than 100';
  const start = `Shares add up to ${hundredths === 10_000 ? near : hundredths / 100}%.`;
  const same = shares.length > 1 && weights.every((weight) => weight === weights[0]);
  if (!same) return { ok: false, text: `${start} Change them to add up to 100%.`, offer: null };
  const name = EACH[shares.length - 2];
  const part = name ? `one ${name}` : `1/${shares.length}`;
  return { ok: false, text: `${start} Use ${part} each?`, offer: equalParts(shares.length) };
}

/** Returns the shares in force on a day; empty before the first. */
export function sharesOn<Row extends { from: string }>(rows: readonly Row[], day: string): Row[] {
  const from = rows.reduce((latest, row) => (row.from <= day && row.from > latest ? row.from : latest), '');
  return rows.filter((row) => row.from === from);
}

/** Shares that apply from `from`; `property` is null for general shares. */
export type Ownership = {
  property: string | null;
  from: string;
  /** The two owners are married or civil partners, and live together. */
  spouses: boolean;
  form: Form17 | null;
  shares: readonly (Fraction & { owner: string })[];
};

/** Returns the shares for tax (R43): spouses have equal shares until their declared shares apply. */
export function sharesForTax(ownerships: readonly Ownership[]): Share[] {
  return ownerships.flatMap(({ property, from, spouses, form, shares }) => {
    const on = (day: string): Share[] =>
      (spouses ? spouseShares(shares, form, day) : shares).map((share) => ({ ...share, property, from: day }));
    const declared = spouses && form ? form17Dates(form) : null;
    if (!declared?.valid || declared.from <= from) return on(from);
    const isReplaced = ownerships.some(
      (one) => one.property === property && one.from > from && one.from <= declared.from,
    );
    return isReplaced ? on(from) : [...on(from), ...on(declared.from)];
  });
}

/** Such as '60%', or '1/3' if a percentage with two decimals would not be exact. */
export function shareText({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 10_000) / denominator;
  return Number.isInteger(hundredths) ? `${hundredths / 100}%` : `${numerator}/${denominator}`;
}

/** `day` is any day of the share period. */
export type Sum = { property: string | null; line: string; day: string; pence: number };
/** `from` is the start of the share period, '' before the first. */
export type OwnerSum = { property: string | null; line: string; from: string; owner: string; pence: number };

/** Returns a lookup of shares on a day: of the property, otherwise general, otherwise the first owner alone. */
export function sharesInForce(shares: readonly Share[], [first]: readonly [string, ...string[]]) {
  const sole: Share = { property: null, owner: first, from: '', numerator: 1, denominator: 1 };
  const byProperty = new Map<string | null, Share[]>();
  for (const share of shares) byProperty.set(share.property, [...(byProperty.get(share.property) ?? []), share]);
  return (property: string | null, day: string): Share[] =>
    [property, null].map((one) => sharesOn(byProperty.get(one) ?? [], day)).find(({ length }) => length > 0) ?? [sole];
}

/** Finds an owner's part of an amount of a property on a day; null without a share. */
export type PartOn = (property: string | null, day: string) => ((pence: number) => number) | null;

export function partOn(shares: readonly Share[], owners: readonly [string, ...string[]], owner: string): PartOn {
  const inForce = sharesInForce(shares, owners);
  return (property, day) => {
    const split = inForce(property, day).toSorted(
      (one, other) => owners.indexOf(one.owner) - owners.indexOf(other.owner),
    );
    const place = split.findIndex((share) => share.owner === owner);
    if (place < 0) return null;
    const { weights } = toWeights(split);
    return (pence) => splitPence(pence, weights)[place] ?? 0;
  };
}

/**
 * Adds up pence by property, line and share period, then splits each total between the owners. Splitting single rows
 * would round each row. `owners` are in order of adding, which decides ties. Without shares of its property, a sum
 * follows the general shares; without those, the first owner has the whole.
 */
export function splitSums(args: {
  sums: readonly Sum[];
  shares: readonly Share[];
  owners: readonly [string, ...string[]];
}): OwnerSum[] {
  const { sums, shares, owners } = args;
  const inForce = sharesInForce(shares, owners);
  const totals = new Map<string, Sum & { from: string; split: Share[] }>();
  for (const sum of sums) {
    const split = inForce(sum.property, sum.day);
    const from = split[0]?.from ?? '';
    const key = JSON.stringify([sum.property, sum.line, from]);
    totals.set(key, { ...sum, from, split, pence: sum.pence + (totals.get(key)?.pence ?? 0) });
  }
  return [...totals.values()].flatMap(({ property, line, from, split, pence }) => {
    const sorted = split.toSorted((one, other) => owners.indexOf(one.owner) - owners.indexOf(other.owner));
    const parts = splitPence(pence, toWeights(sorted).weights);
    return sorted.map(({ owner }, place) => ({ property, line, from, owner, pence: parts[place] ?? 0 }));
  });
}

/** Days after the last signature by which HMRC must receive the form. */
const FORM_17_DAYS = 60;

/** `received` is the day on which HMRC received the form; null before that. */
export type Form17 = { signed: readonly string[]; received: string | null };

/** Form 17 has effect from the last signature if HMRC receives it by `lastDay` (HMRC, TSEM9860). */
export function form17Dates({ signed, received }: Form17) {
  const from = signed.reduce((latest, day) => (day > latest ? day : latest));
  const lastDay = addDays(from, FORM_17_DAYS);
  const valid = received !== null && received <= lastDay;
  const text = valid
    ? `The declared shares apply from ${formatDay(from)}. HMRC received Form 17 on ${formatDay(received)}.`
    : received === null
      ? `The declared shares apply from ${formatDay(from)} if HMRC receives Form 17 by ${formatDay(lastDay)}.`
      : `HMRC received Form 17 on ${formatDay(received)}, after ${formatDay(lastDay)}. Both are still taxed 50:50.`;
  return { from, lastDay, valid, text };
}

/** Returns the shares of spouses on a day: equal shares, unless Form 17 declares their own. */
export function spouseShares<Owner extends Fraction>(
  shares: readonly Owner[],
  form: Form17 | null,
  day: string,
): Owner[] {
  const dates = form && form17Dates(form);
  if (dates?.valid && dates.from <= day) return [...shares];
  return shares.map((share) => ({ ...share, numerator: 1, denominator: shares.length }));
}
