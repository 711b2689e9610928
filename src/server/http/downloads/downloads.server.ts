/** Sends long downloads to clients that may be slow or stop reading, and limits how many run at once. */
import type { Context } from 'hono';
import { AppError } from '../../../shared/app-error.ts';
import type { AppEnv } from '../../services.server.ts';

export type DownloadLimits = { timeoutMs?: number; most?: number };

/** Maximum time without reading, after which the download is cancelled to free its slot. */
const TIMEOUT_MS = 2 * 60_000;

type Sending = {
  /** Throws if something could not be read; the content so far is then incomplete. */
  content: AsyncIterable<Uint8Array>;
  end: () => Promise<void>;
  timeoutMs?: number | undefined;
};

/** A response body. On failure the connection is aborted, so that the browser shows a failed download. */
export function sendDownload(c: Context<AppEnv>, { content, end, timeoutMs = TIMEOUT_MS }: Sending) {
  const chunks = content[Symbol.asyncIterator]();
  let ended = false;
  let waiting: NodeJS.Timeout | undefined;
  const finish = async () => {
    ended = true;
    clearTimeout(waiting);
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
        clearTimeout(waiting);
        try {
          const next = await chunks.next();
          if (next.done) {
            await finish();
            controller.close();
            return;
          }
          controller.enqueue(next.value);
          waiting = setTimeout(() => void abortDownload(new Error('The client stopped reading')), timeoutMs);
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

/** Limits downloads. `enter` takes a slot and returns its release function; throws `too_many_attempts`. */
export function downloadSemaphore({ most, words }: SemaphorePlan) {
  const inside = new Set<string>();
  return {
    enter(person: string): () => void {
      if (inside.has(person)) throw new AppError('too_many_attempts', { message: words.already, retryAfter: 30 });
      if (inside.size >= most) throw new AppError('too_many_attempts', { message: words.full, retryAfter: 60 });
      inside.add(person);
      let left = false;
      // Idempotent: the person's next download has a new slot.
      return () => {
        if (!left) inside.delete(person);
        left = true;
      };
    },
  };
}
