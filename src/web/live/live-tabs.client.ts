/** The tabs of one browser share one stream of events: one of them reads it and tells the others. */
import { z } from 'zod';
import { LiveChange, RELOADS } from '../../shared/live-change.ts';
import { heartbeatTimeout } from './heartbeat-timeout.client.ts';
import { readWithReconnect } from './live-reading.client.ts';
import { asTabLeader, whileShown } from './tab-leader.client.ts';

/** What the reading tab tells. 'alive': it is still there, whether it reaches the server or not. */
const News = z.discriminatedUnion('what', [
  z.object({ what: z.literal('change'), change: LiveChange }),
  z.object({ what: z.literal('alive') }),
  z.object({ what: z.literal('ended') }),
]);
type News = z.infer<typeof News>;

type Part = {
  landlord: string;
  /** Called in every tab; with the reloads, whenever something may have been missed. */
  hear: (change: LiveChange) => void;
  /** Called in every tab when the session seems to be over. */
  ended: () => void;
};

/** Takes part until the answer is called. Lock and channel are named for the landlord: nothing crosses to another's tabs. */
export function takePart({ landlord, hear, ended }: Part): () => void {
  const name = `tenure.live.${landlord}`;
  const leaving = new AbortController();
  const { signal } = leaving;

  const take = (news: News) => {
    if (news.what === 'change') hear(news.change);
    else if (news.what === 'ended') ended();
  };
  const readFor = (tell: (news: News) => void) => (until: AbortSignal) =>
    readWithReconnect({
      landlord,
      signal: until,
      hear(heard) {
        if (until.aborted) return;
        if (heard.what === 'hello') for (const change of RELOADS) tell({ what: 'change', change });
        else tell(heard.what === 'change' || heard.what === 'ended' ? heard : { what: 'alive' });
      },
    });

  if (!('locks' in navigator)) {
    whileShown({ signal, work: readFor(take) });
    return () => leaving.abort();
  }

  const channel = new BroadcastChannel(name);
  const post: (news: News) => void = channel.postMessage.bind(channel);
  const tellAll = (news: News) => {
    take(news);
    if (!signal.aborted) post(news);
  };
  const { takeOver } = asTabLeader({ name, signal, work: readFor(tellAll) });
  const silence = heartbeatTimeout(takeOver);
  channel.addEventListener('message', ({ data }) => {
    silence.heard();
    const news = News.safeParse(data);
    if (news.success) take(news.data);
  });
  return () => {
    leaving.abort();
    silence.stop();
    channel.close();
  };
}
