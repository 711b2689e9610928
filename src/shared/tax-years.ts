/** Tax years of people. Periods of a property business can differ: features/tax/rules/tax-year.ts. */

/** Month and day. A tax year ends on the day before. */
export const TAX_YEAR_START = '04-06';

/** Both days included. */
export type TaxYearDays = { year: string; from: string; to: string };

/** '2026-27' for 2026. */
export function taxYearName(start: number): string {
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
}

/** '2026–27' for '2026-27'. */
export const yearLabel = (year: string): string => year.replace('-', '–');

/** Null for invalid names: the years in '2026-27' must be consecutive. */
export function personalTaxYear(year: string): TaxYearDays | null {
  const start = Number(year.slice(0, 4));
  return /^\d{4}-\d{2}$/.test(year) && taxYearName(start) === year ? yearFrom(start) : null;
}

export function personalTaxYearOf(day: string): TaxYearDays {
  const start = Number(day.slice(0, 4));
  return yearFrom(day < `${start}-${TAX_YEAR_START}` ? start - 1 : start);
}

function yearFrom(start: number): TaxYearDays {
  return { year: taxYearName(start), from: `${start}-${TAX_YEAR_START}`, to: `${start + 1}-04-05` };
}
