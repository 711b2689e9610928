/** Who may open a screen of the dashboard: asked of the server at each navigation, before the screen is shown. */
import type { CurrentUser } from '../../features/account/account.ts';
import { type NoticeName, noticeNamed } from '../../features/account/notices.ts';
import { isOver } from '../../features/billing/trial.ts';
import { leaveForPrices, leaveForUrl } from '../../web/forms/leave.client.ts';
import { leaveNotice } from '../../web/forms/notice.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { landlord, sessionQuery } from '../../web/http/session.client.ts';
import type { Navigation } from '../../web/records/routes.client.ts';
import { writeSearch } from './addresses.ts';

/** Needs a signed-in person. Leaves for /login, with the way back; throws AppError if the session could not be read. */
export async function signedIn(navigation: Navigation): Promise<void> {
  await personAt(navigation);
}

/**
 * Needs a trial that runs or a plan as well: otherwise the person lands at the prices, with the reason. `signedOut` is said to a
 * visitor on the way to /login, where the page does not speak for itself.
 */
export async function subscribed(navigation: Navigation, signedOut?: string): Promise<void> {
  const user = await personAt(navigation, noticeNamed(signedOut));
  if (!user || !isOver(user) || navigation.cause === 'preload') return;
  leaveForPrices();
  await pageIsGone();
}

async function personAt({ cause, location }: Navigation, signedOut?: NoticeName): Promise<CurrentUser | null> {
  // Only filters changed in the address: allowed already. Unless the screen never came up, and this is a retry.
  if (cause === 'stay' && landlord()) return null;
  const user = await session();
  if (user || cause === 'preload') return user;
  if (signedOut) leaveNotice(signedOut);
  leaveForUrl(`/login${writeSearch({ next: location.href })}`, { replacing: true });
  return pageIsGone();
}

/** The page is being left, so the screen is not shown any more. */
function pageIsGone(): Promise<never> {
  return new Promise(() => {});
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
