/** An export as an Excel file, built in a worker thread and then sent. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/app-error.ts';
import type { Transaction } from '../transaction.ts';
import { EXPORT_COLUMNS, MAX_EXCEL_ROWS, tooManyForExcel } from './export.ts';
import { type Export, type ExportFile, readRows, whileSignedIn } from './rows.server.ts';
import type { Sheet, SheetRow } from './xlsx-worker.server.mjs';

const SHEET: Sheet = {
  name: 'Transactions',
  columns: EXPORT_COLUMNS.map(({ heading, kind, width }) => ({ heading, kind, width })),
};

/** Beside this file where the server runs from its sources, beside the program where it was built. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './xlsx-worker.server.mjs' : './xlsx-worker.js',
  import.meta.url,
);

/** The most memory of a worker, in megabytes: where that is not enough the export fails, and not the server. */
const MAX_MEMORY_MB = 512;

/** Bytes of a piece that is sent. */
const PIECE = 64 * 1024;

/** Resolves with the whole file. Throws `invalid_input` where there are too many rows. */
export async function xlsxFile(asked: Export): Promise<ExportFile> {
  const worker = new Worker(WORKER, { workerData: SHEET, resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
  const written = once(worker, 'message', { signal: asked.signal }) as Promise<[Uint8Array]>;
  let count = 0;
  const begin = (all: number) => {
    if (all > MAX_EXCEL_ROWS) throw new AppError('invalid_input', { message: tooManyForExcel(all) });
    count = all;
  };
  const read = async () => {
    await readRows(asked, { begin, take: (batch) => worker.postMessage(batch.map(cellsOf), []) });
    worker.postMessage('end', []);
  };
  try {
    const [[bytes]] = await Promise.all([written, read()]);
    return { count, content: whileSignedIn(asked, piecesOf(bytes)), close: async () => {} };
  } finally {
    await worker.terminate();
  }
}

function cellsOf(transaction: Transaction): SheetRow {
  return EXPORT_COLUMNS.map(({ kind, of }) => {
    if (kind === 'pence') return of(transaction) / 100;
    return kind === 'text' ? xlsxText(of(transaction)) : of(transaction);
  });
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

// Characters that XML cannot hold or the writer drops become _x000D_; so does a text that already looks like that (ECMA-376 part 1,
// 22.9.2.19). Tab and line feed need no escape.
const ESCAPED = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\uFFFD|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Escaped so that every text is read back as it was. */
export function xlsxText(text: string): string {
  // The writer keeps texts as keys of an object and trips over 'constructor'. A trailing NUL, which no text of ours holds, makes it
  // another key and is left out of the file.
  return text in {} ? `${text}\0` : text.replace(ESCAPED, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}
