/** The ribbons under the bar. A session cookie stores closed ones, so that the document omits them too. */
import type { CurrentUser } from '../../../features/account/account.ts';
import { daysLeft, trialBanner } from '../../../features/billing/trial.ts';
import { showsTrial } from '../addresses.ts';

const CLOSABLE = ['trial'] as const;
type Closable = (typeof CLOSABLE)[number];

export const RIBBON_COOKIE = 'tenure.closed';

export function ribbonCookie(closed: readonly Closable[]): string {
  return `${RIBBON_COOKIE}=${closed.join('.')}; Path=/dashboard; SameSite=Lax`;
}

/** Ignores unknown names: the cookie is untrusted input. */
export function closedIn(value: string | undefined): Closable[] {
  const names = value?.split('.') ?? [];
  return CLOSABLE.filter((name) => names.includes(name));
}

type At = { path: string; now: number; closed: readonly Closable[] };

/** Only the trial's countdown can be closed: its last day, a payment due, the end and missing seats stay on screen. */
export function ribbonsOf(user: CurrentUser, { path, now, closed }: At) {
  const { sample } = user;
  const banner = showsTrial(path) && !sample ? trialBanner(user, now) : null;
  const { trialEndDate, subscription } = user;
  const countdown =
    banner?.tone === 'amber' &&
    subscription.status === 'trialing' &&
    trialEndDate !== null &&
    daysLeft(Date.parse(trialEndDate), now) > 0;
  const trial = countdown && closed.includes('trial') ? null : banner;
  const closable: Closable[] = trial && countdown ? ['trial'] : [];
  return { trial, sample, seats: user.subscription.seatsDue, closable };
}
