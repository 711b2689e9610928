/** The thread that reads PDFs, one at a time. `reader.server.ts` starts it and ends it on a timeout. */
import { parentPort } from 'node:worker_threads';
import { readFacts } from '../rules/facts.ts';
import { linesOf, type Piece } from '../rules/lines.ts';
import { MAX_PAGES, type PdfJob, type PdfReply } from './job.ts';

const MAX_PIECES = 50_000;
const MAX_TEXT = 20_000;

/** pdfjs-dist uses these classes for drawing, which is not needed here, and fails to load without one of them. */
const DRAWING = ['DOMMatrix', 'ImageData', 'Path2D'];

async function loadPdfjs() {
  // It would warn about the classes on each start.
  console.warn = () => {};
  for (const name of DRAWING) if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Object });
  // Its own worker runs in this thread.
  const handler = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.defineProperty(globalThis, 'pdfjsWorker', { value: handler });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

let loaded: ReturnType<typeof loadPdfjs> | undefined;

async function reply({ bytes, today }: PdfJob): Promise<PdfReply> {
  loaded ??= loadPdfjs();
  const { getDocument, VerbosityLevel } = await loaded;
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    stopAtErrors: true,
    useWorkerFetch: false,
    useWasm: false,
  });
  try {
    const document = await task.promise;
    if ((await document.getJSActions()) || (await document.hasJSActions())) return { reading: 'scripted' };
    const pieces: Piece[] = [];
    const last = Math.min(document.numPages, MAX_PAGES);
    for (let number = 1; number <= last && pieces.length < MAX_PIECES; number++) {
      const page = await document.getPage(number);
      if (await page.getJSActions()) return { reading: 'scripted' };
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [, , , , x = 0, y = 0] = item.transform as number[];
        pieces.push({ page: number, x, y, width: item.width, height: item.height, text: item.str });
      }
      page.cleanup();
    }
    const lines = linesOf(pieces.slice(0, MAX_PIECES));
    if (lines.length === 0) return { reading: 'no_text' };
    const text = lines
      .map((line) => line.text)
      .join('\n')
      .slice(0, MAX_TEXT);
    return { reading: 'read', isCut: document.numPages > MAX_PAGES, facts: readFacts(lines, today), text };
  } catch (error) {
    return { reading: isLocked(error) ? 'locked' : 'broken' };
  } finally {
    await task.destroy();
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}

parentPort?.on('message', (job: PdfJob) => {
  void reply(job).then((answer) => parentPort?.postMessage(answer, []));
});
