/** Exports CSV in constant memory. */
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { openTempFile, type Section, type TempFile } from '../../server/http/downloads/temp-file.server.ts';
import { guardCell } from '../../shared/text.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { EXPORT_COLUMNS, plainPounds } from './export.ts';
import { type Export, type ExportFile, readRows } from './rows.server.ts';

/**
 * Resolves once the number of rows is known. A temporary file buffers the content, so that a slow client holds no
 * database connection.
 */
export async function csvFile(asked: Export): Promise<ExportFile> {
  const tempFile = await openTempFile(join(asked.services.dataFolder, 'exports'));
  // Unbounded, because a section is only a few numbers, and reading must not wait for sending.
  const sections = new PassThrough({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
  // Prevents an uncaught error if the client has disconnected.
  sections.on('error', () => {});
  try {
    const count = await new Promise<number>((resolve, reject) => {
      const take = async (batch: Transaction[]) => void sections.write(await writeSection(tempFile, batch));
      readRows(asked, { begin: resolve, take }).then(
        () => sections.end(),
        (error: Error) => {
          sections.destroy(error);
          reject(error);
        },
      );
    });
    return { count, content: pieces(tempFile, sections), close: () => tempFile.close() };
  } catch (error) {
    await tempFile.close();
    throw error;
  }
}

async function writeSection(tempFile: TempFile, batch: Transaction[]): Promise<Section> {
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
