/**
 * Takes the pictures of the front page and the README: `npm run pictures`. Starts a server with the sample portfolio.
 * Writes src/features/landing/pictures/, docs/properties.png, and a manifest that `npm run check` compares.
 */
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { RIBBON_COOKIE } from '../src/app/web/shell/ribbons.ts';
import { samplePortfolio } from '../src/features/sample/portfolio.ts';
import { londonDay } from '../src/shared/dates.ts';
import { provideChromium } from './chromium.mjs';
import { hashScreens, MANIFEST } from './pictures/visible-text.mjs';
import { signUp, startServer } from './server-process.ts';
import { checkout, setUp } from './set-up.mjs';

const FOLDER = join(checkout, 'src/features/landing/pictures');

/** Sizes are in CSS pixels, `scale` is the device pixel ratio, and `bytes` the maximum file size. */
const SHOTS = [
  { name: 'wide', width: 1280, height: 704, scale: 1.5, bytes: 60_000 },
  { name: 'phone', width: 375, height: 575, scale: 1.6, bytes: 20_000 },
] as const;
const THEMES = ['light', 'dark'] as const;
const README = { file: join(checkout, 'docs/properties.png'), width: 1280, height: 860, bytes: 200_000 };

const home = await mkdtemp(join(tmpdir(), 'tenure-pictures-'));
await chmod(home, 0o711); // when run as root, the database has another account, which must reach its folder
const script = join(await setUp(), 'server/main.js');
const server = startServer({ script, dataFolder: join(home, 'data'), workers: 1 });
try {
  const { origin } = await server.ready;
  const cookie = await signUp(origin, { name: 'Hannah Whitlock', email: 'hannah@whitlock.example' });
  await fill(origin, cookie);
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  for (const shot of SHOTS) for (const theme of THEMES) await photograph(browser, { ...shot, theme, origin, cookie });
  await photographReadme(browser, { origin, cookie });
  await browser.close();
  await writeFile(MANIFEST, `${JSON.stringify(await hashScreens(), null, 2)}\n`);
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
    if (answer.status !== 201) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
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

type Landlord = { origin: string; cookie: string };
type Shot = (typeof SHOTS)[number] & { theme: (typeof THEMES)[number] } & Landlord;

type View = Pick<Shot, 'theme'> & Landlord & { width: number; height: number; scale: number; path: string };

async function screenshotOf(
  browser: Browser,
  { width, height, scale, theme, origin, cookie, path }: View,
): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const [cookieName = '', value = ''] = cookie.split('; ')[0]?.split(/=(.*)/s) ?? [];
  await context.addCookies([
    { name: cookieName, value, url: origin },
    // This cookie hides the trial ribbon.
    { name: RIBBON_COOKIE, value: 'trial', url: `${origin}/dashboard` },
  ]);
  await fetch(`${origin}/api/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ darkMode: theme === 'dark' }),
  });
  const page = await context.newPage();
  await page.addInitScript((chosen) => localStorage.setItem('tenure.theme', chosen), theme);
  await page.goto(`${origin}${path}`);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelectorAll('main .skeleton').length === 0);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function photographReadme(browser: Browser, landlord: Landlord): Promise<void> {
  const { file, bytes, ...size } = README;
  const picture = await screenshotOf(browser, {
    ...size,
    ...landlord,
    scale: 1,
    theme: 'light',
    path: '/dashboard/properties',
  });
  const { size: written } = await sharp(picture).png({ palette: true, effort: 10 }).toFile(file);
  if (written > bytes) throw new Error(`${file} is too large: ${written} bytes.`);
  console.log(`${file} ${written} bytes`);
}

async function photograph(browser: Browser, { name, bytes, ...view }: Shot) {
  const picture = await screenshotOf(browser, { ...view, path: '/dashboard/finance' });
  const { theme } = view;
  const file = join(FOLDER, `${name}${theme === 'dark' ? '-dark' : ''}.avif`);
  // Finds the best quality within the size. A higher `effort` would take minutes and save 5%.
  for (let quality = 70; quality > 20; quality -= 10) {
    await sharp(picture).avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }).toFile(file);
    const { size } = await stat(file);
    if (size <= bytes) return console.log(`${file} ${size} bytes, quality ${quality}`);
  }
  throw new Error(`${file} is too large.`);
}
