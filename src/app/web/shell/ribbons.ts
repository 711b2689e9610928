/** The ribbons below the top bar. A session cookie stores which are closed, so that the document omits them too. */
import type { CurrentUser } from '../../../features/account/account.ts';
import { daysLeft, trialBanner } from '../../../features/billing/trial.ts';
import { showsTrial } from '../addresses.ts';

const CLOSABLE = ['trial'] as const;
type Closable = (typeof CLOSABLE)[number];

export const RIBBON_COOKIE = 'tenure.closed';

export function ribbonCookie(closed: readonly Closable[]): string {
  return `${RIBBON_COOKIE}=${closed.join('.')}; Path=/dashboard; SameSite=Lax`;
}

/** Parses the cookie's value. Ignores unknown names, as the cookie is untrusted input. */
export function closedIn(value: string | undefined): Closable[] {
  const names = value?.split('.') ?? [];
  return CLOSABLE.filter((name) => names.includes(name));
}

type Options = { path: string; now: number; closed: readonly Closable[] };

/** Only the trial's countdown can be closed. Its last day and end, a due payment and missing seats stay visible. */
export function ribbonsOf(user: CurrentUser, { path, now, closed }: Options) {
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
