/** Streams the parts of a backup file. Reading rejects any other content. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { z } from 'zod';
import { decrypted, encrypted } from './cipher.server.ts';
import {
  BackupProblem,
  FORMAT,
  fileAt,
  HEADER,
  Header,
  MANIFEST,
  Manifest,
  SECRET,
  type Sum,
  tableAt,
  tablePath,
} from './format.ts';

const LINE_END = 0x0a;

/** Counts rows and bytes and computes a checksum. COPY escapes line ends within a value, so lines are rows. */
export function measure(): { add(bytes: Uint8Array): void; sum(): Sum } {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
    },
    sum: () => ({ rows, bytes, sha256: hash.digest('hex') }),
  };
}

export async function measured(source: AsyncIterable<Buffer>): Promise<Sum> {
  const { add, sum } = measure();
  for await (const chunk of source) add(chunk);
  return sum();
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export type BackupFile = { file: string; passphrase: string | undefined; signal: AbortSignal };

export type Archive = { add(name: string, content: string | Uint8Array): Promise<void> };

/** Creates `file` (mode 0600), flushed to disk. The caller removes a partial file on failure. */
export async function writeArchive(
  { file, passphrase, signal }: BackupFile,
  fill: (archive: Archive) => Promise<void>,
): Promise<void> {
  // Opened here, as a stream opens lazily and could recreate the file after its removal.
  const target = await open(file, 'wx', 0o600);
  const tar = pack();
  // Speed matters more to a running server than the last tenth of the size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const sink = target.createWriteStream({ flush: true });
  const written = passphrase
    ? pipeline(tar, gzip, (plain: AsyncIterable<Buffer>) => encrypted(plain, { passphrase }), sink, { signal })
    : pipeline(tar, gzip, sink, { signal });
  written.catch(() => undefined); // awaited below
  try {
    await fill({
      add: (name, content) =>
        new Promise<void>((resolve, reject) => {
          tar.entry({ name, mode: 0o600 }, Buffer.from(content), (error) => (error ? reject(error) : resolve()));
        }),
    });
    tar.finalize();
  } catch (error) {
    // If writing failed, `written` rejects with the cause; otherwise `fill` failed.
    tar.destroy(error as Error);
  }
  await written;
}

type Rows = AsyncIterable<Buffer>;
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'secret'; text: string }
  | { kind: 'table'; name: string; body: Rows }
  | { kind: 'file'; path: string; body: Rows }
  | { kind: 'manifest'; manifest: Manifest };

type Entry = { name: string; body: Rows };

/** Throws `BackupProblem` if `file` is foreign, newer, truncated or damaged. Read each body before the next part. */
export async function* readParts(backupFile: BackupFile): AsyncGenerator<Part> {
  const { file } = backupFile;
  const entries = readEntries(backupFile);
  const next = async (): Promise<Entry | undefined> => {
    const result = await entries.next();
    return result.done ? undefined : result.value;
  };
  try {
    let entry = await next();
    if (entry?.name !== HEADER) throw foreign(file);
    yield { kind: 'header', header: headerOf(file, parsed(await buffer(entry.body))) };

    for (entry = await next(); entry; ) {
      const table = tableAt(entry.name);
      const path = fileAt(entry.name);
      if (table) {
        yield { kind: 'table', name: table, body: rowsOf(table) };
        continue; // rowsOf has already advanced to the next entry
      }
      if (path) yield { kind: 'file', path, body: entry.body };
      else if (entry.name === SECRET) yield { kind: 'secret', text: (await buffer(entry.body)).toString() };
      else if (entry.name === MANIFEST) {
        const manifest = checked(file, Manifest, parsed(await buffer(entry.body)));
        if (await next()) throw damaged(file);
        yield { kind: 'manifest', manifest };
        return;
      } else
        throw new BackupProblem(
          `${basename(file)} contains '${entry.name}', which does not belong in a backup. ${UNTOUCHED}`,
        );
      entry = await next();
    }
    throw damaged(file);

    async function* rowsOf(table: string): AsyncGenerator<Buffer> {
      for (let number = 1; entry && tableAt(entry.name) === table; number++) {
        if (entry.name !== tablePath(table, number)) throw damaged(file);
        yield* entry.body;
        entry = await next();
      }
    }
  } finally {
    await entries.return(undefined);
  }
}

/** Yields regular files, and throws read errors as `BackupProblem`. */
async function* readEntries({ file, passphrase, signal }: BackupFile): AsyncGenerator<Entry, void> {
  let hasEntries = false;
  async function* readBody(body: Rows): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      throw explain({ file, error, hasEntries });
    }
  }
  const tar = extract();
  const opening = { name: basename(file), passphrase };
  const plain = (bytes: AsyncIterable<Buffer>) => decrypted(bytes, opening);
  const read = pipeline(createReadStream(file), plain, createGunzip(), tar, { signal });
  read.catch(() => undefined); // awaited below, and rethrown by the loop
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== 'file')
        throw new BackupProblem(`${basename(file)} contains a link or a folder, which does not belong in a backup.`);
      yield { name, body: readBody(entry as Rows) };
      hasEntries = true;
      entry.resume();
    }
    await read;
  } catch (error) {
    throw explain({ file, error, hasEntries });
  }
}

export type CheckedBackup = {
  header: Header;
  manifest: Manifest;
  secret: string | undefined;
};

/** Verifies a backup. Throws `BackupProblem` unless every part is present once with its checksum. */
export async function checkBackup(backupFile: BackupFile): Promise<CheckedBackup> {
  const { file } = backupFile;
  const tables = new Map<string, Sum>();
  const files = new Map<string, Sum>();
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  let secret: string | undefined;
  for await (const part of readParts(backupFile)) {
    if (part.kind === 'header') header = part.header;
    else if (part.kind === 'secret') secret = part.text;
    else if (part.kind === 'manifest') manifest = part.manifest;
    else {
      const [sums, name] = part.kind === 'table' ? [tables, part.name] : [files, part.path];
      if (sums.has(name)) throw damaged(file);
      sums.set(name, await measured(part.body));
    }
  }
  if (!header || !manifest) throw damaged(file);
  const { tables: expectedTables, files: expectedFiles } = manifest;
  const empty: Sum = { rows: 0, bytes: 0, sha256: sha256('') };
  const isComplete =
    [...tables.keys()].every((name) => Object.hasOwn(expectedTables, name)) &&
    Object.entries(expectedTables).every(([name, { columns: _, ...sum }]) =>
      isDeepStrictEqual(tables.get(name) ?? empty, sum),
    ) &&
    files.size === Object.keys(expectedFiles).length &&
    Object.entries(expectedFiles).every(([path, sum]) => files.get(path)?.sha256 === sum.sha256) &&
    (secret === undefined ? null : sha256(secret)) === manifest.secret;
  if (!isComplete) throw damaged(file);
  return { header, manifest, secret };
}

function headerOf(file: string, content: unknown): Header {
  const { format } = Object(content) as { format?: unknown };
  if (typeof format !== 'number') throw foreign(file);
  if (format > FORMAT) {
    throw new BackupProblem(
      `${basename(file)} was written by a newer version of Tenure. Restore it with that version. ${UNTOUCHED}`,
    );
  }
  return checked(file, Header, content);
}

function checked<T extends z.ZodType>(file: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (!result.success) throw damaged(file, result.error);
  return result.data;
}

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined; // rejected by the schema
  }
}

const UNTOUCHED = 'No changes were made.';

function damaged(file: string, cause?: unknown): BackupProblem {
  return new BackupProblem(
    `${basename(file)} is damaged: it was cut short or altered after it was written. ${UNTOUCHED} Take another backup file.`,
    { cause },
  );
}

function foreign(file: string, cause?: unknown): BackupProblem {
  return new BackupProblem(`${basename(file)} is not a Tenure backup. ${UNTOUCHED}`, { cause });
}

function explain({ file, error, hasEntries }: { file: string; error: unknown; hasEntries: boolean }): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (error instanceof BackupProblem || name === 'AbortError') return error;
  if (code === 'ENOENT') return new BackupProblem(`The file ${file} does not exist.`);
  if (code === 'EISDIR') return new BackupProblem(`${file} is a folder, not a backup.`);
  if (code === 'EACCES' || code === 'EPERM') return new BackupProblem(`You do not have permission to read ${file}.`);
  if (code === 'EIO') return new BackupProblem(`The disk could not read ${file}. ${UNTOUCHED}`);
  return hasEntries ? damaged(file, error) : foreign(file, error);
}
