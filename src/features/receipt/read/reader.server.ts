/** Reads PDFs in a worker thread. */
import { createThread, type ThreadLimits, threadProgram, type Whose } from '../../file/thread.server.ts';
import type { PdfJob, PdfReply } from './job.ts';

const LIMITS: ThreadLimits = { milliseconds: 10_000, megabytes: 256 };
const MAX_WAITING = 12;

const program = threadProgram('pdf-reader', new URL('./worker.server.ts', import.meta.url));

export function createPdfReader(limits: ThreadLimits = LIMITS) {
  const alone = createThread({ limits, maxWaiting: MAX_WAITING, program });
  return async (job: PdfJob, whose: Whose): Promise<PdfReply> => {
    const read = await alone(whose, async (ask) => (await ask(job)) as PdfReply);
    return 'stopped' in read ? { reading: 'too_large' } : read;
  };
}

export const readPdf = createPdfReader();
