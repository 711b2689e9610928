/** A backup read as what it is made of. Whatever a backup cannot hold at that place is refused; checksums are the reader's business. */
import { basename } from 'node:path';
import type { z } from 'zod';
import { type ArchiveEntry, readArchive } from './archive.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { FORMAT, fileAt, HEADER, Header, MANIFEST, Manifest, SECRET, tableAt, tablePath } from './manifest.ts';

export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'secret'; text: string }
  /** All rows of one table. */
  | { kind: 'table'; name: string; body: AsyncIterable<Buffer> }
  | { kind: 'file'; path: string; body: AsyncIterable<Buffer> }
  | { kind: 'manifest'; manifest: Manifest };

type Entry = { name: string; body: AsyncIterable<Buffer> };

/** Throws `BackupProblem` where `file` is no backup, newer than this code, cut short or damaged. Bodies are read before going on. */
export async function* readParts(file: string, signal: AbortSignal): AsyncGenerator<Part> {
  const entries = readEntries(file, signal);
  const next = async (): Promise<Entry | undefined> => {
    const answer = await entries.next();
    return answer.done ? undefined : answer.value;
  };
  try {
    let entry = await next();
    if (entry?.name !== HEADER) throw foreign(file);
    yield { kind: 'header', header: headerOf(file, await contentOf(entry)) };

    for (entry = await next(); entry; ) {
      const table = tableAt(entry.name);
      const path = fileAt(entry.name);
      if (table) {
        yield { kind: 'table', name: table, body: rowsOf(table) };
        continue; // the rows have gone on to the entry behind them
      }
      if (path) yield { kind: 'file', path, body: entry.body };
      else if (entry.name === SECRET) yield { kind: 'secret', text: (await contentOf(entry)).toString() };
      else if (entry.name === MANIFEST) {
        const manifest = manifestOf(file, await contentOf(entry));
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

/** Only plain files; and whatever goes wrong in reading, told in words. */
async function* readEntries(file: string, signal: AbortSignal): AsyncGenerator<Entry, void> {
  let begun = false;
  const explained = (error: unknown) => explain({ file, error, begun });
  async function* readBody({ body }: ArchiveEntry): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      throw explained(error);
    }
  }
  try {
    for await (const entry of readArchive(file, signal)) {
      const { name, type } = entry.header;
      if (type !== 'file') throw new BackupProblem(`${basename(file)} holds a link or a folder, which no backup does.`);
      yield { name, body: readBody(entry) };
      begun = true;
    }
  } catch (error) {
    throw explained(error);
  }
}

async function contentOf({ body }: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function headerOf(file: string, content: Buffer): Header {
  const found = parsed(content) as { format?: unknown } | undefined;
  if (typeof found?.format !== 'number') throw foreign(file);
  if (found.format > FORMAT) {
    throw new BackupProblem(
      `${basename(file)} was written by a newer version of Tenure. Restore it with that version. ${UNTOUCHED}`,
    );
  }
  return checked(file, Header, found);
}

function manifestOf(file: string, content: Buffer): Manifest {
  return checked(file, Manifest, parsed(content));
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

/** Something of the file is missing or not as it was written. */
export function damaged(file: string, cause?: unknown): BackupProblem {
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
