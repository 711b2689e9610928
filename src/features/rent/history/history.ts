import { z } from 'zod';
import { LedgerStart } from '../../tenancy/ledger-start.ts';

const Gap = z.object({
  tenancyId: z.uuid(),
  names: z.string(),
  propertyName: z.string().nullable(),
  begins: z.string().describe('First day of the ledger'),
  reaches: z.string().describe('Date of the oldest earlier bank row'),
  from: z.string().describe('Due date of the rent paid by that row'),
  hasOpening: z.boolean().describe('Whether the new start needs an opening balance'),
});
export type Gap = z.infer<typeof Gap>;
export const LedgerGaps = z.object({ items: z.array(Gap) }).meta({ id: 'LedgerGaps' });
export type LedgerGaps = z.infer<typeof LedgerGaps>;

const MAX_MOVED = 500;

export const LedgerMoves = z
  .object({
    tenancies: z
      .array(z.object({ tenancyId: z.uuid(), from: LedgerStart.shape.from }))
      .min(1)
      .max(MAX_MOVED),
  })
  .meta({ id: 'LedgerMoves' });
export type LedgerMoves = z.infer<typeof LedgerMoves>;

export const LedgersMoved = z.object({ moved: z.number().int() }).meta({ id: 'LedgersMoved' });
