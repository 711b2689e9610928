/** Shows unsent emails on a machine without a mail server. Loopback only. */
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Email, emailBody } from '../../../outside/mail/mail.ts';
import type { Outbox } from '../../../outside/mail/outbox.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { isLoopback } from '../../env.server.ts';
import type { AppEnv } from '../../services.server.ts';
import { plainPage } from './plain-page.server.ts';

type Shown = Outbox & {
  /** One email of each kind, with made-up content. */
  examples: readonly Email[];
};

export function outboxRoutes(app: Hono<AppEnv>, { emails, attachment, examples }: Shown): void {
  app.get('/outbox', async (c) => {
    assertLocalClient(c);
    const sent = await emails();
    return plainPage(c, {
      title: 'Outbox',
      content: html`
        <p>Emails that would have been sent. This server has no mail server, so they stay here.</p>
        ${sent.length === 0 ? html`<p>No emails yet.</p>` : ''}
        <ul class="rows">
          ${sent.map(
            (email) => html`<li>
              <a href="/outbox/${email.id}">${email.subject}</a>
              <span>${email.to}</span>
              <span>${formatInstantAsDay(email.sentAt)}</span>
            </li>`,
          )}
        </ul>
        <p><a href="/outbox/examples">Every kind of email, with made-up content</a></p>`,
    });
  });
  app.get('/outbox/examples', (c) => {
    assertLocalClient(c);
    return plainPage(c, {
      title: 'Every kind of email',
      content: html`${examples.map(
        (email) => html`<h2>${email.subject}</h2>
          ${raw(emailBody(email))}`,
      )}
        <p><a href="/outbox">Outbox</a></p>`,
    });
  });
  app.get('/outbox/:id', async (c) => {
    assertLocalClient(c);
    const email = (await emails()).find(({ id }) => id === c.req.param('id'));
    if (!email) throw new AppError('not_found');
    return plainPage(c, {
      title: email.subject,
      content: html`
        <p>To ${email.to}</p>
        ${raw(emailBody(email))}
        <ul class="rows">
          ${email.attachments.map(
            ({ name, size }, index) => html`<li>
              <a href="/outbox/${email.id}/${index}" download="${name}">${name}</a>
              <span>${Math.ceil(size / 1024)} kB</span>
            </li>`,
          )}
        </ul>
        <p><a href="/outbox">All emails</a></p>`,
    });
  });
  app.get('/outbox/:id/:index', async (c) => {
    assertLocalClient(c);
    const email = (await emails()).find(({ id }) => id === c.req.param('id'));
    const attached = email?.attachments[Number(c.req.param('index'))];
    if (!attached) throw new AppError('not_found');
    // The browser must not open an upload on this origin.
    c.header('content-disposition', 'attachment');
    c.header('content-type', attached.type);
    return c.body(await attachment(attached.file));
  });
}

/** A server with an outbox listens on loopback; this check also protects it behind a local proxy. */
function assertLocalClient(c: Context<AppEnv>): void {
  if (!isLoopback(c.var.clientAddress)) throw new AppError('not_found');
}
