import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

const streams = new WeakMap<Page, { requested: number; open: Set<Request> }>();
const of = (page: Page) => streams.get(page) ?? { requested: 0, open: new Set() };
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/events';

export function watchStreams(context: BrowserContext): void {
  context.on('request', (request) => {
    if (!isStream(request)) return;
    const page = request.frame().page();
    streams.set(page, { ...of(page), requested: of(page).requested + 1 });
  });
  context.on('response', (response) => {
    const request = response.request();
    if (isStream(request) && response.ok()) of(request.frame().page()).open.add(request);
  });
  const isOver = (request: Request) => void (isStream(request) && of(request.frame().page()).open.delete(request));
  context.on('requestfinished', isOver).on('requestfailed', isOver);
}

export function streamsOf(page: Page): { requested: number; open: number } {
  return { requested: of(page).requested, open: of(page).open.size };
}

export async function waitForStream(...pages: Page[]): Promise<void> {
  for (const page of pages) await expect.poll(() => streamsOf(page).open).toBe(1);
}

/** Simulates hiding or showing the tab. */
export async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    },
    visible ? 'visible' : 'hidden',
  );
}
