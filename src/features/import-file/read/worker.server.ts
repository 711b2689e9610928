/** The thread that reads imported files, one at a time. `reader.server.ts` starts it, and ends it on a timeout. */
import { parentPort } from 'node:worker_threads';
import { readFile } from './read-file.server.ts';
import type { ReadFile } from './source.ts';
import { type Message, PART, type Reply, type StoredRow } from './source.ts';

let parts = partsOf([]);

async function reply(message: Message): Promise<Reply> {
  if (message.do === 'more') return { part: parts.next().value };
  // Frees the memory of the previous file.
  parts = partsOf([]);
  const { bytes, name } = message;
  const read = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { name });
  if ('refused' in read) return read;
  parts = partsOf(storedRows(read));
  const count = read.sheets.reduce((sum, { rows }) => sum + rows.length, 0);
  const sheets = read.sheets.map(({ rows, ...sheet }) => ({ ...sheet, rows: rows.length }));
  return { layout: read.layout, sheets, parts: Math.ceil(count / PART) };
}

function* storedRows({ sheets }: ReadFile): Generator<StoredRow> {
  for (const [sheet, { rows }] of sheets.entries()) for (const row of rows) yield { sheet, ...row };
}

/** Yields JSON arrays of rows, one for each message. */
function* partsOf(rows: Iterable<StoredRow>): Generator<string, string> {
  let part: StoredRow[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < PART) continue;
    yield JSON.stringify(part);
    part = [];
  }
  return JSON.stringify(part);
}

parentPort?.on('message', (message: Message) => {
  void reply(message).then((answer) => parentPort?.postMessage(answer, []));
});
