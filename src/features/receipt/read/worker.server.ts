/** Worker thread that reads receipts, one at a time. `reader.server.ts` starts it, and ends it on a timeout. */
import { parentPort } from 'node:worker_threads';
import { readPdfText } from '../../file/pdf/pdf.server.ts';
import { readFacts } from '../rules/facts.ts';
import type { PdfJob, PdfReply } from './reader.server.ts';

const MAX_PAGES = 20;
const MAX_PIECES = 50_000;
const MAX_TEXT = 20_000;

async function reply({ bytes, today }: PdfJob): Promise<PdfReply> {
  const pdf = await readPdfText(bytes, { pages: MAX_PAGES, pieces: MAX_PIECES });
  if (pdf.reading !== 'read') return { reading: pdf.reading };
  const text = pdf.lines
    .map((line) => line.text)
    .join('\n')
    .slice(0, MAX_TEXT);
  return { reading: 'read', isCut: pdf.pages > MAX_PAGES, facts: readFacts(pdf.lines, today), text };
}

parentPort?.on('message', (job: PdfJob) => {
  void reply(job).then((answer) => parentPort?.postMessage(answer, []));
});
