/** Rent found among bank rows: what is proposed to a landlord, and what they say to it. */
import { z } from 'zod';
import { MAX_PARTS } from '../transaction/split/split.ts';

const Part = z.object({
  tenancyId: z.uuid(),
  amount: z.number().int().min(1).describe('Pence of rent'),
  fee: z.number().int().min(0).describe('Pence of it that the agent kept'),
});

const Proposal = z.object({
  kind: z
    .enum(['rent', 'agent', 'split', 'same-payment'])
    .describe('Rent; rent less an agent’s fee; rent of several; a payment that was recorded by hand already'),
  certain: z.boolean(),
  reasons: z.array(z.string()),
  paymentId: z.uuid().nullable().describe('Of a same-payment, what was recorded by hand'),
  parts: z.array(Part.extend({ names: z.string(), propertyName: z.string().nullable() })).min(1),
});

const Row = z.object({
  id: z.uuid().describe('Of the transaction'),
  version: z.number().int(),
  date: z.string(),
  amount: z.number().int().describe('Pence'),
  text: z.string(),
  account: z.string().nullable(),
});

export const RentMatch = z
  .object({
    row: Row,
    proposals: z.array(Proposal).describe('The likeliest first'),
  })
  .meta({ id: 'RentMatch' });
export type RentMatch = z.infer<typeof RentMatch>;

export const RentMatches = z
  .object({
    items: z.array(RentMatch).describe('What is certain first, then the latest'),
    more: z.number().int().describe('How many there are beside these'),
    unmatched: z.array(Row).describe('Money in that is proposed to no tenancy: the latest first'),
    unmatchedMore: z.number().int().describe('How many of it there are beside these'),
  })
  .meta({ id: 'RentMatches' });
export type RentMatches = z.infer<typeof RentMatches>;

export const MAX_SHOWN = 500;
export const MAX_UNMATCHED = 50;
/** Rows that are accepted in one transaction, so that progress can be shown. */
export const ACCEPTED_AT_ONCE = 50;
/** Tenancies that one row pays for: each is a part, and its fee another. */
export const MAX_TOGETHER = MAX_PARTS / 2;

export const MatchAcceptance = z
  .object({
    rows: z
      .array(
        z.object({
          id: z.uuid(),
          version: z.number().int().min(1),
          paymentId: z.uuid().nullable().default(null),
          parts: z.array(Part).min(1).max(MAX_TOGETHER),
        }),
      )
      .min(1)
      .max(MAX_SHOWN),
  })
  .meta({ id: 'MatchAcceptance' });
export type MatchAcceptance = z.infer<typeof MatchAcceptance>;

export const MatchOutcome = z
  .object({
    done: z.number().int(),
    left: z.number().int().describe('Changed since, or gone'),
    batch: z.uuid().nullable().describe('To undo it with within ten minutes'),
    same: z.array(z.uuid()).describe('Same payments that became one, each to be undone by itself'),
  })
  .meta({ id: 'MatchOutcome' });
export type MatchOutcome = z.infer<typeof MatchOutcome>;

export const MatchDismissal = z
  .object({
    id: z.uuid().describe('Of the transaction'),
    tenancyIds: z.array(z.uuid()).min(1).max(MAX_TOGETHER),
    dismissed: z.boolean().default(true).describe('Whether it is not their rent; false proposes it again'),
  })
  .meta({ id: 'MatchDismissal' });
export type MatchDismissal = z.infer<typeof MatchDismissal>;
