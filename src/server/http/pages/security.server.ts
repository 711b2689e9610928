/** How a security fault is reported: /.well-known/security.txt (RFC 9116) and the page it leads to, where the operator has an address for it. */
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { mailto } from '../../../shared/html.ts';
import type { AppEnv, Services } from '../../services.server.ts';
import { plainPage } from './plain-page.server.ts';

const PATHS = { file: '/.well-known/security.txt', page: '/security' };

/** It must end within a year; a server that nobody runs any more stops saying so by itself. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

export function securityRoutes(app: Hono<AppEnv>, { settings, appUrl, clock }: Services): void {
  const { contactEmail } = settings;
  if (!contactEmail) return;
  const address = mailto(contactEmail);
  app.get(PATHS.file, (c) => {
    const lines = [
      `Contact: ${address}`,
      `Expires: ${new Date(clock.now().getTime() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}${PATHS.file}`,
      `Policy: ${appUrl}${PATHS.page}`,
    ];
    c.header('cache-control', 'public, max-age=3600');
    return c.text(`${lines.join('\n')}\n`);
  });
  app.get(PATHS.page, (c) =>
    plainPage(c, {
      title: 'Report a security fault',
      content: html`
        <p>Have you found a way to reach what is not yours, or to stop others? Please write to <a href="${address}">${contactEmail}</a>.</p>
        <p>Say what you did, step by step, and what happened. The X-Request-Id of the answer helps us to find it in our log.</p>
        <p>
          Please try it with accounts of your own, stop where you meet the data of somebody else, keep none of it, and give us time to
          mend the fault before you tell others.
        </p>`,
    }),
  );
}
