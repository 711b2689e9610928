/** Pages outside the app, such as the API documentation and the offline page. They share one style sheet. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../services.server.ts';

type Content = ReturnType<typeof html>;

/**
 * `top` is shown above the heading. `themed` pages follow the app's theme, others the system's. `form` allows a form.
 * `script` is the path of a script, which may send requests to this server and preview files.
 */
export function plainPage(
  c: Context<AppEnv>,
  {
    title,
    content,
    top = '',
    themed = false,
    form = false,
    script,
  }: { title: string; content: Content; top?: Content | ''; themed?: boolean; form?: boolean; script?: string },
) {
  const scripts = themed || script ? " script-src 'self';" : '';
  const requests = script ? " connect-src 'self';" : '';
  c.header(
    'content-security-policy',
    `default-src 'none';${scripts}${requests} style-src 'self'; img-src 'self'${script ? ' blob:' : ''}; base-uri 'none'; form-action ${form ? "'self'" : "'none'"}; frame-ancestors 'none'`,
  );
  c.header('cache-control', 'no-store');
  return c.html(html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tenure</title>
        ${themed ? html`<script src="/theme.js"></script>` : ''}
        ${script ? html`<script src="${script}" defer></script>` : ''}
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/plain.css" />
      </head>
      <body>
        <main>
          ${top}
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`);
}

/** Cached by the service worker (public/sw.js) for requests while offline. */
export function offlinePage(c: Context<AppEnv>) {
  const content = html`<p>Tenure needs an internet connection, because your records are stored on the server.</p>
    <p>
      Check your connection. If it works, Tenure may be unavailable for a moment. When the page loads again, we will offer to restore
      your unfinished forms.
    </p>
    <p><a href="">Try again</a></p>`;
  return plainPage(c, { title: 'You are offline', content, themed: true });
}
