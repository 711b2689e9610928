import { isRefusal } from '../../shared/app-error.ts';
import { clearDrafts } from '../../web/forms/drafts.client.ts';
import { navigateAway } from '../../web/forms/leave.client.ts';
import { type AccountMessage, accountChannel } from '../../web/forms/plain-page.client.ts';
import { resolveSignIn } from '../../web/forms/sign-in-again.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { landlord, refetchSession, sessionQuery } from '../../web/http/session.client.ts';

/** Follows sign-ins and sign-outs in other tabs of this browser. Called once, when the app starts. */
export function followOtherTabs(): void {
  accountChannel.addEventListener('message', ({ data }: MessageEvent<AccountMessage>) => {
    if (data.what === 'signed-in') void handleSignInElsewhere();
    else if (landlord()) {
      clearDrafts();
      navigateAway('/login');
    }
  });
  // A page restored from the back/forward cache could show records of someone who has since signed out.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
}

async function handleSignInElsewhere(): Promise<void> {
  const known = landlord();
  // A page that is starting reads the session itself; this must not cancel that request.
  if (!known) return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
  await refetchSession();
  const now = await queryClient
    .fetchQuery(sessionQuery)
    .catch((error: unknown) => (isRefusal(error, 'account_switched') ? known : null));
  // Requests that wait for a sign-in continue only for the same person.
  if (now?.id === known.id) resolveSignIn(true);
}
