/** The outbox as pages: letters that would have gone out, for a machine without a mail server. Only this machine can ask. */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { OutboxLetter } from '../../outside/mail/outbox.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { isLoopback } from '../env.server.ts';
import type { AppEnv } from '../services.server.ts';
import { plainPage } from './plain-page.server.ts';

export function outboxRoutes(app: Hono<AppEnv>, outbox: { letters(): Promise<OutboxLetter[]> }): void {
  app.get('/outbox', async (c) => {
    refuseStrangers(c);
    const letters = await outbox.letters();
    return plainPage(c, {
      title: 'Outbox',
      content: html`
        <p>Letters that would have gone out. This server has no mail server, so they stay here.</p>
        ${letters.length === 0 ? html`<p>No letters yet.</p>` : ''}
        <ul class="rows">
          ${letters.map(
            (letter) => html`<li>
              <a href="/outbox/${letter.id}">${letter.subject}</a>
              <span>${letter.to}</span>
              <span>${formatInstantAsDay(letter.sentAt)}</span>
            </li>`,
          )}
        </ul>`,
    });
  });
  app.get('/outbox/:id', async (c) => {
    refuseStrangers(c);
    const letter = (await outbox.letters()).find(({ id }) => id === c.req.param('id'));
    if (!letter) throw new AppError('not_found');
    return plainPage(c, {
      title: letter.subject,
      content: html`
        <p>To ${letter.to}</p>
        ${letter.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
        ${letter.action ? html`<p><a href="${letter.action.url}">${letter.action.label}</a></p>` : ''}
        <p><a href="/outbox">All letters</a></p>`,
    });
  });
}

// The server listens on loopback when there is an outbox at all; this also holds behind a proxy on the same machine.
function refuseStrangers(c: Context<AppEnv>): void {
  if (!isLoopback(c.var.clientAddress)) throw new AppError('not_found');
}
