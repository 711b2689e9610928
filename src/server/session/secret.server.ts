import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from '../../shared/expected-failure.ts';

const fileIn = (dataFolder: string) => join(dataFolder, 'secret');

/** The base of all signatures and keys: SECRET, or a file in the data folder (0600, made on first use). */
export async function serverSecret(given: string | undefined, dataFolder: string): Promise<string> {
  if (given) return given;
  const file = fileIn(dataFolder);
  const known = await keptSecret(dataFolder);
  if (known) return known;
  // Linked into place: concurrent first starts agree on one secret, and it is never half-written.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch(unless('EEXIST'));
  await rm(draft);
  const made = await keptSecret(dataFolder);
  if (!made) throw new Error(`The file ${file} is empty; it must hold the server's secret.`);
  return made;
}

export async function keptSecret(dataFolder: string): Promise<string | undefined> {
  const content = await readFile(fileIn(dataFolder), 'utf8').catch(unless('ENOENT'));
  return content?.trim() || undefined;
}
