/** Calculated by the SQL function `app.standing`. */
import { z } from 'zod';

export const Standing = z
  .object({
    status: z.enum(['trialing', 'expired', 'active']),
    plan: z.string().nullable().describe('The plan’s id; null if none was bought'),
    state: z
      .enum(['unpaid_yet', 'active', 'past_due', 'paused', 'ended'])
      .nullable()
      .describe('State of the latest subscription at the payment provider'),
    paidUntil: z.iso.datetime().nullable().describe('End of the paid or free period'),
    endsAt: z.iso.datetime().nullable().describe('End date of a cancelled plan'),
    owedSince: z.iso.datetime().nullable().describe('Date of a failed payment'),
    accessEnds: z.iso.datetime().nullable().describe('End of full access without a further payment'),
    seatsDue: z.iso
      .date()
      .nullable()
      .describe('For owners: the day on which members without a seat are paused, in London; null if all have one'),
    card: z
      .object({ brand: z.string(), last4: z.string() })
      .nullable()
      .describe('Brand and last 4 digits of the card on file'),
    managed: z.boolean().describe('Whether there is a billing portal'),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof Standing>;
