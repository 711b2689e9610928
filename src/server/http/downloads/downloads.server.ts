/** Sends long downloads to clients that may be slow or stop reading, and limits how many run concurrently. */
import type { Context } from 'hono';
import { AppError } from '../../../shared/app-error.ts';
import type { AppEnv } from '../../services.server.ts';

export type DownloadLimits = { timeoutMs?: number; most?: number };

/** A client that does not read for this long loses its download, to free the slot. */
const TIMEOUT_MS = 2 * 60_000;

type Sending = {
  /** Throws if the download cannot be completed. */
  content: AsyncIterable<Uint8Array>;
  end: () => Promise<void>;
  timeoutMs?: number | undefined;
};

/** Returns a response body. A failure aborts the connection, so that the browser shows a failed download. */
export function sendDownload(c: Context<AppEnv>, { content, end, timeoutMs = TIMEOUT_MS }: Sending) {
  const chunks = content[Symbol.asyncIterator]();
  let ended = false;
  let idleTimer: NodeJS.Timeout | undefined;
  const finish = async () => {
    ended = true;
    clearTimeout(idleTimer);
    await end();
  };
  const abortDownload = async (error: unknown) => {
    if (ended) return;
    // An ended session is expected; other errors need attention.
    const level = error instanceof AppError ? 'info' : 'error';
    c.var.log()[level]({ err: error }, 'A download failed');
    c.env.outgoing.destroy();
    await finish();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(idleTimer);
        try {
          const next = await chunks.next();
          if (next.done) {
            await finish();
            controller.close();
            return;
          }
          controller.enqueue(next.value);
          idleTimer = setTimeout(() => void abortDownload(new Error('The client stopped reading')), timeoutMs);
        } catch (error) {
          await abortDownload(error);
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

type SemaphorePlan = {
  most: number;
  /** Messages for a person who already has a download running, and for a full server. */
  words: { already: string; full: string };
};

/** Limits concurrent downloads. `enter` takes a slot and returns its release function; throws `too_many_attempts`. */
export function downloadSemaphore({ most, words }: SemaphorePlan) {
  const active = new Set<string>();
  return {
    enter(person: string): () => void {
      if (active.has(person)) throw new AppError('too_many_attempts', { message: words.already, retryAfter: 30 });
      if (active.size >= most) throw new AppError('too_many_attempts', { message: words.full, retryAfter: 60 });
      active.add(person);
      let released = false;
      // Idempotent, so that a second call does not free the slot of the person's next download.
      return () => {
        if (!released) active.delete(person);
        released = true;
      };
    },
  };
}
