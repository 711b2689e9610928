/** Separate from the schema, so that the bundle stays small. */
import { formatInstantAsDay } from '../../shared/dates.ts';
import type { Standing } from './standing.ts';

type StandingFacts = Pick<Standing, 'state' | 'paidUntil' | 'endsAt' | 'owedSince' | 'accessEnds'>;

/** Returns why a subscription has ended; null if there was none. */
export function endedWords({ state, paidUntil, endsAt, owedSince }: StandingFacts): string | null {
  if (state === 'past_due')
    return `A payment failed${on(owedSince ?? paidUntil)} and was not paid within 14 days. Pay it to continue.`;
  if (state === 'paused') return 'Your plan is paused. Resume it to continue.';
  if (state === 'ended') return `Your plan ended${on(endsAt)}. Choose a subscription plan to continue.`;
  if (state === 'active')
    return endsAt
      ? `Your plan ended${on(endsAt)}. Choose a subscription plan to continue.`
      : `Your plan was paid until ${day(paidUntil)}. We have no record of a later payment. Check your plan.`;
  return null;
}

/** Returns the sentence for a plan with a failed payment, otherwise null. */
export function owedWords({ state, accessEnds }: StandingFacts): string | null {
  if (state !== 'past_due' || !accessEnds) return null;
  return `Your last payment failed. Pay by ${day(accessEnds)} to keep your access.`;
}

const day = (instant: string | null) => (instant ? formatInstantAsDay(instant) : '');
const on = (instant: string | null) => (instant ? ` on ${formatInstantAsDay(instant)}` : '');
