/** Schemas of the estimate of tax on property, shared by the API and the screen. Amounts are pence. */
import { z } from 'zod';
import { EstimateFacts } from '../tax/facts.ts';
import { ESTIMATE_YEARS } from '../tax/tax.ts';

export const EstimateYearPath = z.object({
  year: z
    .enum(ESTIMATE_YEARS, `Enter a tax year with known rates: ${ESTIMATE_YEARS.join(' or ')}`)
    .describe('Such as 2026-27'),
});

export const EstimateQuery = z.object({
  owner: z.uuid('Choose an owner').optional().describe('Each owner has an estimate; by default the only one'),
});

const amount = z.number().int();
const source = z
  .object({ name: z.string(), link: z.string(), effectiveFrom: z.iso.date(), jurisdiction: z.string() })
  .describe('The rule of this step')
  .meta({ id: 'TaxRule' });
const route = z.enum(['expenses', 'allowance']);

const Steps = z.object({
  profit: z.object({ gross: amount, expenses: amount, pence: amount, source }),
  route: z
    .object({
      route,
      saves: amount.describe('Tax less than by the other route'),
      fullRelief: z.boolean().describe('Income up to £1,000, for which the allowance needs no claim'),
      extraTax: z.object({ expenses: amount, allowance: amount }),
      source,
    })
    .describe('Expenses or the property allowance'),
  losses: z.object({
    profit: amount,
    used: amount,
    taxable: amount,
    loss: amount,
    carriedForward: amount,
    source,
  }),
  allowance: z.object({ pence: amount, source }).describe('Personal allowance'),
  limbs: z.object({
    list: z.array(z.object({ id: z.enum(['A', 'B', 'C']), label: z.string(), pence: amount, lowest: z.boolean() })),
    source,
  }),
  bands: z.object({
    list: z.array(
      z.object({ income: z.enum(['other', 'property']), percent: z.number(), taxable: amount, tax: amount }),
    ),
    source,
  }),
  reducer: z.object({ percent: z.number(), of: amount, pence: amount, source }),
  carriedForward: z.object({ pence: amount, source }).describe('Finance costs for later years'),
  extraTax: z
    .object({ wholeTax: amount, withoutProperty: amount, pence: amount, source })
    .describe('Tax because of property'),
  putAside: z.object({ already: amount, pence: amount.describe('Still needed') }),
});

export const TaxEstimate = z
  .object({
    year: z.string(),
    owner: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .describe('Null without owners, or if you have to choose one'),
    facts: EstimateFacts,
    saved: z.boolean().describe('False: these facts are the initial ones'),
    steps: Steps.nullable(),
    reason: z.object({ text: z.string(), source: source.nullable() }).nullable().describe('Why there are no steps'),
    notes: z.array(z.string()).describe('Shown under the estimate'),
    due: z.iso.date().describe('The last day to pay'),
  })
  .meta({ id: 'TaxEstimate' });
export type TaxEstimate = z.infer<typeof TaxEstimate>;
