import { z } from 'zod';
import { Transaction } from '../../features/transaction/transaction.ts';
import { isPlainText } from '../../shared/text.ts';
import { SEARCHED, type Searched } from '../nouns.search.ts';

/** Maximum shown for each noun. One more is returned, to show that there are more. */
export const SHOWN = 4;
export const FOUND = SHOWN + 1;
export const SHOWN_TRANSACTIONS = 3;
/** Maximum count of transactions, as counting half a million takes longer than finding the newest. */
export const COUNTED = 50;

export const SearchQuery = z.object({
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isPlainText)
    .describe('Case-insensitive text to find in each list; for transactions also an amount or a date'),
});

type Found = { [Noun in Searched]: z.ZodArray<(typeof SEARCHED)[Noun]['found']> };
const found = Object.fromEntries(
  Object.entries(SEARCHED).map(([noun, part]) => [noun, z.array(part.found as z.ZodType).max(FOUND)]),
) as unknown as Found;

export const SearchAnswer = z
  .object({
    ...found,
    transactions: z.object({
      items: z.array(Transaction).max(SHOWN_TRANSACTIONS).describe('Newest first'),
      count: z.number().int().max(COUNTED).describe(`Number of matches, up to ${COUNTED}`),
      more: z.boolean().describe('Whether there are more'),
    }),
  })
  .meta({ id: 'SearchAnswer' });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
