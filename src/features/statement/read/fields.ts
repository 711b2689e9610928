/** Single cells of a statement: days and amounts, with what is wrong in words where they are none. No order of day and month is guessed. */
import { formatDay, isDay, londonDay, parseDay } from '../../../shared/dates.ts';
import { parsePounds } from '../../../shared/money.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
/** Of dates in figures. A date that begins with its year, or names its month, is read in every order. */
export type DateOrder = (typeof DATE_ORDERS)[number];

export type ReadCell<T> = { value: T } | { reason: string };

/** A moment with its time zone. */
const INSTANT = /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?( ?[+-]\d\d:?\d\d|Z)$/;
const FIGURES = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;

/** Without a time of day, an apostrophe in front or (as in QIF) before the year; with dashes where the year stands first. */
function bareDay(cell: string): string {
  return cell
    .trim()
    .replace(/^'/, '')
    .replace(/[T ]+\d{1,2}:\d\d.*$/, '')
    .replace(/^(\d{1,2})[-/] ?(\d{1,2})' ?(\d{2,4})$/, '$1/$2/$3')
    .replace(/^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/, '$1-$3-$4');
}

/** '24/08/2026', '24 Aug 2026' or '2026-08-24' as '2026-08-24'. */
export function readDay(cell: string, order: DateOrder): ReadCell<string> {
  if (INSTANT.test(cell)) return { value: londonDay(new Date(cell.trim().replace(/ ([+-]\d\d)(\d\d)$/, '$1:$2'))) };
  const bare = bareDay(cell);
  if (bare === '') return { reason: 'the date is missing' };
  const [, first = '', , second = '', year = ''] = FIGURES.exec(bare) ?? [];
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

/** Which orders these cells allow; both where nothing speaks against either. Undefined where none is a date in figures. */
export function possibleOrders(cells: Iterable<string>): ReadonlySet<DateOrder> | undefined {
  let [dayFirst, monthFirst, dates] = [0, 0, 0];
  for (const cell of cells) {
    const [, first, , second] = FIGURES.exec(bareDay(cell)) ?? [];
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
  return FIGURES.test(bare) || (/\d{4}/.test(bare) && parseDay(bare) !== null);
}

/** Pence of '1,200.00', '-£41.87', '+3', '12.00 DR' or '(3.00)'; money out is below zero. */
export function readAmount(cell: string): ReadCell<number> {
  const [, before = '', figures = '', after = ''] =
    /^'?\s*(CR|DR)?\s*(?:GBP\s*)?(.*?)(?:\s*GBP)?\s*(CR|DR)?$/is.exec(cell.trim()) ?? [];
  const parsed = parsePounds(figures.replace(/(\.\d\d)0+$/, '$1'));
  if (!parsed.ok) return { reason: wrongAmount(figures, parsed.reason) };
  const side = (before || after).toUpperCase();
  return { value: side === 'DR' ? -Math.abs(parsed.pence) + 0 : parsed.pence };
}

function wrongAmount(figures: string, reason: 'empty' | 'not_money' | 'three_decimals' | 'too_large'): string {
  const [letter] = /(?<=[\d.,])[OoIlS]|[OoIlS](?=[\d.,])/.exec(figures) ?? [];
  if (letter) return `the amount has a letter ${letter} in it`;
  return {
    empty: 'the amount is missing',
    not_money: 'the amount cannot be read',
    three_decimals: 'the amount has more than two decimals',
    too_large: 'the amount is larger than £99,999,999.99',
  }[reason];
}

export function isAmount(cell: string): boolean {
  return /\d/.test(cell) && !isDay(cell) && 'value' in readAmount(cell);
}

/** One line as it can be stored: no control characters, single spaces, no apostrophe that marks text for a spreadsheet. */
export function readText(cell: string, most: number): string {
  return cell
    .replace(/^\s*'/, '')
    .replace(/[\p{Cc}\p{White_Space}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
}
