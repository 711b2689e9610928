/** The first of the two readings of a restore: the whole file, before anything is touched. */
import { isDeepStrictEqual } from 'node:util';
import type { Header, Manifest } from './manifest.ts';
import { isSame, measured, sha256 } from './measure.server.ts';
import { damaged, readParts } from './parts.server.ts';

export type CheckedBackup = {
  header: Header;
  manifest: Manifest;
  /** The server's, when its data folder kept it. */
  secret: string | undefined;
};

/** Throws `BackupProblem` unless every part is there, once, byte for byte as it was written. */
export async function checkBackup(file: string, signal: AbortSignal): Promise<CheckedBackup> {
  const empty = { rows: 0, bytes: 0, sha256: sha256('') };
  const tables = new Map<string, typeof empty>();
  const files = new Map<string, typeof empty>();
  let header: Header | undefined;
  let manifest: Manifest | undefined;
  let secret: string | undefined;
  for await (const part of readParts(file, signal)) {
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
  const whole =
    [...tables.keys()].every((name) => Object.hasOwn(notedTables, name)) &&
    Object.entries(notedTables).every(([name, { columns: _, ...sum }]) =>
      isDeepStrictEqual(tables.get(name) ?? empty, sum),
    ) &&
    files.size === Object.keys(notedFiles).length &&
    Object.entries(notedFiles).every(([path, sum]) => isSame(files.get(path), sum)) &&
    (secret === undefined ? null : sha256(secret)) === manifest.secret;
  if (!whole) throw damaged(file);
  return { header, manifest, secret };
}
