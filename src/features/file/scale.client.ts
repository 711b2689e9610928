/** Makes pictures smaller in the browser before they are sent: a phone's photo has ten times the bytes that are kept of it. */
import { isHeic, isPicture } from './choice.ts';
import { savedName } from './file-name.ts';
import type { ScaleAnswer, ScaleQuestion } from './scale-worker.client.ts';

/**
 * The picture with at most `longest` pixels on its longest side, upright, as JPEG; the same file if it is small enough already,
 * is no picture, or is one that this browser cannot read (the server then says what is wrong with it). HEIC always becomes JPEG;
 * undefined where this browser cannot do that. Rejects with the signal's reason once that is aborted.
 */
export async function scaled(file: File, longest: number, signal: AbortSignal): Promise<File | undefined> {
  if (!isPicture(file)) return file;
  const always = isHeic(file);
  const jpeg = await answered({ file, longest, always }, signal);
  if (!jpeg) return always ? undefined : file;
  return new File([jpeg], savedName({ name: file.name, contentType: jpeg.type }), { type: jpeg.type });
}

/** Asks a worker, which ends with its answer: it may hold some hundred megabytes. */
async function answered(question: ScaleQuestion, signal: AbortSignal): Promise<ScaleAnswer> {
  const worker = new Worker(new URL('./scale-worker.client.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<ScaleAnswer>((resolve, reject) => {
      port1.addEventListener('message', ({ data }: MessageEvent<ScaleAnswer>) => resolve(data));
      port1.start();
      // A browser that cannot do this sends the picture as it is.
      worker.addEventListener('error', () => resolve(null));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      worker.postMessage(question, [port2]);
    });
  } finally {
    worker.terminate();
    port1.close();
  }
}
