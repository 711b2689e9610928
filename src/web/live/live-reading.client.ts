/** Reading events for as long as it is asked for: a stream that ends or breaks is opened anew, after a wait that grows. */
import { isRefusal } from '../../shared/app-error.ts';
import { type Heard, readEvents } from './live-stream.client.ts';
import { pause } from './pause.client.ts';

/** Milliseconds. */
const FIRST_WAIT = 1_000;
const MAX_WAIT = 30_000;

type Plan = { landlord: string; signal: AbortSignal; hear: (heard: Heard | { what: 'trying' }) => void };

/** Comes back when `signal` is aborted. A stream that is lost or refused is not spoken of: the screens stay usable without. */
export async function readWithReconnect({ landlord, signal, hear }: Plan): Promise<void> {
  let wait = FIRST_WAIT;
  const hearAndHope = (heard: Heard) => {
    if (heard.what === 'hello') wait = FIRST_WAIT;
    hear(heard);
  };
  while (!signal.aborted) {
    hear({ what: 'trying' });
    try {
      await readEvents({ landlord, signal, hear: hearAndHope });
    } catch (error) {
      if (isRefusal(error, 'unauthenticated')) hear({ what: 'ended' });
      // Too many of this landlord's browsers listen: there will be room when one of them is closed.
      if (isRefusal(error, 'too_many_attempts')) wait = MAX_WAIT;
    }
    // Not all at the same moment: after a restart everybody comes back.
    await pause(wait * (0.5 + Math.random() / 2), signal);
    wait = Math.min(MAX_WAIT, wait * 2);
  }
}
