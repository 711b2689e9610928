import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const NAME = /\/assets\/inter-[\da-f]{8}\.woff2/g;

it('is at most 35 kB, and named by its contents wherever it is loaded', async () => {
  const [file = '', ...others] = await readdir('public/assets');
  const font = await readFile(`public/assets/${file}`);
  expect(others).toEqual([]);
  expect(font.length).toBeLessThanOrEqual(35_000);
  expect(file).toBe(`inter-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`);
  const places = ['app.html', 'src/web/ui/font.css', 'src/web/ui/brand/DocumentHead.tsx'];
  const named = await Promise.all(places.map(async (place) => (await readFile(place, 'utf8')).match(NAME)));
  expect(named).toEqual(places.map(() => [`/assets/${file}`]));
});
