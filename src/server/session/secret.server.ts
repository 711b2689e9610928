import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from '../../shared/expected-failure.ts';

const fileIn = (dataFolder: string) => join(dataFolder, 'secret');

/**
 * Returns the secret from which all signatures and keys derive: SECRET if configured, otherwise the content of a file
 * in the data folder, created on first use with mode 0600. Throws if the file is empty.
 */
export async function serverSecret(configured: string | undefined, dataFolder: string): Promise<string> {
  if (configured) return configured;
  const file = fileIn(dataFolder);
  const existing = await keptSecret(dataFolder);
  if (existing) return existing;
  // Linked into place, so that concurrent first starts agree on one secret and never read a partial one.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, file).catch(unless('EEXIST'));
  await rm(draft);
  const created = await keptSecret(dataFolder);
  if (!created) throw new Error(`The file ${file} is empty; it must hold the server's secret.`);
  return created;
}

export async function keptSecret(dataFolder: string): Promise<string | undefined> {
  const content = await readFile(fileIn(dataFolder), 'utf8').catch(unless('ENOENT'));
  return content?.trim() || undefined;
}
