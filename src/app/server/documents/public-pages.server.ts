import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ZodError } from 'zod';
import { currentUser } from '../../../features/account/account.server.ts';
import type { CurrentUser } from '../../../features/account/account.ts';
import { NOTICES, noticeAt } from '../../../features/account/notices.ts';
import type { AccountServices } from '../../../features/account/routes.server.ts';
import { PLANS } from '../../../features/billing/plan.ts';
import { isOver, trialBanner } from '../../../features/billing/trial.ts';
import { storeEnquiry } from '../../../features/landing/contact.server.ts';
import { type EnquiryForm, EnquiryInput } from '../../../features/landing/contact.ts';
import { PAGE_NAMES, PAGES, type PageName } from '../../../features/landing/page.ts';
import { invalidInput } from '../../../server/http/errors.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { readCookie } from '../../../server/session/cookies.server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser } from '../../../server/session/with-user.server.ts';
import { AppError, isRefusal } from '../../../shared/app-error.ts';
import { ERROR_CODES, messageOf } from '../../../shared/error-codes.ts';
import { NOTICE_COOKIE, noticeCookie } from '../../../web/forms/notice.ts';
import { authRoutes } from '../../auth/auth-pages.server.ts';
import { send, type Web } from './documents.server.ts';

export function publicPages(app: Hono<AppEnv>, web: Web, services: AccountServices): void {
  const show = async (c: Context<AppEnv>, page: PageName, form?: EnquiryForm): Promise<Response> => {
    const user = await visitorOf(services, c);
    const [signedIn, plan] = [user !== null, user ? planSentence(user) : undefined];
    const { notice, taken } = noticeAt(PAGES[page].path, readCookie(c.req.header('cookie'), NOTICE_COOKIE));
    const document = await web.document({ page, signedIn, plan, notice, form, url: c.req.url });
    if (taken) c.header('set-cookie', noticeCookie());
    c.header('vary', 'Cookie', { append: true });
    // Pages with a one-time message or typed values are not cached.
    c.header('cache-control', notice || form ? 'no-store' : 'private, no-cache');
    return send(c, document, form ? 422 : 200);
  };
  for (const page of PAGE_NAMES) app.get(PAGES[page].path, (c) => show(c, page));
  app.get('/contact', (c) => c.redirect('/#contact', 303));
  const limit = bodyLimit({ maxSize: MAX_FORM_BYTES, onError: tooLarge });
  app.post('/contact', limit, async (c) => {
    const typed = await c.req.parseBody();
    const values = Object.fromEntries(
      Object.keys(EnquiryInput.shape).map((name) => {
        const value = typed[name];
        return [name, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''];
      }),
    );
    const problem = await storeEnquiry(services, values, c.var.clientAddress).then(() => undefined, problemOf);
    if (problem) return show(c, 'landing', { values, ...problem });
    c.header('set-cookie', noticeCookie('enquiry-sent'));
    return c.redirect(NOTICES['enquiry-sent'].place, 303);
  });
  authRoutes(app, services, {
    document: (request) => web.authPage(request),
    visitor: (c) => visitorOf(services, c),
    send,
    limit,
  });
}

const MAX_FORM_BYTES = 64 * 1024;

function tooLarge(): never {
  throw new AppError('payload_too_large');
}

/** Converts an error to the form's messages, and rethrows unexpected errors. */
function problemOf(error: unknown): EnquiryForm {
  if (error instanceof ZodError) return { fields: invalidInput(error).details.fields ?? {}, problem: CORRECT };
  if (error instanceof AppError) return { problem: messageOf(error) };
  throw error;
}

const CORRECT = ERROR_CODES.invalid_input.message;

/** Returns the session's user, or null if the database fails, as these pages must work without it. */
async function visitorOf(services: AccountServices, c: Context<AppEnv>): Promise<CurrentUser | null> {
  const token = sessionToken(services, c.req.header('cookie'));
  if (!token) return null;
  const now = services.clock.now();
  try {
    return await runAsUser(services, { token, now, access: 'open' }, (db) => currentUser(db, now));
  } catch (error) {
    if (!isRefusal(error, 'unauthenticated'))
      c.var.log().warn({ err: error }, 'Could not read the session for a public page');
    return null;
  }
}

function planSentence(user: CurrentUser): string | undefined {
  const plan = PLANS.find(({ id }) => id === user.subscription.plan);
  if (user.subscription.status === 'active') return plan && `You have the ${plan.name} plan.`;
  return isOver(user) && !user.subscription.state
    ? 'Your free trial is over.'
    : trialBanner(user, Date.parse(user.now))?.words;
}
