/** Sending the download of my data to a reader who may be slow, go away, or stop reading. */
import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { AppEnv } from '../../server/services.server.ts';
import { AppError } from '../../shared/app-error.ts';

/** The most milliseconds for which nothing of a download is taken. Then it is given up: others wait for its place. */
const PATIENCE = 2 * 60_000;

type Sending = {
  zip: Readable;
  /** Gives back all that the download holds; may be called more than once. */
  end: () => Promise<void>;
  patience?: number;
};

/** The zip as an answer's body. When it fails the connection is broken off, so that the browser tells of a download that failed. */
export function sendZip(c: Context<AppEnv>, { zip, end, patience = PATIENCE }: Sending): ReadableStream<Uint8Array> {
  const chunks = zip[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let ended = false;
  let waiting: NodeJS.Timeout | undefined;
  const finish = async () => {
    ended = true;
    clearTimeout(waiting);
    await end();
  };
  const breakOff = async (error: unknown) => {
    if (ended) return;
    c.var.log.error({ err: error }, 'A download of somebody’s data could not be sent to its end');
    c.env.outgoing.destroy();
    await finish();
  };
  return new ReadableStream(
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
          waiting = setTimeout(() => void breakOff(new Error('Nobody took the next piece in time')), patience);
        } catch (error) {
          await breakOff(error);
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

/** The most downloads that a server works on at once: each reads every table of somebody. */
const MOST_AT_ONCE = 4;

/** Room for downloads. `enter` takes a place and answers how to leave it; throws `too_many_attempts` when there is none. */
export function downloadRoom(most = MOST_AT_ONCE) {
  const inside = new Set<string>();
  return {
    enter(person: string): () => void {
      if (inside.has(person)) {
        const message = 'Your data is being downloaded already. Please wait until that has ended, or cancel it.';
        throw new AppError('too_many_attempts', { message, retryAfter: 30 });
      }
      if (inside.size >= most) {
        const message = 'Several people are downloading their data just now. Please try again in a minute.';
        throw new AppError('too_many_attempts', { message, retryAfter: 60 });
      }
      inside.add(person);
      return () => void inside.delete(person);
    },
  };
}
