/** How a landlord stands, as every screen knows it: on trial, on a plan, or neither, and why. PostgreSQL works it out (`app.standing`). */
import { z } from 'zod';
import { formatInstantAsDay } from '../../shared/dates.ts';

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
    managed: z.boolean().describe('Has a billing portal'),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof Standing>;

type Told = Pick<Standing, 'state' | 'paidUntil' | 'endsAt' | 'owedSince' | 'accessEnds'>;

/** Why a subscription opens nothing any more; null where there was none. */
export function endedWords({ state, paidUntil, endsAt, owedSince }: Told): string | null {
  if (state === 'past_due')
    return `A payment failed${on(owedSince ?? paidUntil)} and was not made within 14 days. Please pay it to continue.`;
  if (state === 'paused') return 'Your plan is paused. Please resume it to continue.';
  if (state === 'ended') return `Your plan ended${on(endsAt)}. Please choose a subscription plan to continue.`;
  if (state === 'active')
    return endsAt
      ? `Your plan ended${on(endsAt)}. Please choose a subscription plan to continue.`
      : `Your plan was paid until ${day(paidUntil)}, and of a later payment nothing is known. Please look at your plan.`;
  return null;
}

/** What a landlord whose plan still opens everything has to do to keep it; null where nothing. */
export function owedWords({ state, accessEnds }: Told): string | null {
  if (state !== 'past_due' || !accessEnds) return null;
  return `Your last payment failed. Please pay by ${day(accessEnds)} to keep your access.`;
}

const day = (instant: string | null) => (instant ? formatInstantAsDay(instant) : '');
const on = (instant: string | null) => (instant ? ` on ${formatInstantAsDay(instant)}` : '');
