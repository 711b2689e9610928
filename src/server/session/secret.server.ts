/** The server's secret: given, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The secret everything is signed, sealed and derived from: SECRET, else the data folder's own (mode 0600, made on first use). */
export async function serverSecret(given: string | undefined, dataFolder: string): Promise<string> {
  if (given) return given;
  const file = join(dataFolder, 'secret');
  const known = await readIfThere(file);
  if (known) return known;
  // Written beside and linked into place: two first starts at once agree on one secret, and none is ever half written.
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readIfThere(file);
  if (!made) throw new Error(`The file ${file} is empty; it must hold the server's secret.`);
  return made;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
