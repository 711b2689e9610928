/** Converts raw texts of every format to lines for storage, and to unreadable lines with a reason. */

import { formatPence } from '../../../shared/money.ts';
import { counted, readGuardedCell } from '../../../shared/text.ts';
import { FIRST_DAY, lastDay } from '../../transaction/transaction.ts';
import { maskNumbers } from './accounts.ts';
import { type ReadCell, readAmount, readDay, readMarkedAmount, readText } from './fields.ts';
import { inOtherCurrency, isCurrency } from './marks.ts';
import {
  type Head,
  type Lines,
  MAX_LINES,
  type RawLine,
  REFUSED,
  type Statement,
  type StatementLine,
  type UnreadableLine,
} from './statement.ts';

type Given = Omit<Head, 'kind'>;
type Sum = { amount: number; fee: number };

/** `reversed` means that money in, not money out, has the minus sign. */
export function linesOf(
  raw: readonly RawLine[],
  given: Given,
  { today, reversed = false }: { today: string; reversed?: boolean },
): Statement {
  if (raw.length === 0) return { kind: 'refused', reason: REFUSED.noLines };
  if (raw.length > MAX_LINES) return { kind: 'refused', reason: REFUSED.tooMany };
  const found: Lines = { kind: 'lines', ...given, lines: [], unreadable: [] };
  const dayOf = dayReader(given, lastDay(today));
  const fees: number[] = [];
  for (const one of raw) {
    const sum = readSum(one, reversed);
    const read = readLine(one, { day: dayOf(one.date), sum, given });
    if ('reason' in read) found.unreadable.push(unreadable(one, read.reason));
    else found.lines.push(read.value);
    if ('value' in sum && sum.value.fee !== 0 && 'value' in read && !one.notPosted) fees.push(sum.value.fee);
  }
  const warnings = [...given.warnings, ...feeWarning(fees), ...sideWarning(found, raw)];
  return { ...found, warnings };
}

/** Caches dates, as many lines have the same day. */
function dayReader({ order }: Given, latest: string): (date: string) => ReadCell<string> {
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

type Read = { day: ReadCell<string>; sum: ReadCell<Sum>; given: Given };

function readLine(raw: RawLine, { day, sum, given: { layout } }: Read): ReadCell<StatementLine> {
  const { line, externalId, category, notPosted, currency = '' } = raw;
  if (raw.fault) return { reason: raw.fault };
  if (currency !== 'GBP' && isCurrency(currency)) return { reason: inOtherCurrency(currency) };
  if ('reason' in day) return day;
  if ('reason' in sum) return sum;
  // Tenure's own export round-trips unchanged, including double spaces.
  const [text, reference] =
    layout === 'tenure'
      ? [raw.text, raw.reference].map(readGuardedCell)
      : [readText(raw.text, 500), readText(raw.reference, 200)];
  const { amount } = sum.value;
  // A card check, for example. The landlord's own export keeps its zero amounts.
  const zero = amount === 0 && layout !== 'tenure' ? 'zero' : null;
  const value = { line, date: day.value, amount, externalId, category, notPosted: notPosted ?? zero };
  return { value: { ...value, text: text || (amount < 0 ? 'Payment' : 'Receipt'), reference: reference ?? '' } };
}

/** Returns the change of the account's balance: the amount less the bank's extra fee. */
function readSum({ amount, side, fee = '' }: RawLine, reversed: boolean): ReadCell<Sum> {
  const read = typeof amount === 'string' ? readSigned(amount, { side, reversed }) : readSides(amount);
  if ('reason' in read) return read;
  if (isBlank(fee)) return { value: { amount: read.value, fee: 0 } };
  const taken = readAmount(fee);
  if ('reason' in taken) return { reason: 'the fee cannot be read' };
  return { value: { amount: read.value - Math.abs(taken.value), fee: Math.abs(taken.value) } };
}

/** A debit/credit mark in the file has priority over `reversed`. */
type Signs = { side: RawLine['side'] | undefined; reversed: boolean };

function readSigned(cell: string, { side, reversed }: Signs): ReadCell<number> {
  const read = readMarkedAmount(cell);
  if ('reason' in read) return read;
  const { pence, marked } = read.value;
  if (side === null) return { reason: 'it is not marked as money in or money out' };
  if (side === undefined) return { value: reversed && !marked ? 0 - pence : pence };
  if (marked && pence !== 0 && pence > 0 !== (side === 'in'))
    return { reason: 'it is marked as both money in and money out' };
  return { value: side === 'in' ? Math.abs(pence) : 0 - Math.abs(pence) };
}

/** One of two columns has the amount, and the other is empty or zero. Money out may have a minus. */
function readSides({ out, into }: { out: string; into: string }): ReadCell<number> {
  const [gone, come] = [out, into].map((cell) => (isBlank(cell) ? undefined : readAmount(cell)));
  if (!gone && !come) return { reason: 'the amount is missing' };
  if (gone && 'reason' in gone) return gone;
  if (come && 'reason' in come) return come;
  if (gone?.value && come?.value) return { reason: 'it has both money in and money out' };
  return { value: gone?.value ? -Math.abs(gone.value) : (come?.value ?? 0) };
}

/** Some banks write a dash for an empty cell. */
const isBlank = (cell: string) => /^\s*[-−–—]?\s*$/.test(cell.slice(0, 20)) && cell.trim().length <= 1;

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

function typedAmount(amount: RawLine['amount']): string {
  if (typeof amount === 'string') return amount;
  return isBlank(amount.out) ? amount.into : `-${amount.out}`;
}

function feeWarning(fees: readonly number[]): string[] {
  if (fees.length === 0) return [];
  const sum = fees.reduce((total, fee) => total + fee, 0);
  return [`We subtracted bank fees of ${formatPence(sum)} from the amounts of ${counted(fees.length, 'row')}.`];
}

/** Warns if all rows of a mapped file have the same sign: a column that was not mapped may mark money out. */
function sideWarning({ layout, lines }: Lines, raw: readonly RawLine[]): string[] {
  const [first] = raw;
  if (layout !== 'mapped' || lines.length < 2 || typeof first?.amount !== 'string' || first.side !== undefined)
    return [];
  const [into, out] = [lines.every(({ amount }) => amount >= 0), lines.every(({ amount }) => amount <= 0)];
  if (into === out) return [];
  return [`Every row counts as money ${into ? 'in' : 'out'}. If that is wrong, change the columns.`];
}
