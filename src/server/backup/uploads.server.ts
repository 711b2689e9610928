/** The folder of uploads, read into a backup. */
import type { Dirent } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL } from '../../outside/files/disk.server.ts';
import type { Archive } from './archive.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { filePath, type Manifest } from './manifest.ts';
import { measure } from './measure.server.ts';

/** Below a data folder. */
export const uploadsIn = (dataFolder: string) => join(dataFolder, 'files');

/** Adds every file. One that goes meanwhile is left out: no row names it. */
export async function addUploads(archive: Archive, folder: string): Promise<Manifest['files']> {
  const files = new Map<string, Manifest['files'][string]>();
  for await (const path of pathsBelow(folder, '')) {
    const handle = await open(join(folder, path)).catch(unlessGone);
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      const { add, sum } = measure();
      await archive.addStream(filePath(path), size, bytesOf({ handle, size, path, add }));
      const { bytes, sha256 } = sum();
      files.set(path, { bytes, sha256 });
    } finally {
      await handle.close();
    }
  }
  return Object.fromEntries(files);
}

type Reading = { handle: FileHandle; size: number; path: string; add: (bytes: Buffer) => void };

/** Exactly `size` bytes, which the archive has been promised. */
async function* bytesOf({ handle, size, path, add }: Reading): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(size - at, 1024 * 1024)), { position: at });
    if (bytesRead === 0) {
      throw new BackupProblem(`The file ${path} became shorter while it was read. No backup was made; try again.`);
    }
    const bytes = buffer.subarray(0, bytesRead);
    add(bytes);
    at += bytesRead;
    yield bytes;
  }
}

async function* pathsBelow(folder: string, base: string): AsyncGenerator<string> {
  const entries: Dirent[] = (await readdir(join(folder, base), { withFileTypes: true }).catch(unlessGone)) ?? [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = base ? `${base}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* pathsBelow(folder, path);
    else if (entry.name.endsWith(PARTIAL)) continue;
    else if (entry.isFile()) yield path;
    else throw new BackupProblem(`${join(folder, path)} is neither a file nor a folder. No backup was made.`);
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
