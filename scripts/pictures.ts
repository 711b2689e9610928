/**
 * Takes the pictures of the front page anew: `npm run pictures`. A server of its own is filled with the sample portfolio through the
 * API, its Finance screen is photographed in both themes, wide and on a phone, and src/features/landing/pictures/ is written.
 */
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { samplePortfolio } from '../src/features/sample/portfolio.ts';
import { londonDay } from '../src/shared/dates.ts';
import { provideChromium } from './chromium.mjs';
import { signUp, startServer } from './server-process.ts';
import { checkout, setUp } from './set-up.mjs';

const FOLDER = join(checkout, 'src/features/landing/pictures');

/** Sizes are those at which the front page shows them; a picture holds `scale` times as many dots, and at most so many bytes. */
const SHOTS = [
  { name: 'wide', width: 1280, height: 704, scale: 1.5, bytes: 60_000 },
  { name: 'phone', width: 375, height: 575, scale: 1.6, bytes: 20_000 },
] as const;
const THEMES = ['light', 'dark'] as const;

const home = await mkdtemp(join(tmpdir(), 'tenure-pictures-'));
await chmod(home, 0o711); // As root the database runs under another account, which passes through to its own folder.
const script = join(await setUp(), 'server/main.js');
const server = startServer({ script, dataFolder: join(home, 'data'), workers: 1 });
try {
  const { origin } = await server.ready;
  const cookie = await signUp(origin, { name: 'Hannah Whitlock', email: 'hannah@whitlock.example' });
  await fill(origin, cookie);
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  for (const shot of SHOTS) for (const theme of THEMES) await photograph(browser, { ...shot, theme, origin, cookie });
  await browser.close();
} finally {
  server.child.kill('SIGTERM');
  await server.ended;
  await rm(home, { recursive: true, force: true });
}
process.exit();

async function fill(origin: string, cookie: string): Promise<void> {
  const add = async (path: string, record: object): Promise<string> => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(record),
    });
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const { properties, suppliers, tenants, transactions } = samplePortfolio(londonDay(new Date()));
  const homes: string[] = [];
  for (const property of properties) homes.push(await add('properties', property));
  const firms: string[] = [];
  for (const { homes: places, ...supplier } of suppliers)
    firms.push(await add('suppliers', { ...supplier, addedProperties: places.map((place) => homes[place]) }));
  for (const { property, ...tenant } of tenants) await add('tenants', { ...tenant, propertyId: homes[property] });
  for (const { property, supplier, ...transaction } of transactions)
    await add('transactions', {
      ...transaction,
      propertyId: property === null ? null : homes[property],
      supplierId: supplier === null ? null : firms[supplier],
    });
}

type Shot = (typeof SHOTS)[number] & { theme: (typeof THEMES)[number]; origin: string; cookie: string };

async function photograph(browser: Browser, { name, width, height, scale, bytes, theme, origin, cookie }: Shot) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const [cookieName = '', value = ''] = cookie.split('; ')[0]?.split(/=(.*)/s) ?? [];
  await context.addCookies([{ name: cookieName, value, url: origin }]);
  await fetch(`${origin}/api/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ darkMode: theme === 'dark' }),
  });
  const page = await context.newPage();
  await page.addInitScript((chosen) => localStorage.setItem('tenure.theme', chosen), theme);
  await page.goto(`${origin}/dashboard/finance`);
  await page.locator('tbody tr, [role="listitem"], main li').first().waitFor();
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot();
  await context.close();
  const file = join(FOLDER, `${name}${theme === 'dark' ? '-dark' : ''}.avif`);
  // As good as it may be at that size.
  for (let quality = 70; quality > 20; quality -= 5) {
    await sharp(picture).avif({ quality, effort: 9, chromaSubsampling: '4:4:4' }).toFile(file);
    const { size } = await stat(file);
    if (size <= bytes) return console.log(`${file} ${size} bytes, quality ${quality}`);
  }
  throw new Error(`${file} is too large.`);
}
