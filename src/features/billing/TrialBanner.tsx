import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { May, refetchSession } from '../../web/http/session.client.ts';
import type { CurrentUser } from '../account/account.ts';
import { SeePlans, TrialRibbon } from './TrialRibbon.tsx';
import { daysLeft, isOver, type trialBanner, untilNextDay } from './trial.ts';

const HOUR = 60 * 60 * 1000;

type Props = { banner: NonNullable<ReturnType<typeof trialBanner>>; user: CurrentUser };

export function TrialBanner({ banner, user }: Props) {
  return (
    <TrialRibbon {...banner}>
      <May need="owner">
        {banner.tone === 'amber' || user.subscription.state ? (
          <Link to="/dashboard/plans" className="whitespace-nowrap text-inherit">
            <SeePlans />
          </Link>
        ) : (
          <a href="/trial-expired" className="whitespace-nowrap text-inherit">
            See what happens now
          </a>
        )}
      </May>
    </TrialRibbon>
  );
}

/**
 * Returns the server's time in milliseconds, updated when the banner's text changes. `readAt` is when the server
 * responded, by this browser's clock. Refetches the session at the end of the trial, which only the server can confirm.
 */
export function useServerNow(user: CurrentUser, readAt: number): number {
  const [here, setHere] = useState(Date.now);
  const now = Date.parse(user.now) + Math.max(0, here - readAt);
  useEffect(() => {
    const wait = untilNextDay(user, now);
    if (wait === null) return undefined;
    // At least once an hour, since sleeping computers pause timers.
    const timer = setTimeout(() => setHere(Date.now()), Math.min(wait, HOUR));
    return () => clearTimeout(timer);
  }, [user, now]);
  const reached = user.trialEndDate !== null && daysLeft(Date.parse(user.trialEndDate), now) === 0 && !isOver(user);
  useEffect(() => {
    if (reached) void refetchSession();
  }, [reached]);
  return now;
}
