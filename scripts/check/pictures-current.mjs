/** Fails if the pictures of the front page and README are older than their screens: a part of `npm run check`. */
import { readFile } from 'node:fs/promises';
import { hashScreens, MANIFEST } from '../pictures/visible-text.mjs';

const taken = /** @type {Record<string, string>} */ (JSON.parse(await readFile(MANIFEST, 'utf8').catch(() => '{}')));
const now = await hashScreens();
const changed = [...new Set([...Object.keys(now), ...Object.keys(taken)])].filter((name) => taken[name] !== now[name]);
if (changed.length > 0) {
  console.error(
    `These screens have changed since the pictures were taken. Run 'npm run pictures':\n  ${changed.join('\n  ')}`,
  );
  process.exitCode = 1;
}
