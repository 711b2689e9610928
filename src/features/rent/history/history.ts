/** Ledgers with earlier bank rows, and moving them back. */
import { z } from 'zod';
import { LedgerStart } from '../../tenancy/ledger-start.ts';

const Gap = z.object({
  tenancyId: z.uuid(),
  names: z.string(),
  propertyName: z.string().nullable(),
  begins: z.string().describe('The day from which its ledger is kept'),
  reaches: z.string().describe('The day of its oldest bank row from before that'),
  from: z.string().describe('The day on which the rent of that row was due'),
  hasOpening: z.boolean().describe('Whether an opening balance has to be entered for the new day'),
});
export type Gap = z.infer<typeof Gap>;
export const LedgerGaps = z.object({ items: z.array(Gap) }).meta({ id: 'LedgerGaps' });
export type LedgerGaps = z.infer<typeof LedgerGaps>;

/** More tenancies than any landlord's bank account. */
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
