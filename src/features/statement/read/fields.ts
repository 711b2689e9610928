/** The order of day and month is never guessed. */
import { formatDay, isDay, londonDay, parseDay } from '../../../shared/dates.ts';
import { parsePounds } from '../../../shared/money.ts';
import { inOtherCurrency, otherCurrencyOf } from './marks.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
/** The order of a numeric date. Dates with the year first or the month's name are read in every order. */
export type DateOrder = (typeof DATE_ORDERS)[number];

export type ReadCell<T> = { value: T } | { reason: string };

/** Maximum length of a date or amount, which bounds the work of the patterns below. */
const MAX_CELL = 60;

const INSTANT = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?( ?[+-]\d\d:?\d\d|Z)$/;
const NUMERIC_DATE = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;

/** Removes invisible characters and a leading apostrophe, and normalises spaces. Undefined if the cell is too long. */
function plainCell(cell: string): string | undefined {
  if (cell.length > MAX_CELL) return cell.trim().length > MAX_CELL ? undefined : plainCell(cell.trim());
  return cell
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
    .replace(/^'/, '');
}

/** Removes weekday and time. 'Apr 13, 2026' becomes '13 Apr 2026', and QIF's `3/11' 2` becomes '3/11/2002'. */
function bareDay(cell: string): string {
  return (plainCell(cell) ?? '?')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[., ]+/i, '')
    .replace(/[T, ]+\d{1,2}:\d\d.*$/, '')
    .replace(/^([a-z]{3,9})[. ]+(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4}|\d{2})$/i, '$2 $1 $3')
    .replace(/^(\d{1,2})[-/.] ?(\d{1,2})' ?(\d{1,4})$/, (_, first: string, second: string, year: string) =>
      [first, second, year.length > 2 ? year : `20${year.padStart(2, '0')}`].join('/'),
    )
    .replace(/^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/, '$1-$3-$4')
    .replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, '$1-$2-$3');
}

/** Returns '2026-08-24' for '24/08/2026', '24 Aug 2026' or '2026-08-24'. */
export function readDay(cell: string, order: DateOrder): ReadCell<string> {
  const plain = plainCell(cell) ?? '';
  if (INSTANT.test(plain)) return { value: londonDay(new Date(plain.replace(/ ([+-]\d\d)(\d\d)$/, '$1:$2'))) };
  const bare = bareDay(cell);
  if (bare === '') return { reason: 'the date is missing' };
  const [, first = '', , second = '', year = ''] = NUMERIC_DATE.exec(bare) ?? [];
  if (first === '') {
    const day = parseDay(bare);
    return day ? { value: day } : noDay(bare.split('-').map(Number));
  }
  if (order === 'ymd') return { reason: 'the date does not begin with its year' };
  const [date, month] = order === 'dmy' ? [first, second] : [second, first];
  const day = parseDay(`${date}/${month}/${year}`);
  return day ? { value: day } : noDay([Number(year.length === 2 ? `20${year}` : year), Number(month), Number(date)]);
}

function noDay([year = 0, month = 0, date = 0]: number[]): { reason: string } {
  if (!(year >= 1000 && year <= 9999)) return { reason: 'the date cannot be read' };
  if (!(month >= 1 && month <= 12)) return { reason: `there is no month ${month}` };
  const [of, on] = [String(month).padStart(2, '0'), String(date).padStart(2, '0')];
  return { reason: `there is no ${formatDay(`${year}-${of}-${on}`)}` };
}

/** Returns the orders that fit the cells, or both if cells contradict each other. Undefined without a numeric date. */
export function possibleOrders(cells: Iterable<string>): ReadonlySet<DateOrder> | undefined {
  let [dayFirst, monthFirst, dates] = [0, 0, 0];
  for (const cell of cells) {
    const [, first, , second] = NUMERIC_DATE.exec(bareDay(cell)) ?? [];
    if (first === undefined) continue;
    dates += 1;
    if (Number(first) > 12 && Number(second) <= 12) dayFirst += 1;
    if (Number(second) > 12 && Number(first) <= 12) monthFirst += 1;
  }
  if (dates === 0) return undefined;
  if (dayFirst > 0 && monthFirst === 0) return new Set(['dmy']);
  if (monthFirst > 0 && dayFirst === 0) return new Set(['mdy']);
  return new Set(['dmy', 'mdy']);
}

export function isDate(cell: string): boolean {
  const bare = bareDay(cell);
  return NUMERIC_DATE.test(bare) || (/\d{4}/.test(bare) && parseDay(bare) !== null);
}

export function dateStyle(cell: string): 'figures' | 'iso' | 'named' {
  const bare = bareDay(cell);
  return NUMERIC_DATE.test(bare) ? 'figures' : /^\d{4}-/.test(bare) ? 'iso' : 'named';
}

/** `pence` is below zero for money out. `marked` means that DR or CR gives the sign. */
export type Amount = { pence: number; marked: boolean };

/** Reads '1,200.00', '-£41.87', '+3', '12.00 DR', '(3.00)', '£(3.00)' or '5.00-'. */
export function readMarkedAmount(cell: string): ReadCell<Amount> {
  const plain = plainCell(cell);
  if (plain === undefined) return { reason: 'the amount cannot be read' };
  const [, before = '', rest = plain] = /^(CR|DR)\b\.? ?(.*)$/i.exec(plain) ?? [];
  const [, whole = rest, after = ''] = /^(.*[\d)]) ?(CR|DR|DB|[CD])\.?$/i.exec(rest) ?? [];
  const currency = otherCurrencyOf(whole);
  if (currency) return { reason: inOtherCurrency(currency) };
  const figures = withMinusFirst(whole.replace(/^GBP ?| ?GBP$/gi, '').replace(/(\.\d\d)0+$/, '$1'));
  const parsed = parsePounds(figures);
  if (!parsed.ok) return { reason: wrongAmount(figures, parsed.reason) };
  const mark = (before || after).charAt(0).toUpperCase();
  if (mark === '') return { value: { pence: parsed.pence, marked: false } };
  return { value: { pence: (mark === 'D' ? -1 : 1) * Math.abs(parsed.pence) + 0, marked: true } };
}

/** '5.00 -' becomes '-5.00'; '£(3.00)' and '-(3.00)' become '(3.00)'. */
function withMinusFirst(figures: string): string {
  return figures.replace(/^([^-−–]*\d) ?[-−–]$/, '-$1').replace(/^[-−–]? ?£? ?(\(.*\))$/, '$1');
}

export function readAmount(cell: string): ReadCell<number> {
  const read = readMarkedAmount(cell);
  return 'reason' in read ? read : { value: read.value.pence };
}

function wrongAmount(figures: string, reason: 'empty' | 'not_money' | 'three_decimals' | 'payload_too_large'): string {
  const [letter] = /(?<=[\d.,])[OoIlS]|[OoIlS](?=[\d.,])/.exec(figures) ?? [];
  if (letter) return `the amount has a letter ${letter} in it`;
  return {
    empty: 'the amount is missing',
    not_money: 'the amount cannot be read',
    three_decimals: 'the amount has more than two decimals',
    payload_too_large: 'the amount is larger than £99,999,999.99',
  }[reason];
}

/** Accepts other currencies, although they cannot be imported. */
export function isAmount(cell: string): boolean {
  if (cell.length > MAX_CELL || !/\d/.test(cell) || isDay(cell)) return false;
  return 'value' in readAmount(cell) || /^(?:[€$¥₹] ?|[A-Z]{3} )[-\d.,]+$/.test(cell.trim());
}

/** Returns a single line of at most `maxLength` characters, without control characters or a leading apostrophe. */
export function readText(cell: string, maxLength: number): string {
  return cell
    .slice(0, 4 * maxLength)
    .trimStart()
    .replace(/^'/, '')
    .replace(/[\p{Cc}\p{White_Space}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}
