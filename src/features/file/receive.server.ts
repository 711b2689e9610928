/** Taking in the bytes of an upload: whole, of bearable size, in bearable time, and not too many at once. */
import { AppError } from '../../shared/app-error.ts';
import { MAX_FILE_BYTES } from './file.ts';

/** Milliseconds an upload may take altogether, and may pause. A phone on a slow line sends 20 MB in less. */
export type ReceiveLimits = { milliseconds?: number; silence?: number };

/** Reads the body whole. Throws `too_large`, `too_slow`, or `bad_request` when it ends before its end. */
export async function receiveBytes(request: Request, limits: ReceiveLimits): Promise<Buffer> {
  const { milliseconds = 5 * 60_000, silence = 30_000 } = limits;
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new AppError('too_slow', { message: 'The upload took too long. Please try again.' }));
    timers.push(setTimeout(tooSlow, milliseconds), setTimeout(tooSlow, silence));
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(cutOff), late]);
      if (done) break;
      timers[1]?.refresh();
      bytes += value.byteLength;
      // Who hears the answer while they still send may never read it, so a little too much is taken in and thrown away.
      if (bytes > 2 * MAX_FILE_BYTES) throw tooLarge();
      if (bytes > MAX_FILE_BYTES) chunks.length = 0;
      else chunks.push(value);
    }
  } finally {
    timers.forEach(clearTimeout);
  }
  if (bytes > MAX_FILE_BYTES) throw tooLarge();
  if (announced !== null && bytes !== Number(announced)) cutOff(undefined);
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  return new AppError('too_large', { message: 'This file is larger than 20 MB.' });
}

function cutOff(cause: unknown): never {
  throw new AppError('bad_request', { message: 'The upload was cut off. Please try again.', cause });
}

/** The most uploads a server works on at once, each up to 20 MB in memory, and the most of one landlord: as many as a browser sends. */
const MAX_AT_ONCE = 16;
const MAX_OF_ONE = 6;

/** Room for uploads. `enter` takes a place and answers how to leave it; throws `unavailable` when there is none. */
export function uploadRoom({ all = MAX_AT_ONCE, each = MAX_OF_ONE } = {}) {
  const inside: string[] = [];
  return {
    enter(owner: string): () => void {
      if (inside.length >= all || inside.filter((id) => id === owner).length >= each) {
        const message = 'Many files are being uploaded just now. Please try again in a moment.';
        throw new AppError('unavailable', { message, retryAfter: 5 });
      }
      inside.push(owner);
      return () => void inside.splice(inside.indexOf(owner), 1);
    },
  };
}
