import { z } from 'zod';
import { dayField } from '../../shared/schemas.ts';
import { BASE_RATES, BASE_RATES_SOURCE, type BaseRate } from './late-interest.ts';

const WRONG = 'Enter a rate from 0 to 100, with up to 2 decimal places';
const TWO_DECIMALS = 100;
const percent = z
  .number({ error: WRONG })
  .min(0, WRONG)
  .max(100, WRONG)
  .refine((rate) => Math.abs(rate * TWO_DECIMALS - Math.round(rate * TWO_DECIMALS)) < 1e-6, WRONG);

export const BaseRateDay = z.object({ from: dayField('Enter the date the rate starts') });
export const BaseRateInput = z.object({ percent }).meta({ id: 'BaseRateInput' });

export const BaseRates = z
  .object({
    items: z.array(
      z.object({
        from: z.string().describe('YYYY-MM-DD'),
        percent: z.number(),
        own: z.boolean().describe('Whether the landlord added it'),
      }),
    ),
    knownTo: z.string().describe('YYYY-MM-DD. Later changes are not included'),
  })
  .meta({ id: 'BaseRates' });
export type BaseRates = z.infer<typeof BaseRates>;

/** Returns all rates, newest first. The landlord's own rates replace built-in ones of the same date. */
export function withOwn(own: readonly BaseRate[]): BaseRates {
  const days = new Set(own.map(({ from }) => from));
  const items = [
    ...own.map((rate) => ({ ...rate, own: true })),
    ...BASE_RATES.filter(({ from }) => !days.has(from)).map((rate) => ({ ...rate, own: false })),
  ].sort((a, b) => (a.from < b.from ? 1 : -1));
  const knownTo = [BASE_RATES_SOURCE.checked, ...days].sort().at(-1) ?? BASE_RATES_SOURCE.checked;
  return { items, knownTo };
}
