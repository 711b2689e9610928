/** The app's document, as built or as Vite serves it: with its policy, with who is signed in, and with the first rows of a list. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { CurrentUser } from '../../../features/account/account.ts';
import type { AccountServices } from '../../../features/account/routes.server.ts';
import { whoIsSignedIn } from '../../../features/account/sign-in/sign-in.server.ts';
import { isOver } from '../../../features/billing/trial.ts';
import { loadPublicPages, type PageRequest } from '../../../features/landing/pages.server.ts';
import type { Clock } from '../../../outside/clock.ts';
import type { Settings } from '../../../server/env.server.ts';
import type { PublicPage } from '../../../server/http/pages/built-pages.server.ts';
import { offlinePage } from '../../../server/http/pages/plain-page.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';
import { readAsUser } from '../../../server/session/session.server.ts';
import { type AuthPageRequest, loadAuthPages } from '../../auth/auth-pages.server.ts';
import { readOverview } from '../../overview/overview.server.ts';
import { APP_PATHS, type AppPath, appPathAt } from '../../web/addresses.ts';
import { FIRST_PATHS, type FirstPath } from '../../web/first-data.ts';
import { RIBBON_COOKIE } from '../../web/shell/ribbons.ts';
import { type FirstRows, withFirstData } from './first-data.server.tsx';
import { staticFiles } from './static-files.server.ts';

/** What a visitor asks for: a public page or the app, by path with its query. */
type DocumentRequest = (PageRequest | { page: 'app' }) & { url: string };

export type Web = {
  document(request: DocumentRequest): PublicPage | Promise<PublicPage>;
  /** A page before the dashboard. */
  authPage(request: AuthPageRequest & { url: string }): PublicPage | Promise<PublicPage>;
  /** Reads and draws the first rows of a list. Handed in, as the screens know the API by this server's type. Without it a document has none. */
  firstRows?: (services: AccountServices, c: Context<AppEnv>, asked: RowsAsked) => Promise<FirstRows>;
  /** Folder of the built files; undefined in development, where Vite serves them. */
  files: string | undefined;
};

/** The production build in `directory`. Rejects when it is incomplete. */
export async function builtWeb({
  directory,
  settings,
  clock,
}: {
  directory: string;
  settings: Settings;
  clock: Clock;
}): Promise<Web> {
  const read = (file: string) => readFile(join(directory, file), 'utf8');
  const [publicPage, authPage, template, theme, listed] = await Promise.all([
    loadPublicPages({ directory, operator: settings, clock }),
    loadAuthPages(directory, settings),
    read('app.html'),
    read('theme.js'),
    read('screens.json'),
  ]);
  const scripts = JSON.parse(listed) as Partial<Record<AppPath, string[]>>;
  const encoded = (files: string[] = []) =>
    encodedApp(forScreen(template, { theme, scripts: files }), settings, [hashOf(theme)]);
  const ready = new Map<AppPath, PublicPage>(APP_PATHS.map((path) => [path, encoded(scripts[path])]));
  const elsewhere = encoded();
  return {
    files: directory,
    document: (asked) => {
      if (asked.page !== 'app') return publicPage(asked);
      const path = appPathAt(new URL(asked.url).pathname);
      return (path && ready.get(path)) ?? elsewhere;
    },
    authPage,
  };
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** As the build writes what the app's file imports. As scripts before it they run as tasks of their own, not within its. */
const IMPORTED = /<link rel="modulepreload" crossorigin href="([^"]+)">/g;

/** app.html with its styles first, the theme inside, and all of the screen's code asked for at once. */
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

/** app.html, marked when the server is a demonstration so that every screen can say so. */
export function encodedApp(
  template: string,
  { demonstration }: { demonstration: boolean },
  scriptHashes: string[] = [],
): PublicPage {
  const html = Buffer.from(demonstration ? template.replace('<html ', '<html data-demonstration ') : template);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, etag, gzip: gzipSync(html), brotli: brotliCompressSync(html), styleHashes: [], scriptHashes };
}

/** Adds the documents and files to the server's routes; anything unknown is the app's own 404, with that status. */
export function webRoutes(app: Hono<AppEnv>, web: Web, services: AccountServices): void {
  app.get('/offline', offlinePage);
  // As it was called before the list of bank rows was one.
  app.get('/dashboard/finance/match', (c) => c.redirect(`/dashboard/rent/bank${new URL(c.req.url).search}`, 301));
  if (web.files) staticFiles(app, web.files);
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const [document, screen] = [await web.document({ page: 'app', url: c.req.url }), appPathAt(c.req.path)];
    if (!screen?.startsWith('/dashboard')) {
      c.header('cache-control', 'no-cache');
      return send(c, document, screen ? 200 : 404);
    }
    // It says who is signed in, and may not be shown to who signs in next.
    c.header('cache-control', 'no-store');
    const user = await whoIsSignedIn(services, c).catch((error: unknown) => {
      c.var.log().warn({ err: error }, 'The document could not say who is signed in');
      return undefined;
    });
    if (user === undefined) return send(c, document, 200);
    const reads = screen === '/dashboard' && user && !isOver(user);
    const overview = reads
      ? await readAsUser(services, c, 'guarded', readOverview).catch((error: unknown) => {
          c.var.log().warn({ err: error }, 'The document could not bring the overview');
          return undefined;
        })
      : undefined;
    const rows =
      isFirstPath(screen, c.req.query()) && user && !isOver(user)
        ? await rowsInTime(web, services, c, { path: screen, user })
        : undefined;
    const html = withFirstData(document.html.toString(), {
      path: screen,
      search: c.req.query(),
      user,
      overview,
      rows,
      closedRibbons: readCookie(c.req.header('cookie'), RIBBON_COOKIE),
    });
    return send(c, { ...document, ...filled(html) }, 200);
  });
}

/** Waits so long for the rows of a list; a document without them shows grey shapes, as the screen reads them itself. */
const ROWS_MS = 300;

type RowsAsked = { path: FirstPath; search: Record<string, string>; user: CurrentUser };

/** The other tabs of Finance have no rows to begin with. */
const isFirstPath = (path: AppPath, { tab }: Record<string, string>): path is FirstPath =>
  !tab && FIRST_PATHS.some((first) => first === path);

async function rowsInTime(
  { firstRows }: Web,
  services: AccountServices,
  c: Context<AppEnv>,
  asked: Omit<RowsAsked, 'search'>,
): Promise<FirstRows | undefined> {
  const rows = firstRows?.(services, c, { ...asked, search: c.req.query() }).catch((error: unknown) => {
    c.var.log().warn({ err: error }, 'The document could not bring the rows');
    return undefined;
  });
  const late = new AbortController();
  const first = await Promise.race([
    rows,
    setTimeout(ROWS_MS, undefined, { signal: late.signal }).catch(() => undefined),
  ]);
  late.abort();
  return first;
}

/** For one answer: compressed quickly, and under no name that a browser could ask by again. */
function filled(text: string): Pick<PublicPage, 'html' | 'gzip' | 'brotli' | 'etag'> {
  const html = Buffer.from(text);
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  return { html, brotli, gzip: gzipSync(html), etag: '' };
}

/** The document in the encoding that the browser takes best; 304 where it has it already. */
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

/** Nothing from another host, nothing inline but what the build knows by its hash. */
export function policy(inside: Pick<PublicPage, 'styleHashes' | 'scriptHashes'>): string {
  const [styles, scripts] = [inside.styleHashes, inside.scriptHashes].map((hashes) =>
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
