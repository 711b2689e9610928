/** Ending emails by the link in one, without signing in: a page with a button, and the POST of it and of mail programs (RFC 8058). */
import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { plainPage } from '../../../server/http/pages/plain-page.server.ts';
import type { AppEnv, Services } from '../../../server/services.server.ts';
import { sign, verifySigned } from '../../../server/session/cookies.server.ts';
import { runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { saveSettings } from './profile.server.ts';

const PATH = '/unsubscribe';
/** Keeps the signature from standing for anything else that is signed, such as a session. */
const PREFIX = 'unsubscribe:';

/** The token is the landlord's id, signed: nothing is stored, and it never ends. */
export function unsubscribeUrl({ appUrl, secret }: Pick<Services, 'appUrl' | 'secret'>, userId: string): string {
  return `${appUrl}${PATH}?${new URLSearchParams({ token: sign(PREFIX + userId, secret) })}`;
}

/** Before the check of bodies: the body is a form, and nothing of it is read. */
export function unsubscribePages(app: Hono<AppEnv>, { secret, jobsPool, clock }: Services): void {
  const landlordOf = (c: Context<AppEnv>) => {
    const value = verifySigned(c.req.query('token'), secret);
    return value?.startsWith(PREFIX) ? value.slice(PREFIX.length) : undefined;
  };
  const settings = html`<a href="/dashboard/settings">Settings</a>`;
  const wrong = (c: Context<AppEnv>) => {
    c.status(404);
    return plainPage(c, {
      title: 'This link does not work',
      content: html`<p>Please open the whole link from the email, or turn off Email Notifications in ${settings}.</p>`,
    });
  };
  // Programs that check mail follow links: only the button changes anything.
  app.get(PATH, (c) => {
    if (!landlordOf(c)) return wrong(c);
    return plainPage(c, {
      title: 'Stop these emails?',
      content: html`<p>You get no more emails about what needs attention and leases that end. Emails about your account, such as a new password, still come.</p>
        <form method="post"><button>Stop these emails</button></form>`,
      form: true,
    });
  });
  app.post(PATH, async (c) => {
    const userId = landlordOf(c);
    if (!userId) return wrong(c);
    await runOnBehalfOf(jobsPool, { userId, now: clock.now() }, (db) =>
      saveSettings(db, { emailNotifications: false }),
    );
    return plainPage(c, {
      title: 'These emails have stopped',
      content: html`<p>Email Notifications are off. You can turn them on again in ${settings}.</p>`,
    });
  });
}
