/** One stream of events from the server: opened, and read until it ends, breaks, or says nothing any more. */
import { z } from 'zod';
import { LiveChange } from '../../shared/live-change.ts';
import { api, reached } from '../http/api.client.ts';
import { eventReader } from './event-frames.ts';
import { heartbeatTimeout } from './heartbeat-timeout.client.ts';

/** 'hello': nothing is missed from here on. 'ended': the session is over, or is another landlord's now. */
export type Heard = { what: 'hello' } | { what: 'beat' } | { what: 'ended' } | { what: 'change'; change: LiveChange };

type Plan = {
  /** Whose page this is. */
  landlord: string;
  signal: AbortSignal;
  hear: (heard: Heard) => void;
};

const Hello = z.object({ landlord: z.uuid() });

/** Comes back when the server has ended it. Rejects with AppError where it was refused, and with whatever broke it. */
export async function readEvents({ landlord, signal, hear }: Plan): Promise<void> {
  const reading = new AbortController();
  const giveUp = () => reading.abort();
  signal.addEventListener('abort', giveUp);
  const silence = heartbeatTimeout(giveUp);
  try {
    const { body } = await reached(api.events.$get({}, { init: { signal: reading.signal } }));
    if (!body) return;
    const eventsOf = eventReader();
    const pieces = body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await pieces.read();
      if (done) return;
      silence.heard();
      for (const { event, data } of eventsOf(value)) {
        if (event === 'hello') {
          // The cookie may have become another's since this page was opened: what they change is nothing for us.
          if (Hello.parse(JSON.parse(data)).landlord !== landlord) return hear({ what: 'ended' });
          hear({ what: 'hello' });
        } else if (event === 'change') hear({ what: 'change', change: LiveChange.parse(JSON.parse(data)) });
        else if (event === 'end') hear({ what: 'ended' });
        else hear({ what: 'beat' });
      }
    }
  } finally {
    signal.removeEventListener('abort', giveUp);
    silence.stop();
    reading.abort();
  }
}
