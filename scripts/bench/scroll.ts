/** How smoothly lists scroll: a real browser, signed in, and what lies between its frames. */
import { chromium, type Page } from '@playwright/test';
import { provideChromium } from '../chromium.mjs';
import type { Server } from './server.ts';

/** Milliseconds between frames, of each list and way to show it. */
export type Scroll = { view: string; rows: number; frames: number; p50: number; p99: number; longest: number }[];

type Plan = { cookie: string; properties: number; transactions: number };

const VIEWS = ['Cards', 'Table'] as const;

/** Of the transactions so many are brought into the page first. */
const LOADED = 100_000;

/** Scrolls at about `speed` pixels a frame: a hard flick of the wheel, over and over. */
const SPEED = 120;
const SECONDS = 12;

export async function measureScroll(server: Server, { cookie, properties, transactions }: Plan): Promise<Scroll> {
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addCookies(cookiesOf(cookie, server.origin));
    const page = await context.newPage();
    const measured: Scroll = [];
    for (const view of VIEWS) {
      await page.goto(`${server.origin}/dashboard/properties`);
      await page
        .getByRole('radio', { name: view })
        .or(page.getByRole('button', { name: view }))
        .first()
        .click();
      await page
        .getByRole('link', { name: /^Edit, / })
        .first()
        .waitFor();
      measured.push({ view: `Properties, ${view.toLowerCase()}`, rows: properties, ...spread(await scrolled(page)) });
    }
    await page.goto(`${server.origin}/dashboard/finance`);
    const wanted = Math.min(LOADED, transactions);
    await brought(page, wanted);
    measured.push({ view: 'Transactions', rows: wanted, ...spread(await scrolled(page)) });
    return measured;
  } finally {
    await browser.close();
  }
}

/** Jumps to the end of what has come, over and over, until so many rows of a table have; and stays there, so that more come as it scrolls. */
async function brought(page: Page, rows: number): Promise<void> {
  await page.locator('tbody tr').first().waitFor();
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const last = [...document.querySelectorAll('tr[aria-rowindex]')].at(-1);
          if (Number(last?.getAttribute('aria-rowindex')) >= wanted) return resolve();
          window.scrollTo(0, document.body.scrollHeight);
          requestAnimationFrame(look);
        };
        look();
      }),
    rows,
  );
}

/** Milliseconds between the frames while it scrolls. */
function scrolled(page: Page): Promise<number[]> {
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
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { frames: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

function cookiesOf(header: string, origin: string) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
  });
}
