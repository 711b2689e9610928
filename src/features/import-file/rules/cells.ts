/** Reads days, money and numbers in cells, as landlords and agents write them. Problems are sentences for the user. */
import { addDays, formatDay, formatMonth, inKnownCenturies, isDay } from '../../../shared/dates.ts';
import { formatPence, roundedShare } from '../../../shared/money.ts';
import { readAmount, readDay as readTypedDay } from '../../statement/read/fields.ts';

/** `suggestion` is a replacement for the cell's text. */
type Wrong = { wrong: string; suggestion?: string };
/** Null for an empty cell. */
export type Read<T> = { value: T | null } | Wrong;

export type Reading = { order?: 'dmy' | 'mdy' | undefined; decimal?: 'point' | 'comma' | undefined };

const BLANK = /^(?:[-–—.]+|n\/?a|none|nil|tbc|tba|\?+)$/i;
const EXCEL_ERROR = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;

export const isBlank = (cell: string) => cell.trim() === '' || BLANK.test(cell.trim());

const VACANT = /^(?:\W*(?:vacant|void|empty|unlet|to let|no tenants?)\W*)$/i;

/** Whether the cell of a tenant means that the property is vacant. */
export const isWithoutTenant = (cell: string) => isBlank(cell) || VACANT.test(cell.trim());

const TOTAL = /^(?:grand |sub-?\s?)?totals?:?$/i;

/** Whether the row has the sums of a list: 'Total' and figures only. */
export function isTotal(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const figures = filled.filter((cell) => !TOTAL.test(cell));
  return figures.length < filled.length && figures.every((cell) => /^[£\d.,() -]+$/.test(cell));
}

/** The message for an error value of Excel. */
function excelError(cell: string): string | undefined {
  const plain = cell.trim();
  if (!EXCEL_ERROR.test(plain)) return undefined;
  return plain.toUpperCase() === '#REF!' ? 'Error in Excel: the cell lost its link' : `Error in Excel: ${plain}`;
}

/** Day 0 of Excel's serial numbers, which count a 29 February 1900. Days from March 1900 on are exact. */
const DAY_ZERO = '1899-12-30';

/** Reads a day, with the day first unless `order` is 'mdy'. */
export function readDay(cell: string, { order = 'dmy' }: Reading = {}): Read<string> {
  const plain = cell.trim();
  if (isBlank(plain)) return { value: null };
  const error = excelError(plain);
  if (error) return { wrong: error };
  if (/^(?:19|20|21)\d\d$/.test(plain)) return { wrong: 'Only a year: give the day' };
  if (/^\d{5}(?:\.\d+)?$/.test(plain)) return serial(Number.parseInt(plain, 10));
  if (/^(?:\d{1,2}[/.-]\d{4}|[a-z]{3,9}\.?[ -]'?\d{2,4})$/i.test(plain)) return { wrong: 'Only a month: give the day' };
  const read = readTypedDay(plain, order);
  if ('reason' in read) return { wrong: dayProblem(plain, order) };
  return inKnownCenturies(read.value) ? read : { wrong: 'Enter a year between 1900 and 2200' };
}

function serial(days: number): Wrong {
  const day = addDays(DAY_ZERO, days);
  const wrong = 'A number, not a date: format the column as dates in Excel';
  return inKnownCenturies(day) ? { wrong, suggestion: formatDay(day) } : { wrong };
}

const FIGURES = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$/i;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** The reason why a text that looks like a day is not one. */
function dayProblem(cell: string, order: 'dmy' | 'mdy'): string {
  const parts = partsOf(cell, order);
  if (!parts) return 'Not a date';
  const { year, month, date } = parts;
  if (month < 1 || month > 12) return `There is no month ${month}`;
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  if (!isDay(first) || date < 1) return 'Not a date';
  const [name = ''] = formatMonth(first).split(' ');
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (date <= days) return 'Not a date';
  return month === 2 ? `February ${year} has ${days} days` : `${name} has ${days} days`;
}

function partsOf(cell: string, order: 'dmy' | 'mdy') {
  const whole = (year: string) => (year.length === 2 ? 2000 + Number(year) : Number(year));
  const [, first = '', second = '', year = ''] = FIGURES.exec(cell) ?? [];
  if (first) {
    const [date, month] = order === 'dmy' ? [first, second] : [second, first];
    return { year: whole(year), month: Number(month), date: Number(date) };
  }
  const [, date = '', name = '', named = ''] = NAMED.exec(cell) ?? [];
  const place = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : -1;
  if (place >= 0 && place % 3 === 0) return { year: whole(named), month: place / 3 + 1, date: Number(date) };
  const [, isoYear = '', isoMonth = '', isoDate = ''] = ISO.exec(cell) ?? [];
  return isoYear ? { year: Number(isoYear), month: Number(isoMonth), date: Number(isoDate) } : undefined;
}

const A_MONTH =
  /\s*(?:p\.?\s?c\.?\s?m\.?|p\/?m|per (?:calendar )?month|(?:a|each) month|\/ ?(?:month|mth|m)|monthly)\s*$/i;
const A_WEEK = /\s*(?:p\.?\s?w\.?|p\/w|per week|(?:a|each) week|\/ ?(?:week|wk|w)|weekly)\s*$/i;
const COMMA_DECIMAL = /^(\D*)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?(\D*)$/;

/** Reads pence of either sign: '£1,200.50', '(45.00)', '£895 pcm', or '1.200,50' with a decimal comma. */
export function readMoney(cell: string, { decimal = 'point' }: Reading = {}): Read<number> {
  const plain = cell.trim();
  if (isBlank(plain)) return { value: null };
  const error = excelError(plain);
  if (error) return { wrong: error };
  const bare = plain.replace(A_MONTH, '');
  if (A_WEEK.test(bare)) return weekly(bare.replace(A_WEEK, ''), decimal);
  const read = readAmount(decimal === 'comma' ? withPoint(bare) : bare);
  return 'reason' in read ? moneyProblem(bare, decimal) : { value: read.value };
}

function withPoint(text: string): string {
  const [, before, whole, pence, after] = COMMA_DECIMAL.exec(text) ?? [];
  if (whole === undefined) return text;
  return `${before ?? ''}${whole.replaceAll('.', '')}${pence === undefined ? '' : `.${pence}`}${after ?? ''}`;
}

function weekly(text: string, decimal: 'point' | 'comma'): Wrong {
  const wrong = 'A sum a week: give it a month';
  const read = readMoney(text, { decimal });
  if (!('value' in read) || read.value === null) return { wrong };
  return { wrong, suggestion: formatPence(roundedShare(read.value, 52, 12)) };
}

const LOOKS_LIKE: Record<string, string> = { o: '0', O: '0', l: '1', I: '1', S: '5' };

/** Suggests £1,200.00 for '£1,2O0', with a letter O. */
function moneyProblem(text: string, decimal: 'point' | 'comma'): Wrong {
  if (/^[^A-Za-z]*\d[\d,]*\.\d{3,}\D*$/.test(text)) return { wrong: 'More than two decimals' };
  if (/[€$¥]|\b(?:EUR|USD)\b/i.test(text)) return { wrong: 'Not in pounds' };
  const digits = text.replace(/(?<=[\d.,])[OolIS]|[OolIS](?=[\d.,])/g, (letter) => LOOKS_LIKE[letter] ?? letter);
  const readAgain = digits === text ? undefined : readAmount(decimal === 'comma' ? withPoint(digits) : digits);
  const offered = readAgain && 'value' in readAgain ? { suggestion: formatPence(readAgain.value) } : {};
  return { wrong: 'Not a sum of money', ...offered };
}

/** Reads a whole number from 0: '2', '2.0', '2 beds', '2 + study', 'studio'. */
export function readCount(cell: string): Read<number> {
  const plain = cell.trim();
  if (isBlank(plain)) return { value: null };
  const error = excelError(plain);
  if (error) return { wrong: error };
  if (/^studio$/i.test(plain)) return { value: 0 };
  const [, digits] =
    /^(\d{1,6})(?:\.0+)?(?: ?[a-z]+\.?)?(?: ?\+ ?[a-z ]+)?$/i.exec(plain.replace(/(?<=\d),(?=\d{3}$)/, '')) ?? [];
  return digits === undefined ? { wrong: 'Not a whole number' } : { value: Number(digits) };
}

/** Reads one line of text. Drops the apostrophe that keeps a spreadsheet from reading the text as a formula. */
export function readWords(cell: string): Read<string> {
  const error = excelError(cell);
  if (error) return { wrong: error };
  const plain = cell.replace(/^\s*'(?=[=+@\-\t])/, '').trim();
  return { value: isBlank(plain) ? null : plain };
}

/** Suggests the first of several emails. */
export function readEmail(cell: string): Read<string> {
  const read = readWords(cell);
  if ('wrong' in read || read.value === null) return read;
  const [first = '', ...others] = read.value.split(/[;,/&\s]+(?:and\s+)?/i).filter((part) => part.includes('@'));
  return others.length > 0 ? { wrong: 'Enter one email', suggestion: first } : read;
}

/** Restores the leading 0 of a phone number that Excel stored as a number. */
export function readPhone(cell: string): Read<string> {
  const read = readWords(cell);
  if ('wrong' in read || read.value === null) return read;
  return { value: /^[1237]\d{8,9}$/.test(read.value) ? `0${read.value}` : read.value };
}
