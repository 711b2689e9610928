/** Pages without the app: the outbox and the API's description. One style sheet of their own, no script. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../services.server.ts';

type Content = ReturnType<typeof html>;

/** Sends a page whose words are escaped by `html`. */
export function plainPage(c: Context<AppEnv>, { title, content }: { title: string; content: Content }) {
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  c.header('cache-control', 'no-store');
  return c.html(html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tenure</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/plain.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`);
}
