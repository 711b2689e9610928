/** The server decides whether the trial is over; screens use the server's clock. */

import { TRIAL_EXPIRED } from '../../shared/trial-expired.ts';
import type { Standing } from '../subscription/standing.ts';
import { endedWords, owedWords } from '../subscription/standing-words.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Instants are ISO 8601; `now` is the server's time of the response. */
type Trial = {
  trialEndDate: string | null;
  subscription: Pick<Standing, 'status'> & Partial<Standing>;
  now: string;
};

/** Screens that are open without a trial or plan. */
export const STILL_OPEN = [
  { name: 'Finance', link: { href: '/dashboard/finance' } },
  { name: 'Profile', link: { href: '/dashboard/profile' } },
  { name: 'Settings', link: { href: '/dashboard/settings' } },
  { name: 'Download my data', link: { href: '/api/my-data', download: true } },
] as const;

/** Returns whole days, rounded up, at least 0. Arguments are epoch milliseconds. */
export function daysLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / DAY));
}

/** Whether guarded screens are closed: no plan, and the trial has ended or has no end date. */
export function isOver({ trialEndDate, subscription, now }: Trial): boolean {
  if (subscription.status !== 'trialing') return subscription.status === 'expired';
  return trialEndDate === null || Date.parse(trialEndDate) <= Date.parse(now);
}

export const ENDED_FOR_MEMBERS = 'The trial or plan of this account has ended. Ask an owner of the account.';

/**
 * Returns the banner at `now`, the server's time in milliseconds: amber warns, red blocks, null with a paid plan.
 * Members who are not owners cannot choose a plan, so they are not warned.
 */
export function trialBanner(
  trial: Trial & { account: { rights: readonly string[] } },
  now: number,
): { tone: 'amber' | 'red'; words: string } | null {
  if (!trial.account.rights.includes('owner')) return isOver(trial) ? { tone: 'red', words: ENDED_FOR_MEMBERS } : null;
  const standing = {
    state: null,
    paidUntil: null,
    endsAt: null,
    owedSince: null,
    accessEnds: null,
    ...trial.subscription,
  };
  const owed = owedWords(standing);
  if (standing.status === 'active') return owed ? { tone: 'amber', words: owed } : null;
  if (isOver(trial) || trial.trialEndDate === null)
    return { tone: 'red', words: endedWords(standing) ?? TRIAL_EXPIRED };
  const days = daysLeft(Date.parse(trial.trialEndDate), now);
  if (days === 0) return { tone: 'amber', words: 'Your free trial ends today!' };
  return { tone: 'amber', words: `Your free trial ends in ${days} ${days === 1 ? 'day' : 'days'}.` };
}

/** Returns the milliseconds until the banner's text changes; null if it will not change. */
export function untilNextDay(trial: Trial, now: number): number | null {
  if (trial.trialEndDate === null || trial.subscription.status !== 'trialing') return null;
  const end = Date.parse(trial.trialEndDate);
  const days = daysLeft(end, now);
  return days === 0 ? null : end - (days - 1) * DAY - now;
}
