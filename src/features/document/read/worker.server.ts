/** The thread that reads documents, one at a time. `reader.server.ts` starts it, and ends it on a timeout. */
import { parentPort } from 'node:worker_threads';
import { readPdfText } from '../../file/pdf/pdf.server.ts';
import { readDocx } from './docx.server.ts';
import { type DocumentJob, type DocumentReply, MAX_PAGES } from './job.ts';

const MAX_PIECES = 400_000;
const MAX_TEXT = 2 * 1024 * 1024;

async function reply({ kind, bytes }: DocumentJob): Promise<DocumentReply> {
  if (kind === 'docx') return readDocx(bytes, MAX_TEXT);
  const found = await readPdfText(bytes, { pages: MAX_PAGES, pieces: MAX_PIECES });
  if (found.reading !== 'read') return found;
  const text = found.lines.map((line) => line.text).join('\n');
  return { reading: 'read', pages: found.pages, text: text.slice(0, MAX_TEXT) };
}

parentPort?.on('message', (job: DocumentJob) => {
  void reply(job).then((answer) => parentPort?.postMessage(answer, []));
});
