import type { CurrentUser } from '../../features/account/account.ts';
import { type NoticeName, noticeNamed } from '../../features/account/notices.ts';
import { isOver } from '../../features/billing/trial.ts';
import { isRefusal } from '../../shared/app-error.ts';
import { navigateAway, navigateToPrices } from '../../web/forms/leave.client.ts';
import { storeNoticeForNextPage } from '../../web/forms/notice.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { landlord, sessionQuery } from '../../web/http/session.client.ts';
import type { Navigation } from '../../web/records/routes.client.ts';
import { writeSearch } from './addresses.ts';

/** Requires a session, or redirects to /login with the return path. Throws AppError if the session cannot be read. */
export async function signedIn(navigation: Navigation): Promise<void> {
  await personAt(navigation);
}

/** Also requires a trial or a plan, or redirects to the prices. `signedOut` names the message at /login. */
export async function subscribed(navigation: Navigation, signedOut?: string): Promise<void> {
  const user = await personAt(navigation, noticeNamed(signedOut));
  if (!user || !isOver(user) || navigation.cause === 'preload') return;
  navigateToPrices();
  await pageIsGone();
}

async function personAt({ cause, location }: Navigation, signedOut?: NoticeName): Promise<CurrentUser | null> {
  // Only the query changed, so access was already checked, unless this is a retry after a failure.
  if (cause === 'stay' && landlord()) return null;
  const user = await session();
  if (user || cause === 'preload') return user;
  if (signedOut) storeNoticeForNextPage(signedOut);
  navigateAway(`/login${writeSearch({ next: location.href })}`, { replacing: true });
  return pageIsGone();
}

/** Never resolves, as the page is about to be left. */
function pageIsGone(): Promise<never> {
  return new Promise(() => {});
}

/** If the person's access to the session's account has ended, loads /accounts and returns true. */
export function leaveEndedAccount(error: unknown): boolean {
  const ended = isRefusal(error, 'no_account');
  if (ended) navigateAway('/accounts', { replacing: true });
  return ended;
}

/** Returns the session, or the cached session after a failed request, so that an outage does not end the session. */
async function session(): Promise<CurrentUser | null> {
  try {
    return await queryClient.fetchQuery(sessionQuery);
  } catch (error) {
    if (leaveEndedAccount(error)) return pageIsGone();
    const known = landlord();
    if (known) return known;
    throw error;
  }
}
