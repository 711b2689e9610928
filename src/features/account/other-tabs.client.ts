/** What this tab does when somebody signs in or out in another tab of the same browser. */
import { forgetDrafts } from '../../web/forms/drafts.client.ts';
import { leaveForUrl } from '../../web/forms/leave.client.ts';
import { answerSignIn } from '../../web/forms/sign-in-again.client.ts';
import { landlord, readSessionAgain } from '../../web/http/session.client.ts';
import { onNews } from './broadcast.client.ts';

/** Once, when the app starts. */
export function followOtherTabs(): void {
  onNews((news) => {
    const known = landlord();
    if (news.what === 'signed-in') void someoneSignedIn(known?.id, news.userId);
    else if (known) {
      forgetDrafts();
      leaveForUrl('/login');
    }
  });
  // Brought back by the browser as it was left, a page would show rows of somebody who may have signed out since.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
}

async function someoneSignedIn(known: string | undefined, userId: string): Promise<void> {
  if (known && known !== userId) return leaveForUrl('/dashboard'); // this page shows rows that are not theirs
  await readSessionAgain();
  answerSignIn(true);
}
