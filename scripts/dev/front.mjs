/** What stands before the server while developing: Vite, which serves sources as the browser wants them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';

/** @typedef {import('../../src/server/services.server.ts').AppEnv} AppEnv */

/**
 * A page of the checkout with Vite's client in it.
 * @param {import('vite').ViteDevServer} vite
 * @param {'app.html'} file
 * @param {string} url
 */
export async function page(vite, file, url) {
  return vite.transformIndexHtml(
    new URL(url, 'http://localhost').pathname,
    await readFile(join(vite.config.root, file), 'utf8'),
  );
}

/**
 * @param {{ vite: import('vite').ViteDevServer, app: import('hono').Hono<AppEnv> }} parts
 * @returns {import('hono').Hono<AppEnv>} the app with Vite before it
 */
export function front({ vite, app }) {
  /** @type {Hono<AppEnv>} */
  const outer = new Hono();
  outer.use(async (c, next) => {
    if (c.req.path.startsWith('/api/')) return next();
    const answered = await throughVite(vite, c.env);
    if (answered) return RESPONSE_ALREADY_SENT;
    await next();
    // Vite puts its client and its styles into the page itself. The production build is tested under the strict policy.
    c.res.headers.delete('content-security-policy');
    return undefined;
  });
  outer.all('*', (c) => app.fetch(c.req.raw, c.env));
  return outer;
}

/**
 * @param {import('vite').ViteDevServer} vite
 * @param {AppEnv['Bindings']} bindings
 * @returns {Promise<boolean>} whether Vite has answered
 */
function throughVite(vite, { incoming, outgoing }) {
  return new Promise((resolve, reject) => {
    outgoing.once('close', () => resolve(true));
    vite.middlewares(incoming, outgoing, (/** @type {Error | undefined} */ error) =>
      error ? reject(error) : resolve(false),
    );
  });
}
