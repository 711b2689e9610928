/** Days as `YYYY-MM-DD` and how they are shown. Nothing here reads a clock. */

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The landlord's day, `YYYY-MM-DD` in Europe/London, at an instant. */
export function londonDay(instant: Date): string {
  return londonTime(instant).slice(0, 10);
}

/** `2026-11-21` as `21 Nov 2026`. Intl's own en-GB form says 'Sept', which the product does not. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]?.slice(0, 3) ?? ''} ${year}`;
}

/** From and to, both included; undefined is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** '01 – 30 Nov 2026', '06 Apr – 05 Jul 2026', '06 Oct 2026 – 05 Jan 2027', 'From 01 Jul 2026'; empty for all days. */
export function formatDays({ from, to }: Days): string {
  if (!from) return to ? `To ${formatDay(to)}` : '';
  if (!to) return `From ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  const same = from.slice(0, 7) === to.slice(0, 7) ? 2 : from.slice(0, 4) === to.slice(0, 4) ? 6 : 11;
  return `${formatDay(from).slice(0, same)} – ${formatDay(to)}`;
}

/** An instant (ISO 8601 or Date) as the landlord's day, `21 Nov 2026`. */
export function formatInstantAsDay(instant: string | Date): string {
  return formatDay(londonDay(new Date(instant)));
}

/** An instant as the landlord's time of day, `14:05`. */
export function formatInstantAsTime(instant: string | Date): string {
  return londonTime(new Date(instant)).slice(11, 16);
}

/**
 * `2026-06-30T23:59:59.000` in Europe/London at an instant from 1996 on: summer time lasts from 01:00 UTC on the last Sunday of March
 * to 01:00 UTC on that of October (Summer Time Order 2002, before it Directive 94/21/EC). Creating an `Intl` formatter with a time
 * zone keeps a slow phone from answering for 150 ms; the test compares the two.
 */
function londonTime(instant: Date): string {
  const year = instant.getUTCFullYear();
  const summer = instant.getTime() >= lastSunday(year, 2) && instant.getTime() < lastSunday(year, 9);
  return new Date(instant.getTime() + (summer ? 3_600_000 : 0)).toISOString().slice(0, 23);
}

/** 01:00 UTC on the last Sunday of a month of 31 days, January being 0; in milliseconds since 1970. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * 86_400_000;
}

/** Whether the text is a day that exists (`2026-02-29` does not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}

/** `2026-02-01` as a field shows it, `01/02/2026`. Text that is no day stays as it is. */
export function dayAsTyped(day: string): string {
  return isDay(day) ? day.split('-').reverse().join('/') : day;
}

const TYPED = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/,
  /^(?<date>\d{1,2})[-/. ]+(?<month>\d{1,2})[-/. ]+(?<year>\d{4}|\d{2})$/,
  /^(?<date>\d{1,2})(st|nd|rd|th)?[-/., ]*(?<month>[a-z]{3,9})[-/., ]*(?<year>\d{4}|\d{2})$/i,
];

/**
 * `1/2/26`, `01.02.2026`, `1 Feb 2026` or `2026-02-01` as `2026-02-01`; null for what is no day. The day comes before the month,
 * and a year of two figures is one from 1970 to 2069.
 */
export function parseDay(typed: string): string | null {
  const { date = '', month = '', year = '' } = TYPED.map((form) => form.exec(typed.trim())?.groups).find(Boolean) ?? {};
  const named = MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase())) + 1;
  const century = year.length === 4 ? '' : year < '70' ? '20' : '19';
  const figures = [/^\d/.test(month) ? month : `${named}`, date].map((part) => part.padStart(2, '0'));
  const day = [century + year, ...figures].join('-');
  return isDay(day) ? day : null;
}

/** So many days later, or earlier below zero. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

/** The same day so many months later, or the last of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = utcDay(Date.UTC(year, month + months, 0));
  return `${last.slice(0, 8)}${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`;
}

/** 0 on a Monday, 6 on a Sunday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** `2026-02-01` as `February 2026`. */
export function formatMonth(day: string): string {
  const [year = '', month = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Days from one `YYYY-MM-DD` to another: 1 from today to tomorrow, below zero where `to` lies before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Whether it may be entered: of a day, YYYY-MM-DD. */
export function inKnownCenturies(day: string): boolean {
  return day >= '1900-01-01' && day < '2201-01-01';
}
