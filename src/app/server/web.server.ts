/** The web app and the public pages, as built: documents with their policy, files that may be kept for ever. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import { PAGE_NAMES, PAGES, type PageName } from '../../features/landing/page.ts';
import { loadPublicPages, type PublicPage } from '../../features/landing/pages.server.ts';
import type { Clock } from '../../outside/clock.ts';
import type { Settings } from '../../server/env.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { sessionToken } from '../../server/session/session.server.ts';
import { isAppPath } from '../web/addresses.ts';

/** What a visitor asks for: a public page or the app, by path with its query. */
type DocumentRequest = { page: PageName | 'app'; signedIn: boolean; url: string };

export type Web = {
  document(request: DocumentRequest): PublicPage | Promise<PublicPage>;
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
  const publicPage = await loadPublicPages({ directory, operator: settings, clock });
  const app = encodedApp(await readFile(join(directory, 'app.html'), 'utf8'), settings);
  return {
    files: directory,
    document: ({ page, signedIn }) => (page === 'app' ? app : publicPage({ page, signedIn })),
  };
}

/** app.html, marked when the server is a demonstration so that every screen can say so. */
export function encodedApp(template: string, { demonstration }: { demonstration: boolean }): PublicPage {
  const html = Buffer.from(demonstration ? template.replace('<html ', '<html data-demonstration ') : template);
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
  return { html, etag, gzip: gzipSync(html), brotli: brotliCompressSync(html), styleHashes: [] };
}

/** Adds the documents and files to the server's routes; anything unknown is the app's own 404, with that status. */
export function webRoutes(app: Hono<AppEnv>, web: Web, services: Services): void {
  for (const page of PAGE_NAMES) {
    app.get(PAGES[page].path, async (c) => {
      const signedIn = await isSignedIn(services, c);
      c.header('vary', 'Cookie', { append: true });
      return send(c, await web.document({ page, signedIn, url: c.req.url }), 200);
    });
  }
  if (web.files) {
    const files = serveStatic<AppEnv>({ root: web.files, precompressed: true });
    app.use('/assets/*', async (c, next) => {
      await next();
      if (c.res.status === 200) c.header('cache-control', 'public, max-age=31536000, immutable');
    });
    app.on(['GET', 'HEAD'], ['/assets/*', '/:file{[a-z0-9-]+\\.(?:js|css|svg|png|txt|webmanifest|ico)}'], files);
  }
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const document = await web.document({ page: 'app', signedIn: false, url: c.req.url });
    return send(c, document, isAppPath(c.req.path) ? 200 : 404);
  });
}

// Only which header the page shows depends on it, so a database that is away must not take the front page down.
async function isSignedIn(services: Services, c: Context<AppEnv>): Promise<boolean> {
  const token = sessionToken(services, c.req.header('cookie'));
  if (!token) return false;
  try {
    const { rows } = await services.pool.query<{ known: boolean }>('select app.is_session($1, $2) as known', [
      token,
      services.clock.now(),
    ]);
    return rows[0]?.known ?? false;
  } catch (error) {
    c.var.log().warn({ err: error }, 'The front page could not see who is signed in');
    return false;
  }
}

function send(c: Context<AppEnv>, document: PublicPage, status: 200 | 404): Response {
  c.header('cache-control', 'no-cache');
  c.header('etag', document.etag);
  c.header('content-security-policy', policy(document.styleHashes));
  c.header('vary', 'Accept-Encoding', { append: true });
  if (status === 200 && c.req.header('if-none-match') === document.etag) return c.body(null, 304);
  c.header('content-type', 'text/html; charset=utf-8');
  const accepted = c.req.header('accept-encoding') ?? '';
  const [encoding, bytes] = /\bbr\b/.test(accepted)
    ? ['br', document.brotli]
    : /\bgzip\b/.test(accepted)
      ? ['gzip', document.gzip]
      : [undefined, document.html];
  if (encoding) c.header('content-encoding', encoding);
  return c.body(new Uint8Array(bytes), status);
}

/** Nothing from another host, nothing inline but styles whose hash the build knows. */
export function policy(styleHashes: readonly string[]): string {
  const styles = styleHashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    "script-src 'self'",
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
