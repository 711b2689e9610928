/** Measures the smoothness of scrolling: the time between frames in a signed-in browser. */
import { chromium, type Page } from '@playwright/test';
import { provideChromium } from '../chromium.mjs';
import type { Server } from './server.ts';
import { percentile } from './spread.ts';

export type Scroll = { view: string; rows: number; frames: number; p50: number; p99: number; longest: number }[];

type Plan = { cookie: string; properties: number; transactions: number };

const VIEWS = ['Cards', 'Table'] as const;

const MAX_LOADED = 100_000;

/** Pixels for each frame, as with hard flicks of the wheel. */
const SPEED = 120;
const SECONDS = 12;

export async function measureScroll(server: Server, { cookie, properties, transactions }: Plan): Promise<Scroll> {
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies(cookiesFor(server.origin, cookie));
    const page = await context.newPage();
    const measured: Scroll = [];
    for (const view of VIEWS) {
      await page.goto(`${server.origin}/dashboard/properties`);
      await page.getByRole('radio', { name: view }).check();
      await page
        .getByLabel(/^Edit, /)
        .first()
        .waitFor();
      measured.push({
        view: `Properties, ${view.toLowerCase()}`,
        rows: properties,
        ...spread(await scrollAndTime(page)),
      });
    }
    await page.goto(`${server.origin}/dashboard/finance`);
    const expected = Math.min(MAX_LOADED, transactions);
    await loadRows(page, expected);
    measured.push({ view: 'Transactions', rows: expected, ...spread(await scrollAndTime(page)) });
    return measured;
  } finally {
    await browser.close();
  }
}

export function cookiesFor(url: string, header: string): { name: string; value: string; url: string }[] {
  return header.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  });
}

/** Jumps to the end until enough rows are loaded, and stays there, so that scrolling loads more. */
async function loadRows(page: Page, rows: number): Promise<void> {
  await page.locator('tbody tr').first().waitFor();
  const loaded = (expected: number) => {
    const last = [...document.querySelectorAll('tr[aria-rowindex]')].at(-1);
    window.scrollTo(0, document.body.scrollHeight);
    return Number(last?.getAttribute('aria-rowindex')) >= expected;
  };
  await page.waitForFunction(loaded, rows, { polling: 'raf', timeout: 0 });
}

function scrollAndTime(page: Page): Promise<number[]> {
  return page.evaluate(
    ({ speed, seconds }) =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const end = last + seconds * 1000;
        const step = (now: number) => {
          gaps.push(now - last);
          last = now;
          window.scrollBy(0, speed);
          if (now < end) requestAnimationFrame(step);
          else resolve(gaps.slice(1));
        };
        requestAnimationFrame(step);
      }),
    { speed: SPEED, seconds: SECONDS },
  );
}

function spread(gaps: number[]) {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(gaps, share)) as [number, number, number];
  return { frames: gaps.length, p50, p99, longest };
}
