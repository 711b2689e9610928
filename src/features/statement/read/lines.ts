/** From the texts of a format's own reader to lines that can be stored, and to those that cannot be read, with the reason. */
import { readGuardedCell } from '../../../shared/guarded-cell.ts';
import { FIRST_DAY, lastDay } from '../../transaction/transaction.ts';
import { maskNumbers } from './accounts.ts';
import { type ReadCell, readAmount, readDay, readText } from './fields.ts';
import {
  type Lines,
  MAX_LINES,
  type RawLine,
  REFUSED,
  type Statement,
  type StatementLine,
  type UnreadableLine,
} from './statement.ts';

type Told = Omit<Lines, 'kind' | 'lines' | 'unreadable'>;

/** `reversed` where money out is written without a minus. */
export function linesOf(
  raw: readonly RawLine[],
  told: Told,
  { today, reversed = false }: { today: string; reversed?: boolean },
): Statement {
  if (raw.length === 0) return { kind: 'refused', reason: REFUSED.noLines };
  if (raw.length > MAX_LINES) return { kind: 'refused', reason: REFUSED.tooMany };
  const found: Lines = { kind: 'lines', ...told, lines: [], unreadable: [] };
  const dayOf = dayReader(told, lastDay(today));
  for (const one of raw) {
    const read = readLine(one, dayOf(one.date), told);
    if ('reason' in read) found.unreadable.push(unreadable(one, read.reason));
    else found.lines.push(reversed ? { ...read.value, amount: 0 - read.value.amount } : read.value);
  }
  return found;
}

/** Each date is read once, as a statement has many lines of one day. */
function dayReader({ order }: Told, latest: string): (date: string) => ReadCell<string> {
  const days = new Map<string, ReadCell<string>>();
  return (date) => {
    const known = days.get(date);
    if (known) return known;
    const read = readDay(date, order);
    const far =
      'value' in read && (read.value < FIRST_DAY ? 'before 1990' : read.value > latest && 'more than five years away');
    const day = far ? { reason: `the date is ${far}` } : read;
    days.set(date, day);
    return day;
  };
}

function readLine(raw: RawLine, day: ReadCell<string>, { layout }: Told): ReadCell<StatementLine> {
  if (raw.fault) return { reason: raw.fault };
  if ('reason' in day) return day;
  const amount = typeof raw.amount === 'string' ? readAmount(raw.amount) : readSides(raw.amount);
  if ('reason' in amount) return amount;
  // Our own export comes back as it was, double spaces too.
  const [text, reference] =
    layout === 'tenure'
      ? [raw.text, raw.reference].map(readGuardedCell)
      : [readText(raw.text, 500), readText(raw.reference, 200)];
  const { line, externalId, category, pending } = raw;
  const value = { line, date: day.value, amount: amount.value, externalId, category, pending };
  return { value: { ...value, text: text || (amount.value < 0 ? 'Payment' : 'Receipt'), reference: reference ?? '' } };
}

/** Of two columns one is filled, or the other is zero. Money out may be written with a minus or without. */
function readSides({ out, into }: { out: string; into: string }): ReadCell<number> {
  const [gone, come] = [out, into].map((cell) => (cell.trim() === '' ? undefined : readAmount(cell)));
  if (!gone && !come) return { reason: 'the amount is missing' };
  if (gone && 'reason' in gone) return gone;
  if (come && 'reason' in come) return come;
  if (gone?.value && come?.value) return { reason: 'money went both in and out' };
  return { value: gone?.value ? -Math.abs(gone.value) : (come?.value ?? 0) };
}

function unreadable({ line, shown, date, amount, text }: RawLine, reason: string): UnreadableLine {
  return {
    line,
    shown: maskNumbers(readText(shown(), 300)),
    reason,
    typed: {
      date: readText(date, 40),
      amount: readText(typedAmount(amount), 40),
      text: maskNumbers(readText(text, 500)),
    },
  };
}

/** With its sign, as one types it. */
export function typedAmount(amount: RawLine['amount']): string {
  if (typeof amount === 'string') return amount;
  return amount.out.trim() ? `-${amount.out}` : amount.into;
}
