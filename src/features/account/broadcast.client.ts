/** What the tabs of one browser tell each other about their shared sign-in. */
import { z } from 'zod';

const News = z.discriminatedUnion('what', [
  z.object({ what: z.literal('signed-in'), userId: z.string() }),
  z.object({ what: z.literal('signed-out') }),
]);
type News = z.infer<typeof News>;

const channel = new BroadcastChannel('tenure.account');

export const tellOtherTabs: (news: News) => void = channel.postMessage.bind(channel);

/** `hear` is called with what the other tabs tell, until the page is left. */
export function onNews(hear: (news: News) => void): void {
  channel.addEventListener('message', ({ data }) => {
    const news = News.safeParse(data);
    if (news.success) hear(news.data);
  });
}
