/** Finds the lines of an import that are already stored. Pure. Amounts are pence. */
import { addDays, daysBetween } from '../../shared/dates.ts';
import { foldLetters } from '../../shared/fold.ts';
import type { EntryLine } from './entry.ts';

/** Maximum days between two lines of one payment: banks report the payment date, booking date or value date. */
export const DAYS_APART = 4;

/** A stored bank row. Rows with the same `payment` report one payment from several sources. */
export type KnownLine = Pick<EntryLine, 'externalId' | 'date' | 'amount' | 'text'> & {
  id: string;
  provider: string;
  payment: string;
};

/** The provider of the lines, and the days for which they are complete. */
export type Source = { provider: string; from: string; to: string };

/** `as` is the matching row, and `among` has the possible matches. */
export type Verdict<Known> =
  | { is: 'new' }
  | { is: 'known'; as: Known; by: 'id' | 'fingerprint' }
  | { is: 'asked'; among: Known[] };

/** Codes for the payment method, which banks put before or after the payee's name. */
const CODES = new Set(
  'dd ddr so sto fpi fpo fp bgc bp bac bacs chq deb pos vis visa tfr cr dr ref card payment to from on'.split(' '),
);

/** Returns the words that identify a payment, without case, punctuation, codes and dates. */
export function wordsOf(text: string): string[] {
  const words = foldLetters(text.normalize('NFKD')).match(/[a-z0-9]+/g) ?? [];
  const distinctive = words.filter(
    (word) =>
      !CODES.has(word) && !/^\d{1,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d(\d\d)?)?$/.test(word),
  );
  return distinctive.length > 0 ? distinctive : words;
}

/** Limits the comparisons for a file with many lines of the same amount and day. */
const MAX_COMPARED = 200;

/** `is` is the index of a new line, or a known line. */
type Candidate<T> = { is: T; date: string; words: string[]; isMatched: boolean };

/**
 * Matches lines by the bank's id, then by fingerprint: same amount, similar text, at most `DAYS_APART` days apart. Each
 * payment matches at most one line, so two equal rents on a day stay separate. Ambiguous lines are `asked`.
 */
export function compareLines<Known extends KnownLine>(
  lines: readonly EntryLine[],
  against: { known: readonly Known[]; source: Source },
): Verdict<Known>[] {
  const work = comparison(lines, against);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** `compareLines` as a generator that yields often: many lines take a second, which would block the event loop. */
export function* comparison<Known extends KnownLine>(
  lines: readonly EntryLine[],
  { known, source }: { known: readonly Known[]; source: Source },
): Generator<void, Verdict<Known>[]> {
  const verdicts: Verdict<Known>[] = lines.map(() => ({ is: 'new' }));
  const own = known.filter(({ provider }) => provider === source.provider);
  const byId = new Map(own.flatMap((one) => (one.externalId ? [[one.externalId, one] as const] : [])));
  // Payments that cannot match by fingerprint: matched by id below, or outside the days of this import.
  const closed = new Set(
    own.filter(({ date }) => date < source.from || date > source.to).map(({ payment }) => payment),
  );
  yield;
  const ours: (Candidate<number> & { amount: number })[] = [];
  for (const [at, { externalId, date, amount, text }] of lines.entries()) {
    if (at % LINES_PER_STEP === 0) yield;
    const same = externalId ? byId.get(externalId) : undefined;
    if (same) {
      closed.add(same.payment);
      verdicts[at] = { is: 'known', as: same, by: 'id' };
    } else ours.push({ is: at, date, amount, words: wordsOf(text), isMatched: false });
  }
  const free = new Map(
    [...known].reverse().flatMap((one) => (closed.has(one.payment) ? [] : [[one.payment, one] as const])),
  );
  yield;
  const theirs = grouped([...free.values()], ({ amount }) => amount);
  for (const [amount, mine] of grouped(ours, (side) => side.amount)) {
    const sides: Candidate<Known>[] = [];
    for (const [at, one] of (theirs.get(amount) ?? []).entries()) {
      if (at % LINES_PER_STEP === 0) yield;
      sides.push({ is: one, date: one.date, words: wordsOf(one.text), isMatched: false });
    }
    if (sides.length > 0) yield* pairEqualAmounts(mine, sides, verdicts);
  }
  return verdicts;
}

const LINES_PER_STEP = 100;

/** Matches by day and equal words, then by day and similar words, then by similar words within `DAYS_APART`. */
function* pairEqualAmounts<Known>(
  ours: Candidate<number>[],
  theirs: Candidate<Known>[],
  verdicts: Verdict<Known>[],
): Generator<void, void> {
  const pair = (our: Candidate<number>, their: Candidate<Known>) => {
    our.isMatched = true;
    their.isMatched = true;
    verdicts[our.is] = { is: 'known', as: their.is, by: 'fingerprint' };
  };
  // Reversed, so that `pop` takes the first of equal lines.
  const equal = grouped(theirs.toReversed(), wordKey);
  for (const [at, our] of ours.entries()) {
    if (at % LINES_PER_STEP === 0) yield;
    const their = equal.get(wordKey(our))?.pop();
    if (their) pair(our, their);
  }
  const byDay = grouped(theirs.filter(isUnmatched), ({ date }) => date);
  for (const our of ours.filter(isUnmatched)) {
    yield;
    const day = byDay.get(our.date) ?? [];
    const at = day.slice(0, MAX_COMPARED).findIndex((one) => isSubset(our, one));
    const [their] = at < 0 ? [] : day.splice(at, 1);
    if (their) pair(our, their);
  }
  for (const group of yield* groupsOf(ours.filter(isUnmatched), theirs.filter(isUnmatched))) {
    yield;
    const [mine, known] = [group.ours.toSorted(byDate), group.theirs.toSorted(byDate)];
    const pairs = mine.flatMap((our, at) => {
      const their = known[at];
      return their && mayMatch(our, their) ? [{ our, their }] : [];
    });
    // With the same number of lines on both sides, lines match in date order.
    if (pairs.length === mine.length && mine.length === known.length)
      for (const { our, their } of pairs) pair(our, their);
    else
      for (const our of mine) {
        yield;
        const among = known.filter((their) => mayMatch(our, their)).map(({ is }) => is);
        if (among.length > 0) verdicts[our.is] = { is: 'asked', among };
      }
  }
}

const isUnmatched = ({ isMatched }: { isMatched: boolean }) => !isMatched;
const byDate = (one: { date: string }, other: { date: string }) => one.date.localeCompare(other.date);

type Dated = Pick<Candidate<unknown>, 'date' | 'words'>;
const wordKey = ({ date, words }: Dated) => `${date} ${words.join(' ')}`;
function isSubset(one: Dated, other: Dated): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  return short.words.every((word) => long.words.includes(word));
}
const mayMatch = (one: Dated, other: Dated) =>
  Math.abs(daysBetween(one.date, other.date)) <= DAYS_APART && isSubset(one, other);

function grouped<T, Key>(of: readonly T[], keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of of) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function withinDays<T>(byDay: Map<string, T[]>, date: string): T[] {
  return Array.from({ length: 2 * DAYS_APART + 1 }, (_, day) =>
    (byDay.get(addDays(date, day - DAYS_APART)) ?? []).slice(0, MAX_COMPARED),
  ).flat();
}

/** Groups lines that are connected by possible matches. */
function* groupsOf<Ours extends Dated, Theirs extends Dated>(
  ours: Ours[],
  theirs: Theirs[],
): Generator<void, { ours: Ours[]; theirs: Theirs[] }[]> {
  const [left, free] = [new Set(ours), new Set(theirs)];
  const [ourDays, theirDays] = [grouped(ours, ({ date }) => date), grouped(theirs, ({ date }) => date)];
  const groups: { ours: Ours[]; theirs: Theirs[] }[] = [];
  for (const start of ours) {
    if (!left.delete(start)) continue;
    const group = { ours: [start], theirs: [] as Theirs[] };
    for (const our of group.ours) {
      yield;
      for (const their of withinDays(theirDays, our.date)) {
        if (!mayMatch(our, their) || !free.delete(their)) continue;
        group.theirs.push(their);
        // The loop also visits the lines added here.
        for (const other of withinDays(ourDays, their.date))
          if (mayMatch(other, their) && left.delete(other)) group.ours.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

export type Payment = { id: string; date: string; amount: number };

/** Finds possible duplicates: same amount, within `DAYS_APART`, nearest first, each transaction in at most one pair. */
export function suggestPairs(
  imported: readonly Payment[],
  present: readonly Payment[],
): { imported: string; present: string }[] {
  const byAmount = grouped(present, ({ amount }) => amount);
  const byDay = new Map([...byAmount].map(([amount, some]) => [amount, grouped(some, ({ date }) => date)]));
  const pairs = imported.flatMap((one) => {
    const days = byDay.get(one.amount);
    if (!days) return [];
    return withinDays(days, one.date).map((other) => ({
      imported: one.id,
      present: other.id,
      days: Math.abs(daysBetween(one.date, other.date)),
    }));
  });
  const used = new Set<string>();
  return pairs
    .toSorted((one, other) => one.days - other.days)
    .filter(({ imported: one, present: other }) => {
      if (used.has(one) || used.has(other)) return false;
      used.add(one).add(other);
      return true;
    });
}
