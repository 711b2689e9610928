/** How a landlord stands, as every screen knows it: on trial, on a plan, or neither, and why. PostgreSQL works it out (`app.standing`). */
import { z } from 'zod';

/** Instants are ISO 8601. */
export const Standing = z
  .object({
    status: z.enum(['trialing', 'expired', 'active']),
    plan: z.string().nullable().describe('The id of a plan; null where none was bought'),
    state: z
      .enum(['unpaid_yet', 'active', 'past_due', 'paused', 'ended'])
      .nullable()
      .describe('What the payment provider says of the last subscription'),
    paidUntil: z.iso.datetime().nullable().describe('Paid or free until then'),
    endsAt: z.iso.datetime().nullable().describe('Cancelled: ends or ended then'),
    owedSince: z.iso.datetime().nullable().describe('A payment failed then'),
    accessEnds: z.iso.datetime().nullable().describe('With nothing further paid, the plan opens everything until then'),
    card: z
      .object({ brand: z.string(), last4: z.string() })
      .nullable()
      .describe('The card that the payment provider charges: its brand and last four digits, never more'),
    managed: z.boolean().describe('Has a billing portal'),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof Standing>;
