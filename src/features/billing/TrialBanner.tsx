/** The strip under the bar: amber while the trial runs or a payment is owed, red once the trial or the plan is over. */
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readSessionAgain, useSession } from '../../web/http/session.client.ts';
import type { CurrentUser } from '../account/account.ts';
import { SEE_PLANS, TrialStrip } from './TrialStrip.tsx';
import { daysLeft, isOver, trialBanner, untilNextDay } from './trial.ts';

const HOUR = 60 * 60 * 1000;

export function TrialBanner() {
  const { data: user, dataUpdatedAt } = useSession();
  return user ? <Strip user={user} readAt={dataUpdatedAt} /> : null;
}

/** `readAt`: when, by this browser's clock, the server said what `user` holds. */
function Strip({ user, readAt }: { user: CurrentUser; readAt: number }) {
  const banner = trialBanner(user, useServerNow(user, readAt));
  if (!banner) return null;
  return (
    <TrialStrip {...banner}>
      {banner.tone === 'amber' || user.subscription.state ? (
        <Link to="/dashboard/plans" className="text-inherit">
          {SEE_PLANS}
        </Link>
      ) : (
        <a href="/trial-expired" className="text-inherit">
          What happens now
        </a>
      )}
    </TrialStrip>
  );
}

/**
 * The server's clock in milliseconds, as of the last change of the words: what it said, and what has passed here since.
 * Once the end is reached by it the server is asked, for only the server says that a trial is over.
 */
function useServerNow(user: CurrentUser, readAt: number): number {
  const [here, setHere] = useState(Date.now);
  const now = Date.parse(user.now) + Math.max(0, here - readAt);
  useEffect(() => {
    const wait = untilNextDay(user, now);
    if (wait === null) return undefined;
    // Looked at every hour at least: a machine that sleeps stops its timers.
    const timer = setTimeout(() => setHere(Date.now()), Math.min(wait, HOUR));
    return () => clearTimeout(timer);
  }, [user, now]);
  const reached = user.trialEndDate !== null && daysLeft(Date.parse(user.trialEndDate), now) === 0 && !isOver(user);
  useEffect(() => {
    if (reached) void readSessionAgain();
  }, [reached]);
  return now;
}
