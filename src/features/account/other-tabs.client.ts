/** Tabs of one browser tell each other when somebody signs in or out. */

import { z } from 'zod';
import { forgetDrafts } from '../../web/forms/drafts.client.ts';
import { leaveForUrl } from '../../web/forms/leave.client.ts';
import { answerSignIn } from '../../web/forms/sign-in-again.client.ts';
import { landlord, readSessionAgain } from '../../web/http/session.client.ts';

const News = z.discriminatedUnion('what', [
  z.object({ what: z.literal('signed-in'), userId: z.string() }),
  z.object({ what: z.literal('signed-out') }),
]);
type News = z.infer<typeof News>;

const channel = new BroadcastChannel('tenure.account');

export const tellOtherTabs: (news: News) => void = channel.postMessage.bind(channel);

/** Once, when the app starts. */
export function followOtherTabs(): void {
  channel.addEventListener('message', ({ data }) => {
    const { data: news } = News.safeParse(data);
    if (!news) return;
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
