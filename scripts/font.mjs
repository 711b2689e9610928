/**
 * Subsets the app's font from Inter: `node scripts/font.mjs`. Writes public/assets/inter-<hash>.woff2 and prints its
 * name, which font.css, app.html and DocumentHead.tsx repeat.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const INTER = import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
/** First and last code points of Basic Latin and Latin-1. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const PUNCTUATION = 'ıŒœ–—‘’‚“”„•…‹›€™↑↓−⁄';

const letters = RANGES.flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);
const source = await readFile(fileURLToPath(INTER));
const font = await subsetFont(source, letters.join('') + PUNCTUATION, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 600, default: 400 } },
});
const name = `inter-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`;
await writeFile(join(resolve(import.meta.dirname, '../public/assets'), name), font);
console.log(`${name} ${font.length} bytes`);
