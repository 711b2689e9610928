import { z } from 'zod';
import { MAX_PENCE } from '../../../shared/money.ts';
import { line } from '../../../shared/schemas.ts';
import { isOnlyIncome } from '../listed.ts';
import { Transaction, TransactionInput } from '../transaction.ts';

export const AGENT_FEES = 'agent fees';

/** Enough for the rent and fee of a hundred tenancies. */
export const MAX_PARTS = 200;
export const NO_AMOUNT = 'Enter an amount other than £0.00';
type Placed = { amount: number; category: string; tenancyId: string | null };
/** Categories of income need an amount above zero, except for rent that is refunded to a tenancy. */
export function fitsItsCategory({ amount, category, tenancyId }: Placed): boolean {
  return amount > 0 || !isOnlyIncome(category) || (category === 'rent' && tenancyId !== null);
}
export const WRONG_CATEGORY = { path: ['category'], error: 'This is a category of income' };

const { category, propertyId, tenancyId } = TransactionInput.shape;

export const SplitPart = z
  .object({
    id: z.uuid().optional().describe('Id of a kept part; for the first part, the id of the transaction'),
    amount: z
      .number({ error: NO_AMOUNT })
      .int('Pence are whole numbers')
      .refine((pence) => pence !== 0 && Math.abs(pence) <= MAX_PENCE, NO_AMOUNT)
      .describe('Pence: above zero came in, below zero was paid or kept back'),
    category,
    description: line({ min: 1, max: 200, message: 'Description is required' }).describe(
      'Unchanged for the first part',
    ),
    date: TransactionInput.shape.date.optional().describe('By default the date of the transaction'),
    propertyId,
    tenancyId,
  })
  .refine(fitsItsCategory, WRONG_CATEGORY);
export type SplitPart = z.infer<typeof SplitPart>;

/** A single part merges the transaction. */
export const SplitInput = z
  .object({
    rows: z
      .array(z.object({ id: z.uuid(), version: z.number().int().min(1) }))
      .min(1)
      .max(MAX_PARTS)
      .describe('The transaction, or all its current parts'),
    parts: z.array(SplitPart).min(1).max(MAX_PARTS, `Enter ${MAX_PARTS} parts or fewer`),
  })
  .meta({ id: 'SplitInput' });
export type SplitInput = z.infer<typeof SplitInput>;

export const Split = z
  .object({
    amount: z.number().int().describe('Pence: the amount paid, and the sum of the parts'),
    parts: z.array(Transaction).describe('The first part keeps the link to the bank row'),
  })
  .meta({ id: 'Split' });
export type Split = z.infer<typeof Split>;

export const SplitOutcome = Split.extend({
  batch: z.uuid().describe('For Undo, valid for ten minutes'),
}).meta({ id: 'SplitOutcome' });
export type SplitOutcome = z.infer<typeof SplitOutcome>;
