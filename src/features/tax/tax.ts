/** Schemas of tax years, shared by the API and the screens. Amounts are pence. */
import { z } from 'zod';
import { FIRST_YEAR } from '../../shared/tax-years.ts';
import { CATEGORY_NAME, TAX_LINE_IDS } from '../transaction/listed.ts';
import { Transaction } from '../transaction/transaction.ts';
import { type Books, type TaxYear, taxYear, updatePeriods } from './rules/tax-year.ts';

const pence = z.number().int().describe('Pence');
const rows = z.number().int().describe('Number of transactions');
const line = z.enum(TAX_LINE_IDS, 'Choose where it goes');

const LAST_YEAR = '2099-00';
const YEAR_UNKNOWN = `Enter a tax year from ${FIRST_YEAR}, such as 2026-27`;

export const TaxYearPath = z.object({
  year: z
    .string()
    .refine((year) => year >= FIRST_YEAR && year <= LAST_YEAR && taxYear(year) !== null, YEAR_UNKNOWN)
    .describe('Such as 2026-27'),
});

/** Years with known rates (`TAX_RATES`). */
export const ESTIMATE_YEARS = ['2026-27', '2027-28'] as const;
export type EstimateYear = (typeof ESTIMATE_YEARS)[number];
export const isEstimateYear = (year: string): year is EstimateYear => ESTIMATE_YEARS.some((known) => known === year);

const BoxAmount = z.object({ box: z.string(), label: z.string(), pence });

export const TaxFigures = z
  .object({
    year: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    boxes: z.array(BoxAmount).describe('Boxes of SA105'),
    income: pence,
    expenses: pence,
    profit: pence.describe('Before residential finance costs'),
    atYearEnd: z.array(BoxAmount).describe('Boxes that are in the tax return and in no quarterly update'),
    lines: z.array(z.object({ line, rows, pence })).describe('Signed as in Finance; the rows of a box'),
    mileage: z
      .object({
        journeys: z.number().int(),
        miles: z.number(),
        mileage: pence.describe('For the miles'),
        extras: pence.describe('For parking, tolls and congestion charges'),
        pence: pence.describe('Both together, in box 29'),
      })
      .describe('Journeys, which are not transactions and are in box 29'),
    waiting: z.object({ rows, pence }).describe('Transactions that are not in any box until you answer'),
    bridge: z
      .array(z.object({ id: z.string(), label: z.string(), income: pence, costs: pence }))
      .describe("From Finance's totals to the boxes; empty for one owner, as Finance has the whole amounts"),
  })
  .meta({ id: 'TaxFigures' });
export type TaxFigures = z.infer<typeof TaxFigures>;

/** The first year with quarterly updates. */
export const FIRST_UPDATES = '2026-27';
const UPDATE_UNKNOWN = 'Choose an update from 1 to 4';

export const TaxPeriodQuery = z.object({
  owner: z.uuid('Choose an owner').optional().describe('Only this owner’s share; omitted for all owners'),
  update: z
    .enum(['1', '2', '3', '4'], UPDATE_UNKNOWN)
    .optional()
    .describe('From the start of the year to the end of this quarterly update; omitted for the whole year'),
});
export type TaxPeriodQuery = z.infer<typeof TaxPeriodQuery>;

/** Returns the period from the start of the year to the end of the update; undefined for an unknown year or update. */
export function periodOf(year: string, { update, books }: { update: string; books: Books }): TaxYear | undefined {
  const whole = taxYear(year, books);
  const period = whole && updatePeriods(whole, books).find((one) => String(one.update) === update);
  return period ? { ...whole, to: period.to } : undefined;
}

export const TaxYearFigures = TaxFigures.extend({
  updates: z
    .array(z.object({ update: z.number().int(), from: z.iso.date(), to: z.iso.date(), due: z.iso.date() }))
    .describe('Days of the quarterly updates, by the owner’s choice of quarters'),
}).meta({ id: 'TaxYearFigures' });

export const TaxRowQuery = z.object({ line });

export const TaxRowItem = Transaction.extend({
  residentialPercent: z.number().int().describe('100 for a home or no property, 0 for commercial property'),
  share: z
    .object({ numerator: z.number().int(), denominator: z.number().int() })
    .nullable()
    .describe('The owner’s share of the amount; null for all owners'),
}).meta({ id: 'TaxRow' });
export type TaxRowItem = z.infer<typeof TaxRowItem>;

export const MAX_OWN_CATEGORIES = 50;
const CATEGORY_WRONG = 'Start with a letter. Use letters, digits, spaces and hyphens, 50 at most';

export const TaxCategoryPath = z.object({
  category: z.string().trim().toLowerCase().regex(CATEGORY_NAME, CATEGORY_WRONG),
});

export const TaxCategory = z
  .object({
    category: z.string(),
    own: z.boolean().describe('Added by the landlord'),
    line: line.describe('Chosen by the landlord, otherwise the default'),
    defaultLine: line,
  })
  .meta({ id: 'TaxCategory' });
export type TaxCategory = z.infer<typeof TaxCategory>;

export const TaxCategories = z.object({ items: z.array(TaxCategory) }).meta({ id: 'TaxCategories' });

export const TaxCategoryInput = z
  .object({ line: line.nullable().describe('Null for the default; removes an own category') })
  .meta({ id: 'TaxCategoryInput' });
export type TaxCategoryInput = z.infer<typeof TaxCategoryInput>;

const residentialPercent = z
  .number('Enter a percentage')
  .int('Enter a whole percentage')
  .min(0, 'Enter 0 or more')
  .max(100, 'Enter 100 or less');

export const TaxLetting = z
  .object({
    propertyId: z.uuid(),
    address: z.string(),
    residentialPercent: residentialPercent.describe('0 for commercial property'),
  })
  .meta({ id: 'TaxLetting' });
export type TaxLetting = z.infer<typeof TaxLetting>;

export const TaxLettings = z
  .object({ items: z.array(TaxLetting).describe('Commercial and mixed properties. All others are residential') })
  .meta({ id: 'TaxLettings' });

export const TaxLettingInput = z
  .object({ residentialPercent: residentialPercent.describe('100 for a home') })
  .meta({ id: 'TaxLettingInput' });
