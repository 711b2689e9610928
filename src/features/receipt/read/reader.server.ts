import type { Unread } from '../../file/pdf/lines.ts';
import { createThread, type ThreadLimits, threadProgram, type Whose } from '../../file/thread/thread.server.ts';
import type { PdfFacts } from '../rules/facts.ts';

export type PdfJob = { bytes: Uint8Array; today: string };

/** `text` is searched for the landlord's suppliers. `isCut` means that only the first pages were read. */
export type PdfReply = { reading: Unread } | { reading: 'read'; isCut: boolean; facts: PdfFacts; text: string };

const LIMITS: ThreadLimits = { milliseconds: 10_000, megabytes: 256 };
const MAX_WAITING = 12;

const program = threadProgram('pdf-reader', new URL('./worker.server.ts', import.meta.url));

export function createPdfReader(limits: ThreadLimits = LIMITS) {
  const runInThread = createThread({ limits, maxWaiting: MAX_WAITING, program });
  return async (job: PdfJob, whose: Whose): Promise<PdfReply> => {
    const read = await runInThread(whose, async (ask) => (await ask(job)) as PdfReply);
    return 'stopped' in read ? { reading: 'too_large' } : read;
  };
}

export const readPdf = createPdfReader();
