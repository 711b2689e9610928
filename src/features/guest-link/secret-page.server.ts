/** Shared by pages at secret addresses: headers, the rate limit, and the page for an invalid link. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import { networkOf } from '../../server/http/client-address.server.ts';
import { asAppError } from '../../server/http/errors.server.ts';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import type { AccountServices } from '../account/routes.server.ts';
import { sendFile } from '../file/serve.server.ts';
import type { ListedFile } from '../file/store.server.ts';

type Content = ReturnType<typeof html>;

const PAGES: Record<number, string> = {
  400: 'We did not receive this form',
  408: 'We did not receive this form',
  413: 'This is too large',
  429: 'Too many attempts',
};

/** Counts undefined from `open` as a guess. */
export function limitedOpen({ attempts }: Pick<AccountServices, 'attempts'>) {
  return <T>(c: Context<AppEnv>, open: () => Promise<T | undefined>) =>
    attempts.openLink(networkOf(c.var.clientAddress), open);
}

/** Runs `work` with the headers of a secret address. Expected failures are shown as pages. */
export async function secretPage(c: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  c.env.outgoing.setHeader('referrer-policy', 'no-referrer');
  c.env.outgoing.setHeader('x-robots-tag', 'noindex, nofollow');
  c.header('cache-control', 'no-store');
  try {
    return await work();
  } catch (error) {
    const { code, message, details } = asAppError(error);
    const { status } = ERROR_CODES[code];
    const title = PAGES[status];
    if (!title) throw error;
    if (status === 429) c.header('retry-after', `${details.retryAfter ?? 60}`);
    // Otherwise the rest of the unread body would be parsed as the next request.
    if (status === 408 || status === 413) c.header('connection', 'close');
    c.status(status);
    const words = status === 429 ? 'Wait a minute, then open the link again.' : message;
    return plainPage(c, { title, content: html`<p>${words}</p>` });
  }
}

/** Sends a file or its thumbnail. Caches must not store the response. */
export async function sendSecretFile(services: Pick<Services, 'files'>, c: Context<AppEnv>, file: ListedFile) {
  const size = c.req.query('size') === 'thumb' && file.sizes.includes('thumb') ? 'thumb' : undefined;
  const response = await sendFile(services, c, { file, size });
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** The same page for unknown, expired and revoked links, and for guesses. */
export function goneLink(c: Context<AppEnv>, more: Content | '' = '') {
  c.status(404);
  return plainPage(c, {
    title: 'This link no longer works',
    content: html`<p>This link no longer works. Ask your landlord for a new one.</p>
      ${more}`,
  });
}
