/** Reads the text layer of a PDF. Runs in a worker thread only, as a file may take long or exhaust memory. */
import { type Line, linesOf, type Piece, type Unread } from './lines.ts';

/** `pages` counts all pages of the file, read or not; null if the file cannot be opened. */
type PdfText =
  | { reading: Exclude<Unread, 'too_large'>; pages: number | null }
  | { reading: 'read'; pages: number; lines: Line[] };

type Limits = { pages: number; pieces: number };

/** pdfjs-dist needs these classes only for drawing, but fails to load if one of them is missing. */
const DRAWING_CLASSES = ['DOMMatrix', 'ImageData', 'Path2D'];

async function loadPdfjs() {
  // pdfjs-dist would warn about the missing classes on each start.
  console.warn = () => {};
  for (const name of DRAWING_CLASSES)
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Object });
  // The worker of pdfjs-dist runs in this thread.
  const handler = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  Object.defineProperty(globalThis, 'pdfjsWorker', { value: handler });
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

let loaded: ReturnType<typeof loadPdfjs> | undefined;

/** Scripts are never run, and a file that contains one is not read. */
export async function readPdfText(bytes: Uint8Array, limits: Limits): Promise<PdfText> {
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
  let pages: number | null = null;
  try {
    const document = await task.promise;
    pages = document.numPages;
    if ((await document.getJSActions()) || (await document.hasJSActions())) return { reading: 'scripted', pages };
    const pieces: Piece[] = [];
    const last = Math.min(pages, limits.pages);
    for (let number = 1; number <= last && pieces.length < limits.pieces; number++) {
      const page = await document.getPage(number);
      if (await page.getJSActions()) return { reading: 'scripted', pages };
      const { items } = await page.getTextContent();
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const [, , , , x = 0, y = 0] = item.transform as number[];
        pieces.push({ page: number, x, y, width: item.width, height: item.height, text: item.str });
      }
      page.cleanup();
    }
    const lines = linesOf(pieces.slice(0, limits.pieces));
    return lines.length === 0 ? { reading: 'no_text', pages } : { reading: 'read', pages, lines };
  } catch (error) {
    return { reading: isLocked(error) ? 'locked' : 'broken', pages };
  } finally {
    await task.destroy();
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException';
}
