/** Uploads by the database's own list: read one by one from a store that has no folder to walk through. */
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { pathOf } from '../../features/file/store.server.ts';
import type { Files } from '../../outside/files/files.ts';
import type { Archive } from './archive.server.ts';
import type { Table } from './catalogue.server.ts';
import { filePath, type Manifest } from './manifest.ts';
import { sha256 } from './measure.server.ts';

/** The path of every upload that is served, small pictures too, as of the transaction's snapshot. */
export async function listedUploads(client: pg.Client, tables: Table[]): Promise<string[]> {
  // Databases of before there were uploads can be backed up too.
  if (!tables.some(({ name }) => name === 'public.files')) return [];
  const { rows } = await client.query<{ bucket: string; path: string; sizes: string[] }>(
    'select bucket, path, sizes from public.files where stored order by url collate "C"',
  );
  return rows.flatMap((row) => [pathOf(row), ...row.sizes.map((size) => pathOf(row, size))]);
}

type Adding = { archive: Archive; files: Files; paths: string[]; signal: AbortSignal };

/** Adds every file of `paths` that is there. Each is held in memory: an archive is told a length first, and none is over 20 MB. */
export async function addListed({ archive, files, paths, signal }: Adding): Promise<Manifest['files']> {
  const added = new Map<string, Manifest['files'][string]>();
  for (const path of paths) {
    signal.throwIfAborted();
    const content = await files.get(path);
    if (!content) continue;
    const bytes = await buffer(content);
    await archive.add(filePath(path), bytes);
    added.set(path, { bytes: bytes.length, sha256: sha256(bytes) });
  }
  return Object.fromEntries(added);
}
