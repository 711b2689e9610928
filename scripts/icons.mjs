/** Draws the app's PNG icons from public/favicon.svg: `node scripts/icons.mjs`. Run it when the logo changes. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { provideChromium } from './chromium.mjs';

const folder = resolve(import.meta.dirname, '../public');
const PAPER = '#faf9f6';

/** `mark` is the logo's share of the side. Maskable icons are cropped to a circle of 80%; Apple rounds corners. */
const ICONS = [
  { name: 'icon-192.png', side: 192, mark: 1, ground: 'transparent' },
  { name: 'icon-512.png', side: 512, mark: 1, ground: 'transparent' },
  { name: 'icon-maskable-512.png', side: 512, mark: 0.56, ground: PAPER },
  { name: 'apple-touch-icon.png', side: 180, mark: 0.7, ground: PAPER },
];

const svg = await readFile(join(folder, 'favicon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: await provideChromium(),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { name, side, mark, ground } of ICONS) {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${ground}}svg{width:${mark * 100}%}</style>${svg}`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: ground === 'transparent' });
}
await browser.close();
