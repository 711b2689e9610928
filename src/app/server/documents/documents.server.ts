/** The app's HTML document, from the build or Vite, with its security policy, the session and a screen's first data. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ReactNode } from 'react';
import type { CurrentUser } from '../../../features/account/account.ts';
import type { AccountServices } from '../../../features/account/routes.server.ts';
import { signedInUser } from '../../../features/account/sign-in/sign-in.server.ts';
import { isOver } from '../../../features/billing/trial.ts';
import { loadPublicPages, type PageRequest } from '../../../features/landing/pages.server.ts';
import type { Clock } from '../../../outside/clock.ts';
import type { Settings } from '../../../server/env.server.ts';
import type { PublicPage } from '../../../server/http/pages/built-pages.server.ts';
import { offlinePage } from '../../../server/http/pages/plain-page.server.ts';
import type { Read } from '../../../server/noun-parts.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { type AuthPageRequest, loadAuthPages } from '../../auth/auth-pages.server.ts';
import { readOverview } from '../../overview/overview.server.ts';
import type { Overview } from '../../overview/overview.ts';
import { RIBBON_COOKIE } from '../../web/shell/ribbons.ts';
import { FIRST } from './first-reads.server.ts';
import { APP_PATHS, appPathAt } from './paths.server.ts';
import { staticFiles } from './static-files.server.ts';

type DocumentRequest = (PageRequest | { page: 'app' }) & { url: string };

export type Web = {
  document(request: DocumentRequest): PublicPage | Promise<PublicPage>;
  authPage(request: AuthPageRequest & { url: string }): PublicPage | Promise<PublicPage>;
  /** Renders a document's first content. Loaded on demand, as the screens import the type of this server's API. */
  drawing(): Promise<Drawing>;
  /** Folder of the built files; undefined in development, where Vite serves them. */
  files: string | undefined;
};

/** A list's screen with its first rows, and the query data from which it was rendered. */
export type FirstRows = { screen: ReactNode; reads: Read[] };

type ScreenUrl = { path: string; search: Record<string, string> };
export type FirstDataRequest = ScreenUrl & {
  user: CurrentUser | null;
  closedRibbons?: string | undefined;
  overview?: Overview | undefined;
  rows?: FirstRows | undefined;
};

export type RowsRequest = ScreenUrl & { user: CurrentUser };

type Drawing = {
  withFirstData: (html: string, request: FirstDataRequest) => string;
  firstRows: (services: AccountServices, c: Context<AppEnv>, request: RowsRequest) => Promise<FirstRows | undefined>;
};

/** Loads the production build from `directory`. Rejects if the build is incomplete. */
export async function builtWeb({
  directory,
  settings,
  clock,
}: {
  directory: string;
  settings: Settings;
  clock: Clock;
}): Promise<Omit<Web, 'drawing'>> {
  const read = (file: string) => readFile(join(directory, file), 'utf8');
  const [publicPage, authPage, template, theme, listed] = await Promise.all([
    loadPublicPages({ directory, operator: settings, clock }),
    loadAuthPages(directory, settings),
    read('app.html'),
    read('theme.js'),
    read('screens.json'),
  ]);
  const scripts = JSON.parse(listed) as Partial<Record<string, string[]>>;
  const encoded = (files: string[] = []) =>
    encodedApp(forScreen(template, { theme, scripts: files }), settings, [hashOf(theme)]);
  const ready = new Map<string, PublicPage>(APP_PATHS.map((path) => [path, encoded(scripts[path])]));
  const elsewhere = encoded();
  return {
    files: directory,
    document: (request) => {
      if (request.page !== 'app') return publicPage(request);
      const path = appPathAt(new URL(request.url).pathname);
      return (path ? ready.get(path) : undefined) ?? elsewhere;
    },
    authPage,
  };
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The build's preloads of the app script's imports. As separate scripts, the imports run as separate tasks. */
const IMPORTED = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/** Rewrites app.html for a screen: styles first, the theme inline, and preloads of all the screen's code. */
function forScreen(template: string, { theme, scripts }: { theme: string; scripts: string[] }): string {
  const [styles = ''] = /<link rel="stylesheet"[^>]*>/.exec(template) ?? [];
  const preloads = scripts
    .filter((file) => !template.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const libraries = [...template.matchAll(IMPORTED)].map(
    ([, file]) => `<script type="module" crossorigin src="${file}"></script>`,
  );
  return template
    .replaceAll(IMPORTED, '')
    .replace('<script type="module"', () => `${libraries.join('')}<script type="module"`)
    .replace(styles, '')
    .replace('<script src="/theme.js"></script>', () => `${styles}<script>${theme}</script>`)
    .replace('</head>', () => `${preloads.join('')}</head>`);
}

/** Compresses app.html, marked if the server is a demonstration. */
export function encodedApp(
  template: string,
  { demonstration }: { demonstration: boolean },
  scriptHashes: string[] = [],
): PublicPage {
  const html = Buffer.from(demonstration ? template.replace('<html ', '<html data-demonstration ') : template);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, etag, gzip: gzipSync(html), brotli: brotliCompressSync(html), styleHashes: [], scriptHashes };
}

/** Adds the routes of documents and static files. An unknown path returns the app with status 404. */
export function webRoutes(app: Hono<AppEnv>, web: Web, services: AccountServices): void {
  app.get('/offline', offlinePage);
  // Earlier emails link to this former path of the bank rows.
  app.get('/dashboard/finance/match', (c) => c.redirect(`/dashboard/rent/bank${new URL(c.req.url).search}`, 301));
  if (web.files) staticFiles(app, web.files);
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const [document, screen] = [await web.document({ page: 'app', url: c.req.url }), appPathAt(c.req.path)];
    if (!screen?.startsWith('/dashboard')) {
      c.header('cache-control', 'no-cache');
      return send(c, document, screen ? 200 : 404);
    }
    // The document contains the session, so it must not be cached for the next user.
    c.header('cache-control', 'no-store');
    // `self` suffices, as PostgreSQL limits every read to the member's rights.
    c.set('need', 'self');
    const user = await signedInUser(services, c).catch((error: unknown) => {
      c.var.log().warn({ err: error }, 'Could not read the session for a document');
      return undefined;
    });
    if (user === undefined) return send(c, document, 200);
    const drawing = await web.drawing();
    const reads = screen === '/dashboard' && user && !isOver(user);
    const overview = reads
      ? await readAsUser(services, c, 'guarded', readOverview).catch((error: unknown) => {
          c.var.log().warn({ err: error }, 'Could not read the overview for a document');
          return undefined;
        })
      : undefined;
    const rows =
      hasFirstRows(screen, c.req.query()) && user && !isOver(user)
        ? await rowsWithinTimeout(drawing, services, c, { path: screen, user })
        : undefined;
    const html = drawing.withFirstData(document.html.toString(), {
      path: screen,
      search: c.req.query(),
      user,
      overview,
      rows,
      closedRibbons: readCookie(c.req.header('cookie'), RIBBON_COOKIE),
    });
    return send(c, { ...document, ...encodedOnce(html) }, 200);
  });
}

/** After this timeout the document is sent without rows. The screen then shows a skeleton and requests the rows. */
const ROWS_TIMEOUT_MS = 300;

/** Only the default tab of Finance has first rows. */
const hasFirstRows = (path: string, { tab }: Record<string, string>) => !tab && FIRST[path] !== undefined;

async function rowsWithinTimeout(
  { firstRows }: Drawing,
  services: AccountServices,
  c: Context<AppEnv>,
  request: Omit<RowsRequest, 'search'>,
): Promise<FirstRows | undefined> {
  const rows = firstRows(services, c, { ...request, search: c.req.query() }).catch((error: unknown) => {
    c.var.log().warn({ err: error }, 'Could not read the first rows for a document');
    return undefined;
  });
  const late = new AbortController();
  const first = await Promise.race([
    rows,
    setTimeout(ROWS_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return first;
}

/** Encodes a document for a single response: with fast compression and without an ETag. */
function encodedOnce(text: string): Pick<PublicPage, 'html' | 'gzip' | 'brotli' | 'etag'> {
  const html = Buffer.from(text);
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { html, brotli, gzip: gzipSync(html), etag: '' };
}

export function send(c: Context<AppEnv>, document: PublicPage, status: number): Response {
  if (document.etag) c.header('etag', document.etag);
  c.header('content-security-policy', policy(document));
  c.header('vary', 'Accept-Encoding', { append: true });
  if (status === 200 && document.etag && c.req.header('if-none-match') === document.etag) return c.body(null, 304);
  c.header('content-type', 'text/html; charset=utf-8');
  const accepted = c.req.header('accept-encoding') ?? '';
  const [encoding, bytes] = /\bbr\b/.test(accepted)
    ? ['br', document.brotli]
    : /\bgzip\b/.test(accepted)
      ? ['gzip', document.gzip]
      : [undefined, document.html];
  if (encoding) c.header('content-encoding', encoding);
  return c.body(new Uint8Array(bytes), status as ContentfulStatusCode);
}

/** Returns the Content-Security-Policy. It forbids other hosts, and inline code and styles except the given hashes. */
export function policy(hashes: Pick<PublicPage, 'styleHashes' | 'scriptHashes'>): string {
  const [styles, scripts] = [hashes.styleHashes, hashes.scriptHashes].map((hashes) =>
    hashes.map((hash) => ` '${hash}'`).join(''),
  );
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
