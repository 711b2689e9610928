/** Making the names below a folder last. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../outside/files/durable.server.ts';

/** The folder and all folders in it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}
