/** A backup file as a stream: written and read one part at a time. Reading refuses what no backup holds. */
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

/** Rows, bytes and checksum of what passes by. In COPY's text a line end within a value is escaped, so lines are rows. */
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

/** A backup file that is read or written, encrypted where there is a passphrase. */
export type BackupFile = { file: string; passphrase: string | undefined; signal: AbortSignal };

export type Archive = { add(name: string, content: string | Uint8Array): Promise<void> };

/** Makes `file` (mode 0600) of what `fill` adds. On the disk when it resolves; the caller removes what a failure leaves. */
export async function writeArchive(
  { file, passphrase, signal }: BackupFile,
  fill: (archive: Archive) => Promise<void>,
): Promise<void> {
  // Opened first: a stream opens by itself later, and one that is stopped before would make the file when it was removed already.
  const target = await open(file, 'wx', 0o600);
  const tar = pack();
  // Beside a running server, time counts for more than the last tenth of the size.
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
    // When writing failed, that is the reason and `written` tells it; else the content was not to be had.
    tar.destroy(error as Error);
  }
  await written;
}

type Rows = AsyncIterable<Buffer>;
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'secret'; text: string }
  /** All rows of one table. */
  | { kind: 'table'; name: string; body: Rows }
  | { kind: 'file'; path: string; body: Rows }
  | { kind: 'manifest'; manifest: Manifest };

type Entry = { name: string; body: Rows };

/** Throws `BackupProblem` where `file` is no backup, newer than this code, cut short or damaged. Bodies are read before going on. */
export async function* readParts(backupFile: BackupFile): AsyncGenerator<Part> {
  const { file } = backupFile;
  const entries = readEntries(backupFile);
  const next = async (): Promise<Entry | undefined> => {
    const answer = await entries.next();
    return answer.done ? undefined : answer.value;
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
        continue; // the rows have gone on to the entry behind them
      }
      if (path) yield { kind: 'file', path, body: entry.body };
      else if (entry.name === SECRET) yield { kind: 'secret', text: (await buffer(entry.body)).toString() };
      else if (entry.name === MANIFEST) {
        const manifest = checked(file, Manifest, parsed(await buffer(entry.body)));
        if (await next()) throw damaged(file);
        yield { kind: 'manifest', manifest };
        return;
      } else throw new BackupProblem(`${basename(file)} holds '${entry.name}', which no backup does. ${UNTOUCHED}`);
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

/** Only plain files; whatever goes wrong in reading is told in words. */
async function* readEntries({ file, passphrase, signal }: BackupFile): AsyncGenerator<Entry, void> {
  let begun = false;
  async function* readBody(body: Rows): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      throw explain({ file, error, begun });
    }
  }
  const tar = extract();
  const opening = { name: basename(file), passphrase };
  const plain = (bytes: AsyncIterable<Buffer>) => decrypted(bytes, opening);
  const read = pipeline(createReadStream(file), plain, createGunzip(), tar, { signal });
  read.catch(() => undefined); // awaited below, and the loop hears of it too
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (type !== 'file') throw new BackupProblem(`${basename(file)} holds a link or a folder, which no backup does.`);
      yield { name, body: readBody(entry as Rows) };
      begun = true;
      entry.resume();
    }
    await read;
  } catch (error) {
    throw explain({ file, error, begun });
  }
}

export type CheckedBackup = {
  header: Header;
  manifest: Manifest;
  /** The server's, when its data folder kept it. */
  secret: string | undefined;
};

/** The first of the two readings of a restore. Throws `BackupProblem` unless every part is there, once, byte for byte as it was. */
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
      const [found, name] = part.kind === 'table' ? [tables, part.name] : [files, part.path];
      if (found.has(name)) throw damaged(file);
      found.set(name, await measured(part.body));
    }
  }
  if (!header || !manifest) throw damaged(file);
  const { tables: notedTables, files: notedFiles } = manifest;
  const empty: Sum = { rows: 0, bytes: 0, sha256: sha256('') };
  const whole =
    [...tables.keys()].every((name) => Object.hasOwn(notedTables, name)) &&
    Object.entries(notedTables).every(([name, { columns: _, ...sum }]) =>
      isDeepStrictEqual(tables.get(name) ?? empty, sum),
    ) &&
    files.size === Object.keys(notedFiles).length &&
    Object.entries(notedFiles).every(([path, sum]) => files.get(path)?.sha256 === sum.sha256) &&
    (secret === undefined ? null : sha256(secret)) === manifest.secret;
  if (!whole) throw damaged(file);
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
    return undefined; // refused by the schema
  }
}

const UNTOUCHED = 'Nothing was changed.';

function damaged(file: string, cause?: unknown): BackupProblem {
  return new BackupProblem(
    `${basename(file)} is damaged: it was cut short or altered after it was written. ${UNTOUCHED} Take another backup file.`,
    { cause },
  );
}

function foreign(file: string, cause?: unknown): BackupProblem {
  return new BackupProblem(`${basename(file)} is not a backup of Tenure. ${UNTOUCHED}`, { cause });
}

function explain({ file, error, begun }: { file: string; error: unknown; begun: boolean }): unknown {
  const { code, name } = error as NodeJS.ErrnoException;
  if (error instanceof BackupProblem || name === 'AbortError') return error;
  if (code === 'ENOENT') return new BackupProblem(`There is no file ${file}.`);
  if (code === 'EISDIR') return new BackupProblem(`${file} is a folder, not a backup.`);
  if (code === 'EACCES' || code === 'EPERM') return new BackupProblem(`The file ${file} may not be read.`);
  if (code === 'EIO') return new BackupProblem(`The disk could not read ${file}. ${UNTOUCHED}`);
  return begun ? damaged(file, error) : foreign(file, error);
}
