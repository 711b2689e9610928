/** Tax years of individuals. Periods of a property business can differ: features/tax/rules/tax-year.ts. */

/** The first day of a tax year, MM-DD. */
export const TAX_YEAR_START = '04-06';

/** `from` and `to` are `YYYY-MM-DD`, both included. */
export type TaxYearDays = { year: string; from: string; to: string };

/** Returns '2026-27' for 2026. */
export function taxYearName(start: number): string {
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
}

/** Returns '2026–27' for '2026-27'. */
export const yearLabel = (year: string): string => year.replace('-', '–');

/** Returns null for invalid names. The years in '2026-27' must be consecutive. */
export function personalTaxYear(year: string): TaxYearDays | null {
  const start = Number(year.slice(0, 4));
  return /^\d{4}-\d{2}$/.test(year) && taxYearName(start) === year ? yearFrom(start) : null;
}

export function personalTaxYearOf(day: string): TaxYearDays {
  const start = Number(day.slice(0, 4));
  return yearFrom(day < `${start}-${TAX_YEAR_START}` ? start - 1 : start);
}

/** The first tax year without furnished holiday lettings, whose boxes of the return Tenure does not have. */
export const FIRST_YEAR = '2025-26';

/** Returns tax years such as '2026-27' from `FIRST_YEAR`, newest first. `today` is the date in London. */
export function yearsUntil(today: string): string[] {
  const last = Number(personalTaxYearOf(today).year.slice(0, 4));
  const count = last - Number(FIRST_YEAR.slice(0, 4)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, back) => taxYearName(last - back));
}

function yearFrom(start: number): TaxYearDays {
  return { year: taxYearName(start), from: `${start}-${TAX_YEAR_START}`, to: `${start + 1}-04-05` };
}
