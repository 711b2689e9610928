/** The free trial as screens show it. Whether it is over is the server's to say: screens count on from its clock. */
import type { Standing } from '../subscription/standing.ts';
import { endedWords, owedWords } from '../subscription/standing-words.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Of the signed-in person; instants are ISO 8601, `now` is the server's clock when it answered. */
type Trial = {
  trialEndDate: string | null;
  subscription: Pick<Standing, 'status'> & Partial<Standing>;
  now: string;
};

/** Said as a toast, on the banner and where a save is refused. */
export const TRIAL_EXPIRED = 'Your trial has expired. Please choose a subscription plan to continue.';

/** The screens that stay open without a trial or a plan, and the download of everything. */
export const STILL_OPEN = [
  { name: 'Finance', link: { href: '/dashboard/finance' } },
  { name: 'Profile', link: { href: '/dashboard/profile' } },
  { name: 'Settings', link: { href: '/dashboard/settings' } },
  { name: 'Download my data', link: { href: '/api/my-data', download: true } },
] as const;

/** Whole days from `now` to the end, rounded up, never below 0. Both in milliseconds of the epoch. */
export function daysLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / DAY));
}

/** Whether the server's answer means that guarded screens are closed: no plan, and the trial ran out or never had an end. */
export function isOver({ trialEndDate, subscription, now }: Trial): boolean {
  if (subscription.status !== 'trialing') return subscription.status === 'expired';
  return trialEndDate === null || Date.parse(trialEndDate) <= Date.parse(now);
}

/** The banner's words at `now` (milliseconds, the server's clock), and whether it warns or bars; null with a plan that is paid. */
export function trialBanner(trial: Trial, now: number): { tone: 'amber' | 'red'; words: string } | null {
  const told = { state: null, paidUntil: null, endsAt: null, owedSince: null, accessEnds: null, ...trial.subscription };
  const owed = owedWords(told);
  if (told.status === 'active') return owed ? { tone: 'amber', words: owed } : null;
  if (isOver(trial) || trial.trialEndDate === null) return { tone: 'red', words: endedWords(told) ?? TRIAL_EXPIRED };
  const days = daysLeft(Date.parse(trial.trialEndDate), now);
  if (days === 0) return { tone: 'amber', words: 'Your free trial ends today!' };
  return { tone: 'amber', words: `Your free trial ends in ${days} ${days === 1 ? 'day' : 'days'}.` };
}

/** Milliseconds from `now` until the banner's words change next; null when they will not. */
export function untilNextDay(trial: Trial, now: number): number | null {
  if (trial.trialEndDate === null || trial.subscription.status !== 'trialing') return null;
  const end = Date.parse(trial.trialEndDate);
  const days = daysLeft(end, now);
  return days === 0 ? null : end - (days - 1) * DAY - now;
}
