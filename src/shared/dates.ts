const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Returns the date in Europe/London at an instant, `YYYY-MM-DD`. */
export function londonDay(instant: Date): string {
  return londonTime(instant).slice(0, 10);
}

/** Formats `2026-11-21` as `21 Nov 2026`. Not with Intl, which abbreviates September as 'Sept' in en-GB. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1]?.slice(0, 3) ?? ''} ${year}`;
}

/** A range of `YYYY-MM-DD` days, both included. An undefined end is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** Formats a range: '01 – 30 Nov 2026', '06 Oct 2026 – 05 Jan 2027', 'From 01 Jul 2026'. '' if both ends are open. */
export function formatDays({ from, to }: Days): string {
  if (!from) return to ? `To ${formatDay(to)}` : '';
  if (!to) return `From ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  const same = from.slice(0, 7) === to.slice(0, 7) ? 2 : from.slice(0, 4) === to.slice(0, 4) ? 6 : 11;
  return `${formatDay(from).slice(0, same)} – ${formatDay(to)}`;
}

/** Formats an instant (ISO 8601 or Date) as its date in London, `21 Nov 2026`. */
export function formatInstantAsDay(instant: string | Date): string {
  return formatDay(londonDay(new Date(instant)));
}

/** Formats an instant as its time in London, `14:05`. */
export function formatInstantAsTime(instant: string | Date): string {
  return londonTime(new Date(instant)).slice(11, 16);
}

/** Formats an instant as its date and time in London, `21 Nov 2026, 14:05`. */
export function formatInstant(instant: string | Date): string {
  return `${formatInstantAsDay(instant)}, ${formatInstantAsTime(instant)}`;
}

/**
 * Returns the instant (ISO 8601) of a date and time ('09:00') in London: the first if the time occurs twice, and an
 * hour later if a clock change skips the time.
 */
export function londonInstant(day: string, time: string): string {
  const winter = Date.parse(`${day}T${time}:00Z`);
  const summer = new Date(winter - 3_600_000);
  return (londonTime(summer).slice(0, 16) === `${day}T${time}` ? summer : new Date(winter)).toISOString();
}

/**
 * Returns the local time in Europe/London, `2026-06-30T23:59:59.000`. Valid for instants from 1996.
 * Summer time: last Sunday of March to last Sunday of October, 01:00 UTC (Summer Time Order 2002; Directive 94/21/EC).
 * No `Intl` formatter: creating one with a time zone blocks a slow phone for 150 ms.
 */
function londonTime(instant: Date): string {
  const year = instant.getUTCFullYear();
  const summer = instant.getTime() >= lastSunday(year, 2) && instant.getTime() < lastSunday(year, 9);
  return new Date(instant.getTime() + (summer ? 3_600_000 : 0)).toISOString().slice(0, 23);
}

/** Returns 01:00 UTC on the last Sunday of a 31-day month (January is 0), in milliseconds since 1970. */
function lastSunday(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * 86_400_000;
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the text is a valid `YYYY-MM-DD` date (`2026-02-29` is not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
  return date >= 1 && date <= days;
}

/** Formats `2026-02-01` for a form, `01/02/2026`. Returns other text unchanged. */
export function dayAsTyped(day: string): string {
  return isDay(day) ? day.split('-').reverse().join('/') : day;
}

const TYPED = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<date>\d{1,2})$/,
  /^(?<date>\d{1,2})[-/. ]+(?<month>\d{1,2})[-/. ]+(?<year>\d{4}|\d{2})$/,
  /^(?<date>\d{1,2})(st|nd|rd|th)?[-/., ]*(?<month>[a-z]{3,9})[-/., ]*(?<year>\d{4}|\d{2})$/i,
];

/** Parses `1/2/26`, `01.02.2026`, `1 Feb 2026` or `2026-02-01`, with the day before the month. Null if invalid. */
export function parseDay(typed: string): string | null {
  const { date = '', month = '', year = '' } = TYPED.map((form) => form.exec(typed.trim())?.groups).find(Boolean) ?? {};
  const named = MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase())) + 1;
  const century = year.length === 4 ? '' : year < '70' ? '20' : '19';
  const figures = [/^\d/.test(month) ? month : `${named}`, date].map((part) => part.padStart(2, '0'));
  const day = [century + year, ...figures].join('-');
  return isDay(day) ? day : null;
}

export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000);
}

/** Adds months to a day, clamped to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = utcDay(Date.UTC(year, month + months, 0));
  return `${last.slice(0, 8)}${String(Math.min(date, Number(last.slice(8)))).padStart(2, '0')}`;
}

export const earlierDay = (one: string, other: string): string => (one < other ? one : other);
export const laterDay = (one: string, other: string): string => (one > other ? one : other);

/** Returns 0 for Monday to 6 for Sunday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** Formats `2026-02-01` as `February 2026`. */
export function formatMonth(day: string): string {
  const [year = '', month = ''] = day.split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Returns the days from one `YYYY-MM-DD` to another, negative if `to` is before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Whether the year is one that forms and the API accept. */
export function inKnownCenturies(day: string): boolean {
  return day >= '1900-01-01' && day < '2201-01-01';
}
