/** Reads the sheets of an Excel workbook (ECMA-376) as rows of texts. Runs in a worker thread only. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import readXlsxFile from 'read-excel-file/universal';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { REFUSED } from './refusals.ts';
import type { Refused, SourceRow, SourceSheet } from './source.ts';

/** Bytes of decompressed XML; 100,000 rows of 20 columns take 120 MB. Declared sizes are not trusted. */
const MAX_UNPACKED = 160 * 1024 * 1024;
const MAX_ENTRIES = 2_000;

type Part = { name: string; bytes: Buffer };

export async function readWorkbook(file: Buffer, maxUnpacked = MAX_UNPACKED): Promise<SourceSheet[] | Refused> {
  const parts = await unpack(file, maxUnpacked);
  if ('refused' in parts) return parts;
  const zip = new ZipFile();
  // Without compression, the reader cannot unpack more than was counted here.
  for (const { name, bytes } of parts) zip.addBuffer(bytes, name, { compress: false });
  zip.end();
  const packed = await buffer(zip.outputStream as Readable);
  try {
    const sheets = await readXlsxFile(new Blob([packed as Uint8Array<ArrayBuffer>]), { trim: false });
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map(asRow) }));
  } catch {
    return { refused: REFUSED.damaged };
  }
}

async function unpack(file: Buffer, maxUnpacked: number): Promise<Part[] | Refused> {
  const parts: Part[] = [];
  let [size, entries, readable] = [0, 0, false];
  try {
    const zip = await fromBufferPromise(file);
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName;
      entries += 1;
      if (entries > MAX_ENTRIES) return { refused: REFUSED.unpacked };
      if (name === 'xl/workbook.bin') return { refused: REFUSED.binary };
      if (name === 'content.xml' || name === 'mimetype') return { refused: REFUSED.openDocument };
      if (name === 'word/document.xml') return { refused: REFUSED.word };
      if (/^Index\/.*\.iwa$/.test(name)) return { refused: REFUSED.numbers };
      readable ||= name === 'xl/workbook.xml';
      if (!/\.(?:xml|rels)$/.test(name)) continue;
      const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) {
        size += chunk.byteLength;
        if (size > maxUnpacked) return { refused: REFUSED.unpacked };
        chunks.push(chunk);
      }
      parts.push({ name, bytes: withErrors(name, Buffer.concat(chunks)) });
    }
  } catch {
    return { refused: REFUSED.damaged };
  }
  return readable ? parts : { refused: REFUSED.notWorkbook };
}

/** The reader drops the content of error cells. Retyped as text, it is kept and shown as an error. */
function withErrors(name: string, bytes: Buffer): Buffer {
  if (!name.startsWith('xl/worksheets/') || !bytes.includes(' t="e"')) return bytes;
  return Buffer.from(bytes.toString('utf8').replace(/(<c\b[^<>]*) t="e"/g, '$1 t="str"'));
}

const asRow = (cells: readonly unknown[], at: number): SourceRow => ({ number: at + 1, cells: cells.map(asText) });

function asText(cell: unknown): string {
  if (cell instanceof Date) return dayText(cell);
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  // Excel shows 15 digits, so that 0.1 + 0.2 is 0.3.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'string' ? cell : '';
}

/** Drops the time of a date with a time; keeps a time without a date. */
function dayText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '#VALUE!';
  const rounded = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return rounded.startsWith('1899-12-3') ? rounded.slice(11, 16) : rounded.slice(0, 10);
}
