/** Days as `YYYY-MM-DD` and how they are shown. Nothing here reads a clock. */
import { z } from 'zod';

const LONDON_DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The landlord's day, `YYYY-MM-DD` in Europe/London, at an instant. */
export function londonDay(instant: Date): string {
  return LONDON_DAY.format(instant);
}

/** `2026-11-21` as `21 Nov 2026`. Intl's own en-GB form says 'Sept', which the product does not. */
export function formatDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** An instant (ISO 8601 or Date) as the landlord's day, `21 Nov 2026`. */
export function formatInstantAsDay(instant: string | Date): string {
  return formatDay(londonDay(new Date(instant)));
}

const LONDON_TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' });

/** An instant as the landlord's time of day, `14:05`. */
export function formatInstantAsTime(instant: string | Date): string {
  return LONDON_TIME.format(new Date(instant));
}

/** Whether the text is a day that exists (`2026-02-29` does not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}

/** Days from one `YYYY-MM-DD` to another: 1 from today to tomorrow, below zero where `to` lies before `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** A day that may be left out: '' (an empty field) or null becomes null. One schema for form and API. */
export function optionalDay() {
  return z
    .string({ error: 'Please enter a date' })
    .refine((text) => text === '' || isDay(text), 'Please enter a date')
    .refine((text) => text === '' || inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .transform((text) => text || null)
    .nullable()
    .default(null)
    .describe('YYYY-MM-DD');
}

/** A day that must be given. One schema for form and API. `required` is the sentence for none. */
export function dayField(required: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .refine((text) => text === '' || isDay(text), 'Please enter a date')
    .refine((text) => inKnownCenturies(text), { ...FAR, when: ({ issues }) => issues.length === 0 })
    .describe('YYYY-MM-DD');
}

const FAR = { error: 'Please enter a year between 1900 and 2200' };

function inKnownCenturies(day: string): boolean {
  return day >= '1900-01-01' && day < '2201-01-01';
}
