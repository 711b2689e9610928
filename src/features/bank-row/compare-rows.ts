/** Which of the lines that come are known already: pure, so that every order of import can be tried. Amounts are pence. */
import { addDays, daysBetween } from '../../shared/dates.ts';
import { foldLetters } from '../../shared/fold.ts';
import type { EntryLine } from './entry.ts';

/** How far the dates of one payment lie apart at most, in days: banks date it when it is made, when it is booked, or when it counts. */
export const DAYS_APART = 4;

/** A line that was stored before. Lines of several sources that tell of one `payment` count as one. */
export type KnownLine = Pick<EntryLine, 'externalId' | 'date' | 'amount' | 'text'> & {
  id: string;
  provider: string;
  payment: string;
};

/** Who gives the lines, and the days that they tell in full. */
export type Source = { provider: string; from: string; to: string };

/** `as` is the line it is; `among` are those it may be. */
export type Verdict<Known> =
  | { is: 'new' }
  | { is: 'known'; as: Known; by: 'id' | 'fingerprint' }
  | { is: 'asked'; among: Known[] };

/** Codes that banks put before or behind the payee: how it was paid, not who. */
const CODES = new Set(
  'dd ddr so sto fpi fpo fp bgc bp bac bacs chq deb pos vis visa tfr cr dr ref card payment to from on'.split(' '),
);

/** The words that tell a payment: no case, punctuation, codes, or dates. */
export function wordsOf(text: string): string[] {
  const words = foldLetters(text.normalize('NFKD')).match(/[a-z0-9]+/g) ?? [];
  const telling = words.filter(
    (word) =>
      !CODES.has(word) && !/^\d{1,2}(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d\d(\d\d)?)?$/.test(word),
  );
  return telling.length > 0 ? telling : words;
}

/** Lines of one amount and day that one line is compared with; bounds the work on a file that is made of them. */
const MAX_COMPARED = 200;

/** A line of ours (by its place) or a known one, while pairs are looked for. */
type Candidate<T> = { is: T; date: string; words: string[]; isMatched: boolean };

/**
 * What each of `lines` is, in their order. First by the bank's id; then by fingerprint: the same amount, text alike, and at most
 * `DAYS_APART` between. Each payment is paired with one line only and the n-th of equal lines with the n-th, so two equal rents of one day
 * stay two; lines of one file are never each other. Where more than one could be meant, the landlord is asked.
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

/** The same, step by step: many lines take a second, in which a server has other work to do. */
export function* comparison<Known extends KnownLine>(
  lines: readonly EntryLine[],
  { known, source }: { known: readonly Known[]; source: Source },
): Generator<void, Verdict<Known>[]> {
  const verdicts: Verdict<Known>[] = lines.map(() => ({ is: 'new' }));
  const own = known.filter(({ provider }) => provider === source.provider);
  const byId = new Map(own.flatMap((one) => (one.externalId ? [[one.externalId, one] as const] : [])));
  // Paired already, or of days that its own source does not tell now: its absence says nothing.
  const closed = new Set(
    own.filter(({ date }) => date < source.from || date > source.to).map(({ payment }) => payment),
  );
  yield;
  const ours: (Candidate<number> & { amount: number })[] = [];
  for (const [at, { externalId, date, amount, text }] of lines.entries()) {
    if (at % STEP === 0) yield;
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
      if (at % STEP === 0) yield;
      sides.push({ is: one, date: one.date, words: wordsOf(one.text), isMatched: false });
    }
    if (sides.length > 0) yield* pairEqualAmounts(mine, sides, verdicts);
  }
  return verdicts;
}

/** Lines between two steps. */
const STEP = 100;

/** Of lines of one amount. The same day and the same words first, then the same day, then what lies some days apart. */
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
  // The first of each is the last of its list.
  const equal = grouped(theirs.toReversed(), wordKey);
  for (const [at, our] of ours.entries()) {
    if (at % STEP === 0) yield;
    const their = equal.get(wordKey(our))?.pop();
    if (their) pair(our, their);
  }
  const byDay = grouped(theirs.filter(isFree), ({ date }) => date);
  for (const our of ours.filter(isFree)) {
    yield;
    const day = byDay.get(our.date) ?? [];
    const at = day.slice(0, MAX_COMPARED).findIndex((one) => isSubset(our, one));
    const [their] = at < 0 ? [] : day.splice(at, 1);
    if (their) pair(our, their);
  }
  for (const group of yield* groupsOf(ours.filter(isFree), theirs.filter(isFree))) {
    yield;
    const [mine, known] = [group.ours.toSorted(byDate), group.theirs.toSorted(byDate)];
    const pairs = mine.flatMap((our, at) => {
      const their = known[at];
      return their && near(our, their) ? [{ our, their }] : [];
    });
    // As many as there are: each is one, in the order of their days.
    if (pairs.length === mine.length && mine.length === known.length)
      for (const { our, their } of pairs) pair(our, their);
    else
      for (const our of mine) {
        yield;
        const among = known.filter((their) => near(our, their)).map(({ is }) => is);
        if (among.length > 0) verdicts[our.is] = { is: 'asked', among };
      }
  }
}

const isFree = ({ isMatched }: { isMatched: boolean }) => !isMatched;
const byDate = (one: { date: string }, other: { date: string }) => one.date.localeCompare(other.date);

type Dated = Pick<Candidate<unknown>, 'date' | 'words'>;
const wordKey = ({ date, words }: Dated) => `${date} ${words.join(' ')}`;
/** All words of the one are in the other. */
function isSubset(one: Dated, other: Dated): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  return short.words.every((word) => long.words.includes(word));
}
const near = (one: Dated, other: Dated) =>
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

/** What is dated at most `DAYS_APART` from `date`. */
function around<T>(byDay: Map<string, T[]>, date: string): T[] {
  return Array.from({ length: 2 * DAYS_APART + 1 }, (_, day) =>
    (byDay.get(addDays(date, day - DAYS_APART)) ?? []).slice(0, MAX_COMPARED),
  ).flat();
}

/** Lines that hang together because one may be the other. */
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
      for (const their of around(theirDays, our.date)) {
        if (!near(our, their) || !free.delete(their)) continue;
        group.theirs.push(their);
        // The list grows while it is walked.
        for (const other of around(ourDays, their.date))
          if (near(other, their) && left.delete(other)) group.ours.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

/** A transaction that may be one that was entered otherwise. */
export type Payment = { id: string; date: string; amount: number };

/**
 * Pairs of transactions that may be one payment, to be offered: the same amount, at most `DAYS_APART` between, the nearest first. Each is
 * in one pair at most.
 */
export function suggestPairs(
  imported: readonly Payment[],
  present: readonly Payment[],
): { imported: string; present: string }[] {
  const byAmount = grouped(present, ({ amount }) => amount);
  const byDay = new Map([...byAmount].map(([amount, some]) => [amount, grouped(some, ({ date }) => date)]));
  const pairs = imported.flatMap((one) => {
    const days = byDay.get(one.amount);
    // Most lines have an amount of their own: the days around them need not be told.
    if (!days) return [];
    return around(days, one.date).map((other) => ({
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
