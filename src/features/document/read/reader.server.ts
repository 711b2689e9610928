import { FILE_TYPES } from '../../file/file.ts';
import { createThread, type ThreadLimits, threadProgram, type Whose } from '../../file/thread/thread.server.ts';
import type { DocumentJob, DocumentReply } from './job.ts';

const LIMITS: ThreadLimits = { milliseconds: 20_000, megabytes: 512 };
const MAX_WAITING = 24;

const program = threadProgram('document-reader', new URL('./worker.server.ts', import.meta.url));

export function createDocumentReader(limits: ThreadLimits = LIMITS) {
  const thread = createThread({ limits, maxWaiting: MAX_WAITING, program });
  return async (job: DocumentJob, whose: Whose): Promise<DocumentReply> => {
    const read = await thread(whose, async (ask) => (await ask(job)) as DocumentReply);
    return 'stopped' in read ? { reading: 'too_large', pages: null } : read;
  };
}

export const readDocument = createDocumentReader();

/** Undefined for a file without a text layer, such as a photo. */
export function kindToRead(contentType: string): DocumentJob['kind'] | undefined {
  if (contentType === FILE_TYPES.pdf) return 'pdf';
  return contentType === FILE_TYPES.docx ? 'docx' : undefined;
}
