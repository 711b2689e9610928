/** Unsubscribing by an emailed link without signing in: a page with a button, and one-click POST (RFC 8058). */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { sign, verifySigned } from '../../server/session/cookies.server.ts';

const PATH = '/unsubscribe';

type Emails = {
  /** Domain-separates the signature from other signed values, such as sessions. */
  prefix: string;
  /** The SQL that ends the emails; $1 is the id in the token. */
  stop: string;
  question: string;
  stopped: string;
  /** Where the emails can be turned on again. */
  place: { href: string; name: string };
};

const EMAILS = {
  /** The id is a member's, or in older links an account's. */
  notices: {
    prefix: 'unsubscribe:',
    stop: 'select app.stop_emails($1)',
    question: 'We will stop emailing you about leases that end and anything that needs attention.',
    stopped: 'Email Notifications are off.',
    place: { href: '/dashboard/settings', name: 'Settings' },
  },
  /** The id is a saved report's. */
  report: {
    prefix: 'unsubscribe-report:',
    stop: 'select app.stop_report_emails($1)',
    question: 'We will stop emailing you this report each month.',
    stopped: 'This report is no longer emailed.',
    place: { href: '/dashboard/reports', name: 'Reports' },
  },
} satisfies Record<string, Emails>;

type Kind = keyof typeof EMAILS;
type Server = Pick<Services, 'appUrl' | 'secret'>;

/** The token is the signed id; it is not stored and never expires. */
export function unsubscribeUrl({ appUrl, secret }: Server, id: string, kind: Kind = 'notices'): string {
  return `${appUrl}${PATH}?${new URLSearchParams({ token: sign(EMAILS[kind].prefix + id, secret) })}`;
}

/** Must be registered before the body check, since the body is a form, which is ignored. */
export function unsubscribePages(app: Hono<AppEnv>, { secret, jobsPool }: Services): void {
  const parseToken = (c: Context<AppEnv>) => {
    const value = verifySigned(c.req.query('token'), secret);
    const emails = Object.values(EMAILS).find(({ prefix }) => value?.startsWith(prefix));
    return value && emails && { emails, id: value.slice(emails.prefix.length) };
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
    const request = parseToken(c);
    if (!request) return wrong(c);
    return plainPage(c, {
      title: 'Stop these emails?',
      content: html`<p>${request.emails.question} We will still send emails about your account, such as password changes.</p>
        <form method="post"><button>Stop these emails</button></form>`,
      form: true,
    });
  });
  app.post(PATH, async (c) => {
    const request = parseToken(c);
    if (!request) return wrong(c);
    const { stop, stopped, place } = request.emails;
    await jobsPool.query(stop, [request.id]);
    return plainPage(c, {
      title: 'These emails have stopped',
      content: html`<p>${stopped} You can turn the emails on again in <a href="${place.href}">${place.name}</a>.</p>`,
    });
  });
}
