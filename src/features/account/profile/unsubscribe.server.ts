/** Unsubscribing by an emailed link without signing in: a page with a button, and one-click POST (RFC 8058). */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { sign, verifySigned } from '../../../server/session/cookies.server.ts';

const PATH = '/unsubscribe';
/** Domain-separates the signature from other signed values, such as sessions. */
const PREFIX = 'unsubscribe:';

/** The token is the signed member id; it is not stored and never expires. Earlier links have the account's id. */
export function unsubscribeUrl({ appUrl, secret }: Pick<Services, 'appUrl' | 'secret'>, memberId: string): string {
  return `${appUrl}${PATH}?${new URLSearchParams({ token: sign(PREFIX + memberId, secret) })}`;
}

/** Register before the body check: the body is a form, which is ignored. */
export function unsubscribePages(app: Hono<AppEnv>, { secret, jobsPool }: Services): void {
  const memberOf = (c: Context<AppEnv>) => {
    const value = verifySigned(c.req.query('token'), secret);
    return value?.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
  };
  const settings = html`<a href="/dashboard/settings">Settings</a>`;
  const wrong = (c: Context<AppEnv>) => {
    c.status(404);
    return plainPage(c, {
      title: 'This link does not work',
      content: html`<p>Open the full link from the email, or turn off Email Notifications in ${settings}.</p>`,
    });
  };
  // Mail scanners follow links, so only the button makes a change.
  app.get(PATH, (c) => {
    if (!memberOf(c)) return wrong(c);
    return plainPage(c, {
      title: 'Stop these emails?',
      content: html`<p>We will stop emailing you about leases that end and anything that needs attention. We will still send emails about your account, such as password changes.</p>
        <form method="post"><button>Stop these emails</button></form>`,
      form: true,
    });
  });
  app.post(PATH, async (c) => {
    const memberId = memberOf(c);
    if (!memberId) return wrong(c);
    await jobsPool.query('select app.stop_emails($1)', [memberId]);
    return plainPage(c, {
      title: 'These emails have stopped',
      content: html`<p>Email Notifications are off. You can turn them on again in ${settings}.</p>`,
    });
  });
}
