import type { Page, Request, Route } from '@playwright/test';
import { READS_BLOCK, SESSION_BLOCK } from '../../src/app/web/first-data.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/shared/error-codes.ts';
import { gate } from '../../test/reading/gate.ts';

/** Pages whose documents are already modified, so that no second handler is added. */
const withoutRows = new WeakSet<Page>();

type Requests = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string | RegExp };

/** Fails matching requests with a server error, until the returned function is called. */
export async function fail(page: Page, requests: Requests, code: ErrorCode): Promise<() => Promise<void>> {
  const { status, message } = ERROR_CODES[code];
  const json = { error: { code, message }, requestId: '00000000-0000-4000-8000-000000000000' };
  return between(page, requests, (route) => route.fulfill({ status, json }));
}

/** Aborts matching requests, until the returned function is called. */
export async function cutOff(page: Page, requests: Requests): Promise<() => Promise<void>> {
  return between(page, requests, (route) => route.abort());
}

/** Delays matching requests, until the returned function is called. */
export async function delay(page: Page, requests: Requests): Promise<() => void> {
  const { opened, open } = gate();
  await between(page, requests, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** Delays matching responses until `letGo`. `given` resolves with the server's first response. */
export async function delayAnswers(
  page: Page,
  requests: Requests,
): Promise<{ given: Promise<void>; letGo: () => void }> {
  const [first, way] = [gate(), gate()];
  let isOver = false;
  await between(page, requests, async (route) => {
    if (isOver) return route.continue();
    const response = await route.fetch();
    first.open();
    await way.opened;
    await route.fulfill({ response }).catch(() => {}); // The page may have cancelled the request.
  });
  const letGo = () => {
    isOver = true;
    way.open();
  };
  return { given: first.opened, letGo };
}

/** Removes the session from documents, so that the page requests it. */
export async function sessionNotInDocument(page: Page): Promise<void> {
  withoutRows.add(page);
  await page.route('**/dashboard{,/**}', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const block = new RegExp(`<script type="application/json" id="${SESSION_BLOCK}">.*?</script>`, 's');
    await route.fulfill({ response, body: (await response.text()).replace(block, '') });
  });
}

/** Removes rows from documents, so that the page requests them. */
async function rowsNotInDocument(page: Page): Promise<void> {
  if (withoutRows.has(page)) return;
  withoutRows.add(page);
  await page.route('**/dashboard/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const block = new RegExp(`<script type="application/json" id="${READS_BLOCK}">.*?</script>`, 's');
    const html = await response.text();
    const body = block.test(html) ? html.replace(block, '').replace(/(<main\b[^>]*>).*(?=<\/main>)/s, '$1') : html;
    return route.fulfill({ response, body });
  });
}

/** Slows down cookie writes with thousands of others, as on a busy machine. */
export async function storeCookiesLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const native = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    const filler = `filler=${'x'.repeat(3800)}`;
    Object.defineProperty(document, 'cookie', {
      ...native,
      set(cookie: string) {
        for (let i = 0; i < 3000; i++) native?.set?.call(document, filler);
        native?.set?.call(document, cookie);
      },
    });
  });
}

/** Interrupts the page's next response from this path after its first chunk. */
export async function dropNextResponse(page: Page, { path }: { path: string }): Promise<void> {
  await page.evaluate((target) => {
    const { fetch } = window;
    window.fetch = async (...args) => {
      if (new URL(new Request(args[0]).url).pathname !== target) return fetch(...args);
      window.fetch = fetch;
      const response = await fetch(...args);
      const broken = new TransformStream({
        transform(piece, controller) {
          controller.enqueue(piece);
          controller.error(new TypeError('network error'));
        },
      });
      return new Response(response.body?.pipeThrough(broken) ?? null, response);
    };
  }, path);
}

/** Loses responses to matching requests: the next one, or all until a reload. */
export async function loseAnswers(
  page: Page,
  target: { method: string; path: string; which: 'next' | 'all' },
): Promise<void> {
  await page.evaluate(({ method, path, which }) => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.method !== method || new URL(request.url).pathname !== path) return fetch(input, init);
      if (which === 'next') window.fetch = fetch;
      await fetch(input, init);
      throw new TypeError('Failed to fetch');
    };
  }, target);
}

/** Records the URLs of the page's requests with this method from now on. */
export function requestsOf(page: Page, method: NonNullable<Requests['method']>): string[] {
  const urls: string[] = [];
  page.on('request', (request) => request.method() === method && urls.push(request.url()));
  return urls;
}

type Handle = (route: Route, request: Request) => Promise<void>;

async function between(page: Page, { method, path }: Requests, handle: Handle): Promise<() => Promise<void>> {
  await rowsNotInDocument(page);
  const concerned = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  const handler: Handle = (route, request) =>
    method && request.method() !== method ? route.fallback() : handle(route, request);
  await page.route(concerned, handler);
  return () => page.unroute(concerned, handler);
}
