/** A transaction in parts, each with its own category, property and ledger. What was paid stays what it was. */
import { z } from 'zod';
import { MAX_PENCE } from '../../../shared/money.ts';
import { line } from '../../../shared/schemas.ts';
import { INCOME_CATEGORIES, isOnlyIncome } from '../listed.ts';
import { Transaction, TransactionInput } from '../transaction.ts';

/** What a letting agent kept. */
export const AGENT_FEES = 'agent fees';
export const PART_CATEGORIES = [...INCOME_CATEGORIES, AGENT_FEES] as const;

/** Rent and fee of a hundred tenancies. */
export const MAX_PARTS = 200;
export const NO_AMOUNT = 'Please enter an amount other than £0.00';
type Placed = { amount: number; category: string; tenancyId: string | null };
/** Rent is given back to a tenancy alone. */
export function fitsItsCategory({ amount, category, tenancyId }: Placed): boolean {
  return amount > 0 || !isOnlyIncome(category) || (category === 'rent' && tenancyId !== null);
}
export const WRONG_CATEGORY = { path: ['category'], error: 'This is a category of income' };

const { propertyId, tenancyId } = TransactionInput.shape;

export const SplitPart = z
  .object({
    id: z.uuid().optional().describe('Of a part that is kept; of the first the one that the transaction had'),
    amount: z
      .number({ error: NO_AMOUNT })
      .int('Pence are whole numbers')
      .refine((pence) => pence !== 0 && Math.abs(pence) <= MAX_PENCE, NO_AMOUNT)
      .describe('Pence: above zero came in, below zero was paid or kept back'),
    category: z.enum(PART_CATEGORIES, { error: 'Please choose a category' }),
    description: line({ min: 1, max: 200, message: 'Description is required' }).describe(
      'Of the first part it stays as it was',
    ),
    date: TransactionInput.shape.date.optional().describe('The day of the whole, unless told'),
    propertyId,
    tenancyId,
  })
  .refine(fitsItsCategory, WRONG_CATEGORY);
export type SplitPart = z.infer<typeof SplitPart>;

/** One part alone puts the transaction together again. */
export const SplitInput = z
  .object({
    rows: z
      .array(z.object({ id: z.uuid(), version: z.number().int().min(1) }))
      .min(1)
      .max(MAX_PARTS)
      .describe('The transaction, or all the parts that it has now'),
    parts: z.array(SplitPart).min(1).max(MAX_PARTS, `At most ${MAX_PARTS} parts`),
  })
  .meta({ id: 'SplitInput' });
export type SplitInput = z.infer<typeof SplitInput>;

export const Split = z
  .object({
    amount: z.number().int().describe('Pence: what was paid, and what the parts come to'),
    parts: z.array(Transaction).describe('The first keeps what a bank knows the transaction by'),
  })
  .meta({ id: 'Split' });
export type Split = z.infer<typeof Split>;

export const SplitOutcome = Split.extend({
  batch: z.uuid().describe('To undo it with within ten minutes'),
}).meta({ id: 'SplitOutcome' });
export type SplitOutcome = z.infer<typeof SplitOutcome>;
