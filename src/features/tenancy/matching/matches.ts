/** Rent found among bank rows: what is proposed to a landlord, and what they say to it. */
import { z } from 'zod';

export const RentMatch = z
  .object({
    row: z.object({
      id: z.uuid().describe('Of the transaction'),
      version: z.number().int(),
      date: z.string(),
      amount: z.number().int().describe('Pence'),
      text: z.string(),
      account: z.string().nullable(),
    }),
    proposals: z
      .array(
        z.object({
          tenancyId: z.uuid(),
          names: z.string(),
          propertyName: z.string().nullable(),
          certain: z.boolean(),
          reasons: z.array(z.string()),
        }),
      )
      .describe('The likeliest first'),
  })
  .meta({ id: 'RentMatch' });
export type RentMatch = z.infer<typeof RentMatch>;

export const RentMatches = z.object({ items: z.array(RentMatch) }).meta({ id: 'RentMatches' });

export const MatchAcceptance = z
  .object({
    rows: z
      .array(z.object({ id: z.uuid(), version: z.number().int().min(1), tenancyId: z.uuid() }))
      .min(1)
      .max(500),
  })
  .meta({ id: 'MatchAcceptance' });
export type MatchAcceptance = z.infer<typeof MatchAcceptance>;

export const MatchOutcome = z
  .object({
    done: z.number().int(),
    left: z.number().int().describe('Changed since, or gone'),
    batch: z.uuid().nullable().describe('To undo it with within ten minutes'),
  })
  .meta({ id: 'MatchOutcome' });
export type MatchOutcome = z.infer<typeof MatchOutcome>;

export const MatchDismissal = z.object({ id: z.uuid(), tenancyId: z.uuid() }).meta({ id: 'MatchDismissal' });
