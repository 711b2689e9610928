/** Sending a long download to a reader who may be slow, go away, or stop reading; and how many may be under way at once. */
import type { Context } from 'hono';
import { AppError } from '../../../shared/app-error.ts';
import type { AppEnv } from '../../services.server.ts';

/** For how many milliseconds nothing may be taken of a download, and how many may be under way, where not the usual. */
export type DownloadLimits = { timeoutMs?: number; most?: number };

/** The most milliseconds for which nothing of a download is taken. Then it is given up: others wait for its place. */
const TIMEOUT_MS = 2 * 60_000;

type Sending = {
  /** Fails when something could not be read; then what has come of it is not to be taken for the whole. */
  content: AsyncIterable<Uint8Array>;
  /** Gives back all that the download holds; may be called more than once. */
  end: () => Promise<void>;
  timeoutMs?: number | undefined;
};

/** Content as an answer's body. When it fails the connection is broken off, so that the browser tells of a download that failed. */
export function sendDownload(c: Context<AppEnv>, { content, end, timeoutMs = TIMEOUT_MS }: Sending) {
  const chunks = content[Symbol.asyncIterator]();
  let ended = false;
  let waiting: NodeJS.Timeout | undefined;
  const finish = async () => {
    ended = true;
    clearTimeout(waiting);
    await end();
  };
  const breakOff = async (error: unknown) => {
    if (ended) return;
    // A session that has ended is an expected failure; all others are worth a look.
    const level = error instanceof AppError ? 'info' : 'error';
    c.var.log()[level]({ err: error }, 'A download could not be sent to its end');
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
          waiting = setTimeout(() => void breakOff(new Error('Nobody took the next piece in time')), timeoutMs);
        } catch (error) {
          await breakOff(error);
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

type Room = {
  /** The most that a server works on at once. */
  most: number;
  /** What somebody is told who has one under way already, and somebody for whom there is no place. */
  words: { already: string; full: string };
};

/** Room for downloads. `enter` takes a place and answers how to leave it; throws `too_many_attempts` when there is none. */
export function downloadRoom({ most, words }: Room) {
  const inside = new Set<string>();
  return {
    enter(person: string): () => void {
      if (inside.has(person)) throw new AppError('too_many_attempts', { message: words.already, retryAfter: 30 });
      if (inside.size >= most) throw new AppError('too_many_attempts', { message: words.full, retryAfter: 60 });
      inside.add(person);
      let left = false;
      // Only once: the next download of the same person has its own place.
      return () => {
        if (!left) inside.delete(person);
        left = true;
      };
    },
  };
}
