/** Serves the built files. Files with a hash in their name are cached for ever, others for an hour. */
import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import type { AppEnv } from '../../../server/services.server.ts';

const SERVICE_WORKER = '/sw.js';
const NAMED_FILES = '/:file{[a-z0-9-]+\\.(?:js|css|svg|png|txt|webmanifest|ico)}';

export function staticFiles(app: Hono<AppEnv>, directory: string): void {
  const files = serveStatic<AppEnv>({ root: directory, precompressed: true });
  app.use('/assets/*', async (c, next) => {
    await next();
    if (c.res.status === 200) c.header('cache-control', 'public, max-age=31536000, immutable');
  });
  app.use(SERVICE_WORKER, async (c, next) => {
    await next();
    // Applies to the service worker's own requests, unlike the policies of pages.
    c.header(
      'content-security-policy',
      "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });
  app.use(NAMED_FILES, async (c, next) => {
    await next();
    if (c.res.status === 200) c.header('cache-control', 'public, max-age=3600');
  });
  app.on(['GET', 'HEAD'], ['/assets/*', NAMED_FILES], files);
}
