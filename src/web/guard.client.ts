/** Who may open a screen of the dashboard: asked of the server at each navigation, before the screen is shown. */
import { redirect } from '@tanstack/react-router';
import type { CurrentUser } from '../features/account/account.ts';
import { landlord, sessionQuery } from '../features/account/queries.client.ts';
import { isOver } from '../features/billing/trial.ts';
import { leaveNotice } from '../features/landing/notice.ts';
import { leaveFor } from './leave.client.ts';
import { queryClient } from './query.client.ts';

type Navigation = { cause: 'enter' | 'stay' | 'preload'; location: { href: string } };

/** Needs a signed-in person. Redirects to /login, with the way back; throws AppError if the session could not be read. */
export async function signedIn({ cause, location }: Navigation): Promise<void> {
  await personAt({ cause, location });
}

/** Needs a trial that runs or a plan as well: otherwise the person lands at the prices, with the reason. */
export async function subscribed({ cause, location }: Navigation): Promise<void> {
  const user = await personAt({ cause, location });
  if (!user || !isOver(user) || cause === 'preload') return;
  toPrices();
  await new Promise(() => {}); // the page is being left, so the screen is not shown any more
}

/** Leaves for the prices, where the landing page says why. */
export function toPrices(): void {
  leaveFor(leaveNotice('trial-expired', () => window.sessionStorage));
}

async function personAt({ cause, location }: Navigation): Promise<CurrentUser | null> {
  // Filters changed in the address: the same screen, nothing to decide anew.
  if (cause === 'stay') return null;
  const user = await session();
  if (!user) redirect({ to: '/login', search: { next: location.href }, throw: true });
  return user;
}

/** On a failure the person is who they were: never signed out, never expired, because a request failed. */
async function session(): Promise<CurrentUser | null> {
  try {
    return await queryClient.fetchQuery(sessionQuery);
  } catch (error) {
    const known = landlord();
    if (known) return known;
    throw error;
  }
}
