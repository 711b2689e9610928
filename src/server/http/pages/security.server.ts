/** Explains how to report a vulnerability: /.well-known/security.txt (RFC 9116) and a page. Needs CONTACT_EMAIL. */
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { mailto } from '../../../shared/html.ts';
import type { AppEnv, Services } from '../../services.server.ts';
import { plainPage } from './plain-page.server.ts';

const PATHS = { file: '/.well-known/security.txt', page: '/security' };

/** RFC 9116 recommends less than a year, so that an outdated file expires. */
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
        <p>Have you found a way to reach other people’s data or to disrupt this service? Write to <a href="${address}">${contactEmail}</a>.</p>
        <p>Describe each step and the result. Include the X-Request-Id of the response, which helps us find it in our log.</p>
        <p>
          Test only with your own accounts. Stop if you reach someone else’s data, and do not keep it. Give us time to fix the fault
          before you publish it.
        </p>`,
    }),
  );
}
