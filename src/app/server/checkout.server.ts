/** Where the checkout is: migrations and package.json lie in it, and a build lies somewhere below. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder with a package.json, from `url` (a module's) upwards. */
export function checkoutAbove(url: string): string {
  for (let folder = dirname(fileURLToPath(url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('package.json was not found above the build.');
  }
}
