/** What the app does when somebody signs in or out in another tab of this browser. */
import { forgetDrafts } from '../../web/forms/drafts.client.ts';
import { leaveForUrl } from '../../web/forms/leave.client.ts';
import { type AccountNews, accountChannel } from '../../web/forms/plain-page.client.ts';
import { answerSignIn } from '../../web/forms/sign-in-again.client.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { landlord, readSessionAgain, sessionQuery } from '../../web/http/session.client.ts';

/** Once, when the app starts. */
export function followOtherTabs(): void {
  accountChannel.addEventListener('message', ({ data }: MessageEvent<AccountNews>) => {
    if (data.what === 'signed-in') void someoneSignedIn();
    else if (landlord()) {
      forgetDrafts();
      leaveForUrl('/login');
    }
  });
  // Brought back by the browser as it was left, a page would show rows of somebody who may have signed out since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
}

async function someoneSignedIn(): Promise<void> {
  const known = landlord();
  // A page that is only starting reads the session itself, and is not to be stopped in that.
  if (!known) return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false });
  await readSessionAgain();
  const now = await queryClient.fetchQuery(sessionQuery).catch(() => null);
  // Another person's page is being left: this one shows rows that are not theirs.
  if (now?.id === known.id) answerSignIn(true);
}
