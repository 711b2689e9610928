/** Reads the zip of a data download from disk. Names, sizes and checksums are compared, as the zip is not trusted. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { MANIFEST_FORMAT } from '../profile/my-data/labels.ts';
import { REFUSED, refusal } from './refusals.ts';

const MB = 1024 ** 2;
const MAX_MANIFEST_BYTES = 64 * MB;
const MAX_README_BYTES = MB;
/** The maximum for a table as JSON or as CSV. */
const MAX_TABLE_BYTES = 2048 * MB;
/** A stored scan may be larger than its upload. */
const MAX_FILE_BYTES = 64 * MB;
/** An entry takes about a kilobyte of memory. */
const MAX_ENTRIES = 100_000;
const MAX_LINE_BYTES = 16 * MB;

const README = 'README.txt';
const MANIFEST = 'manifest.json';

const Part = z.object({
  path: z.string().max(500),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
type Part = z.output<typeof Part>;

const Manifest = z.object({
  createdAt: z.iso.datetime(),
  readme: Part.optional(),
  tables: z.record(z.string().max(100), z.object({ rows: z.int().min(0), files: z.tuple([Part, Part]) })),
  files: z.array(Part.extend({ damaged: z.literal(true).optional() })),
});
type Manifest = z.output<typeof Manifest>;

export type DownloadZip = {
  manifest: Manifest;
  /** The sum of all parts, in bytes. */
  bytes: number;
  /** Reads the content of a part. Throws at the end if the size or checksum differs from the manifest. */
  read(part: Part): AsyncGenerator<Buffer>;
};

/** Throws `invalid_input` with the reason for a file that is not an unchanged download. */
export async function openDownload(file: FileHandle): Promise<DownloadZip> {
  const { zip, entries } = await readEntries(file);
  const manifest = await readManifest(zip, entries.get(MANIFEST));
  const parts = partsOf(manifest);
  const listed = new Set(parts.map(({ path }) => path));
  if (listed.size < parts.length) throw refusal(REFUSED.changed);
  for (const [path, { uncompressedSize }] of entries) {
    const isOlderReadme = path === README && !manifest.readme && uncompressedSize <= MAX_README_BYTES;
    if (path !== MANIFEST && !listed.has(path) && !isOlderReadme) throw refusal(REFUSED.changed);
  }
  for (const { path, bytes } of parts) {
    const size = entries.get(path)?.uncompressedSize;
    if (size === undefined) throw refusal(REFUSED.changed);
    if (size !== bytes) throw refusal(size > bytes ? REFUSED.beyond : REFUSED.changed);
  }
  return {
    manifest,
    bytes: sumOf(parts),
    read: (part) => readPart(zip, entries.get(part.path), part),
  };
}

function partsOf({ readme, tables, files }: Manifest): Part[] {
  const ofTables = Object.entries(tables).flatMap(([name, table]) => {
    const [json, csv] = table.files;
    if (json.path !== `tables/${name}.json` || csv.path !== `tables/${name}.csv`) throw refusal(REFUSED.changed);
    return table.files;
  });
  if (sumOf(ofTables) > MAX_TABLE_BYTES || files.some(({ bytes }) => bytes > MAX_FILE_BYTES)) {
    throw refusal(REFUSED.tooLarge);
  }
  if (readme && (readme.path !== README || readme.bytes > MAX_README_BYTES)) throw refusal(REFUSED.changed);
  return [...(readme ? [readme] : []), ...ofTables, ...files];
}

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { bytes }) => sum + bytes, 0);

async function readEntries(file: FileHandle): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  if (buffer.toString() !== 'PK') throw refusal(REFUSED.foreign);
  const entries = new Map<string, Entry>();
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false, strictFileNames: true });
    if (zip.entryCount > MAX_ENTRIES) throw refusal(REFUSED.tooLarge);
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName) || !entry.canDecodeFileData()) throw refusal(REFUSED.changed);
      entries.set(entry.fileName, entry);
    }
    return { zip, entries };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isName = /relative path|absolute path|invalid characters/.test((error as Error).message);
    throw refusal(isName ? REFUSED.names : REFUSED.cut, error);
  }
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (!entry) throw refusal(REFUSED.foreign);
  if (entry.uncompressedSize > MAX_MANIFEST_BYTES) throw refusal(REFUSED.tooLarge);
  const chunks: Buffer[] = [];
  for await (const chunk of unpacked(zip, entry)) chunks.push(chunk);
  const content = parsed(Buffer.concat(chunks).toString());
  const { data: head } = z.object({ format: z.int().min(1) }).safeParse(content);
  if (!head) throw refusal(REFUSED.foreign);
  if (head.format > MANIFEST_FORMAT) throw refusal(REFUSED.tooNew);
  const { data } = Manifest.safeParse(content);
  if (!data) throw refusal(REFUSED.changed);
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(REFUSED.foreign, error);
  }
}

async function* readPart(zip: ZipFile, entry: Entry | undefined, { bytes, sha256 }: Part): AsyncGenerator<Buffer> {
  if (!entry) throw refusal(REFUSED.changed);
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of unpacked(zip, entry)) {
    size += chunk.length;
    if (size > bytes) throw refusal(REFUSED.beyond);
    hash.update(chunk);
    yield chunk;
  }
  if (size < bytes || hash.digest('hex') !== sha256) throw refusal(REFUSED.changed);
}

/** Refuses damaged entries, and entries that unpack to more than their declared size. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    yield* stream;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(/too many bytes/.test((error as Error).message) ? REFUSED.beyond : REFUSED.cut, error);
  }
}

/** Yields lists of a table's rows as they are read. The JSON has one row in each line, between '[' and ']'. */
export async function* rowLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = Buffer.alloc(0);
  const read = { begun: false, ended: false };
  const rowOf = (line: string): string[] => {
    if (!read.begun && (line === '[' || line === '[]')) {
      read.begun = true;
      read.ended = line === '[]';
      return [];
    }
    if (!read.begun || read.ended) throw refusal(REFUSED.changed);
    if (line.startsWith('{')) return [line.replace(/,$/, '')];
    if (line !== ']') throw refusal(REFUSED.changed);
    read.ended = true;
    return [];
  };
  for await (const chunk of chunks) {
    const content = Buffer.concat([rest, chunk]);
    const end = content.lastIndexOf(10);
    rest = content.subarray(end + 1);
    if (rest.length > MAX_LINE_BYTES) throw refusal(REFUSED.tooLarge);
    if (end >= 0) yield decoded(decoder, content.subarray(0, end)).split('\n').flatMap(rowOf);
  }
  if (rest.length > 0 || !read.ended) throw refusal(REFUSED.changed);
}

function decoded(decoder: TextDecoder, bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw refusal(REFUSED.changed, error);
  }
}
