/** Days as `YYYY-MM-DD` and how they are shown. Nothing here reads a clock. */

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

/** Whether the text is a day that exists (`2026-02-29` does not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text;
}
