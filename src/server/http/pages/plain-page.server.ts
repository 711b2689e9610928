/** Pages without the app: the outbox, the API's description, the page without a connection. One style sheet of their own, no app. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../services.server.ts';

type Content = ReturnType<typeof html>;

/** Sends a page whose words are escaped by `html`. With `themed` it is as light or dark as the app, else as the system is; with `form` it has one. */
export function plainPage(
  c: Context<AppEnv>,
  {
    title,
    content,
    themed = false,
    form = false,
  }: { title: string; content: Content; themed?: boolean; form?: boolean },
) {
  const scripts = themed ? " script-src 'self';" : '';
  c.header(
    'content-security-policy',
    `default-src 'none';${scripts} style-src 'self'; img-src 'self'; base-uri 'none'; form-action ${form ? "'self'" : "'none'"}; frame-ancestors 'none'`,
  );
  c.header('cache-control', 'no-store');
  return c.html(html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tenure</title>
        ${themed ? html`<script src="/theme.js"></script>` : ''}
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

/** Kept by the service worker (public/sw.js), for a page that is asked for without a connection. */
export function offlinePage(c: Context<AppEnv>) {
  const content = html`<p>Tenure needs a connection: your properties and money are kept on the server alone.</p>
    <p>
      Please check your connection. If it works, Tenure may be away for a moment. What you had typed into a form is offered back when the
      page is there again.
    </p>
    <p><a href="">Try again</a></p>`;
  return plainPage(c, { title: 'You are offline', content, themed: true });
}
