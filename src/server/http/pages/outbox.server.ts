/** The outbox as pages: emails that would have gone out, for a machine without a mail server. Only this machine can ask. */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { OutboxEmail } from '../../../outside/mail/outbox.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { isLoopback } from '../../env.server.ts';
import type { AppEnv } from '../../services.server.ts';
import { plainPage } from './plain-page.server.ts';

export function outboxRoutes(app: Hono<AppEnv>, outbox: { emails(): Promise<OutboxEmail[]> }): void {
  app.get('/outbox', async (c) => {
    refuseOthers(c);
    const emails = await outbox.emails();
    return plainPage(c, {
      title: 'Outbox',
      content: html`
        <p>Emails that would have been sent. This server has no mail server, so they stay here.</p>
        ${emails.length === 0 ? html`<p>No emails yet.</p>` : ''}
        <ul class="rows">
          ${emails.map(
            (email) => html`<li>
              <a href="/outbox/${email.id}">${email.subject}</a>
              <span>${email.to}</span>
              <span>${formatInstantAsDay(email.sentAt)}</span>
            </li>`,
          )}
        </ul>`,
    });
  });
  app.get('/outbox/:id', async (c) => {
    refuseOthers(c);
    const email = (await outbox.emails()).find(({ id }) => id === c.req.param('id'));
    if (!email) throw new AppError('not_found');
    return plainPage(c, {
      title: email.subject,
      content: html`
        <p>To ${email.to}</p>
        ${email.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
        ${email.action ? html`<p><a href="${email.action.url}">${email.action.label}</a></p>` : ''}
        ${email.unsubscribe ? html`<p><a href="${email.unsubscribe}">Stop these emails</a></p>` : ''}
        <p><a href="/outbox">All emails</a></p>`,
    });
  });
}

// The server listens on loopback when there is an outbox at all; this also holds behind a proxy on the same machine.
function refuseOthers(c: Context<AppEnv>): void {
  if (!isLoopback(c.var.clientAddress)) throw new AppError('not_found');
}
