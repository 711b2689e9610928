/** An export as CSV: sent while it is read, with as little in memory for a million rows as for one. */
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { csvHead, csvLines } from '../../server/http/csv.server.ts';
import { openTempFile, type Section, type TempFile } from '../../server/http/temp-file.server.ts';
import { guardCell } from '../../shared/guarded-cell.ts';
import { EXPORT_COLUMNS, plainPounds } from './export.ts';
import { type Export, readRows, whileSignedIn } from './export-rows.server.ts';
import type { Transaction } from './transaction.ts';

export type ExportFile = {
  /** Rows of transactions in it. */
  count: number;
  content: AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
};

/**
 * Begins to read, and resolves as soon as it is known how many rows there are. What was read rests in a tempFile until it is sent: a reader
 * who is slower than the database keeps nothing but a file waiting. The content fails where the reading does.
 */
export async function csvFile(asked: Export): Promise<ExportFile> {
  const tempFile = await openTempFile(join(asked.services.dataFolder, 'exports'));
  // Unbounded on purpose, as a section is a few numbers: the reading shall never wait for the sending.
  const sections = new PassThrough({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
  // Heard by whoever reads them; somebody who has gone does not.
  sections.on('error', () => {});
  try {
    const count = await new Promise<number>((resolve, reject) => {
      const take = async (batch: Transaction[]) => void sections.write(await putAside(tempFile, batch));
      readRows(asked, { begin: resolve, take }).then(
        () => sections.end(),
        (error: Error) => {
          sections.destroy(error);
          reject(error);
        },
      );
    });
    return { count, content: whileSignedIn(asked, pieces(tempFile, sections)), close: () => tempFile.close() };
  } catch (error) {
    await tempFile.close();
    throw error;
  }
}

async function putAside(tempFile: TempFile, batch: Transaction[]): Promise<Section> {
  const section = tempFile.begin();
  await section.add(csvLines(batch.map(cellsOf)).split('\n').slice(0, -1));
  return section.end();
}

async function* pieces(tempFile: TempFile, sections: AsyncIterable<Section>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvHead(EXPORT_COLUMNS.map(({ heading }) => heading)));
  for await (const section of sections) {
    for await (const lines of tempFile.read(section)) yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

function cellsOf(transaction: Transaction): string[] {
  return EXPORT_COLUMNS.map(({ kind, of }) => {
    if (kind === 'pence') return plainPounds(of(transaction));
    return kind === 'text' ? guardCell(of(transaction)) : of(transaction);
  });
}
