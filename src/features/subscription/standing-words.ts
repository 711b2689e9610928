/** How a landlord stands, in words. Every screen says them, so no schema comes along. */
import { formatInstantAsDay } from '../../shared/dates.ts';
import type { Standing } from './standing.ts';

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
