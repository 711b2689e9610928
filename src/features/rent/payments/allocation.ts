import { z } from 'zod';
import { pence, positivePence } from '../../../shared/schemas.ts';
import { ENTRY_LABELS, type LedgerKind } from '../ledger/ledger.ts';

export const Choices = z
  .array(z.object({ entryId: z.uuid(), amount: positivePence().describe('Pence') }))
  .max(200)
  .refine((parts) => new Set(parts.map(({ entryId }) => entryId)).size === parts.length, {
    error: 'Choose each charge once',
  });
export type Choices = z.infer<typeof Choices>;

export const AllocationInput = z
  .object({ goesTo: Choices.describe('Chosen charges; the rest pays the oldest charge first') })
  .meta({ id: 'AllocationInput' });

export const Allocation = z
  .object({
    amount: pence.describe('Pence of the payment, less returns'),
    chosen: z.boolean().describe('Whether the landlord chose the charges'),
    charges: z
      .array(
        z.object({
          entryId: z.uuid(),
          kind: z.enum(Object.keys(ENTRY_LABELS) as [LedgerKind, ...LedgerKind[]]),
          date: z.string().describe('YYYY-MM-DD: when it was due'),
          note: z.string(),
          amount: pence.describe('Pence'),
          free: pence.describe('Pence not chosen for another payment'),
          pays: pence.describe('Pence paid by this payment'),
        }),
      )
      .describe('Those that are open, that it pays, or that were due within two months of it; the oldest first'),
  })
  .meta({ id: 'Allocation' });
export type Allocation = z.infer<typeof Allocation>;

export const TOO_MUCH = 'The amounts add up to more than the payment';
