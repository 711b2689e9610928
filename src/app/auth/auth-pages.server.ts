/** Serves the sign-in pages and handles their forms when posted without JavaScript. */
import { join } from 'node:path';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import {
  type CurrentUser,
  ForgotPasswordInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
} from '../../features/account/account.ts';
import { NOTICES, noticeAt } from '../../features/account/notices.ts';
import type { AccountServices } from '../../features/account/routes.server.ts';
import { signInByCode } from '../../features/account/second-factor/second-factor.server.ts';
import { SignInCode } from '../../features/account/second-factor/second-factor.ts';
import { authErrorSentence } from '../../features/account/sentences.ts';
import {
  requestPasswordReset,
  resetPassword,
  signInHere,
  signOutHere,
  signUpHere,
} from '../../features/account/sign-in/sign-in.server.ts';
import { isOver } from '../../features/billing/trial.ts';
import { asAppError } from '../../server/http/errors.server.ts';
import { loadBuiltPages, type PublicPage } from '../../server/http/pages/built-pages.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { readCookie } from '../../server/session/cookies.server.ts';
import { isRefusal } from '../../shared/app-error.ts';
import { ERROR_CODES, messageOf } from '../../shared/error-codes.ts';
import { NOTICE_COOKIE, noticeCookie } from '../../web/forms/notice.ts';
import { returnPath } from '../server/documents/paths.server.ts';
import {
  AUTH_PAGE_NAMES,
  AUTH_PAGES,
  type AuthPage,
  type AuthSlots,
  authMarks,
  authPageFile,
  FORMS,
  type FormName,
  type PostedForm,
} from './auth-pages.ts';

export type AuthPageRequest = { page: AuthPage; signedIn: boolean } & AuthSlots;

/** Reads the built pages. Rejects if the build is incomplete. */
export async function loadAuthPages(
  directory: string,
  operator: { demonstration: boolean },
): Promise<(request: AuthPageRequest) => PublicPage> {
  const pages = await loadBuiltPages(join(directory, 'auth-pages.json'));
  return ({ page, signedIn, ...slots }) =>
    pages({
      file: authPageFile({ page, signedIn }),
      marks: authMarks(page, slots, operator),
      kept: !slots.next && !slots.token && !slots.posted,
    });
}

type Dependencies = {
  document(request: AuthPageRequest & { url: string }): PublicPage | Promise<PublicPage>;
  visitor(c: Context<AppEnv>): Promise<CurrentUser | null>;
  send(c: Context<AppEnv>, document: PublicPage, status: number): Response;
  limit: MiddlewareHandler<AppEnv>;
};

type PageOptions = { status?: number; signedIn?: boolean } & Omit<AuthSlots, 'notice'>;

/** Adds the pages and their forms. A signed-in user is redirected from the pages for signing in and up. */
export function authRoutes(
  app: Hono<AppEnv>,
  services: AccountServices,
  { document, visitor, send, limit }: Dependencies,
): void {
  const show = async (
    c: Context<AppEnv>,
    page: AuthPage,
    { status = 200, signedIn = false, ...slots }: PageOptions,
  ) => {
    const seen = noticeAt(AUTH_PAGES[page].path, readCookie(c.req.header('cookie'), NOTICE_COOKIE));
    const notice = slots.posted ? undefined : seen.notice;
    const answer = await document({ page, signedIn, notice, ...slots, url: c.req.url });
    if (seen.taken) c.header('set-cookie', noticeCookie(), { append: true });
    c.header('vary', 'Cookie', { append: true });
    // Pages with one-time or personal content are not cached.
    c.header('cache-control', notice || slots.posted || slots.token ? 'no-store' : 'private, no-cache');
    return send(c, answer, status);
  };
  const goTo = (c: Context<AppEnv>, address: string) => {
    c.header('vary', 'Cookie', { append: true });
    c.header('cache-control', 'no-store');
    return c.redirect(address, 303);
  };

  for (const page of AUTH_PAGE_NAMES)
    app.get(AUTH_PAGES[page].path, async (c) => {
      const { next, token } = c.req.query();
      const user = await visitor(c);
      if (user && (page === 'login' || page === 'login-code' || page === 'signup')) return goTo(c, returnPath(next));
      if (user && page === 'trial-expired' && !isOver(user)) return goTo(c, '/dashboard');
      return show(c, page, { signedIn: user !== null, next: returnAddress(next), token });
    });

  /** Handles a plain form post: runs `work`, then redirects, or shows the page again with errors. */
  const post = <Input>(
    page: FormName,
    schema: z.ZodType<Input>,
    work: (c: Context<AppEnv>, input: Input) => Promise<void>,
  ) =>
    app.post(AUTH_PAGES[page].path, limit, async (c) => {
      const values = textsOf(await c.req.parseBody());
      const next = returnAddress(values.next);
      try {
        await work(c, schema.parse({ ...values, ...ticked(values) }));
      } catch (error) {
        if (isRefusal(error, 'code_required')) return goTo(c, codePage(next));
        const { status, posted, wait, token } = refusal(error, values);
        if (status >= 500) c.var.log().warn({ err: error }, 'A form could not be served');
        if (wait !== undefined) c.header('retry-after', `${wait}`);
        return show(c, page, { status, posted, next, token });
      }
      const { done } = FORMS[page];
      c.header('set-cookie', noticeCookie(done), { append: true });
      return goTo(c, NOTICES[done].place === '/dashboard' ? (next ?? '/dashboard') : NOTICES[done].place);
    });
  post('login', SignInInput, (c, input) => signInHere(services, c, input));
  post('login-code', SignInCode, (c, input) => signInByCode(services, c, input));
  post('signup', SignUpInput, (c, input) => signUpHere(services, c, input));
  post('forgot-password', ForgotPasswordInput, (c, input) => requestPasswordReset(services, c, input));
  post('reset-password', ResetPasswordInput, (c, input) => resetPassword(services, c, input));

  app.post('/sign-out', limit, async (c) => {
    const { to } = await c.req.parseBody();
    await signOutHere(services, c);
    return goTo(c, to === '/login' ? '/login' : '/');
  });
}

/** Returns the path to open after signing in, or undefined for the dashboard, which is the default. */
function returnAddress(next: string | undefined): string | undefined {
  const path = returnPath(next);
  return path === '/dashboard' ? undefined : path;
}

function codePage(next: string | undefined): string {
  const { path } = AUTH_PAGES['login-code'];
  return next ? `${path}?next=${encodeURIComponent(next)}` : path;
}

function ticked({ acceptTerms, trust, endCalendarFeed }: Record<string, string>) {
  return {
    acceptTerms: acceptTerms !== undefined,
    trust: trust !== undefined,
    endCalendarFeed: endCalendarFeed !== undefined,
  };
}

function textsOf(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type Refusal = { status: number; posted: PostedForm; wait: number | undefined; token: string | undefined };

/** Converts an error to the page's messages, and rethrows unexpected errors. */
function refusal(error: unknown, values: Record<string, string>): Refusal {
  const known = asAppError(error);
  if (known.code === 'internal') throw error;
  const { fields, retryAfter } = known.details;
  return {
    status: ERROR_CODES[known.code].status,
    posted: {
      values,
      ...(fields ? { fields } : { problem: authErrorSentence({ code: known.code, message: messageOf(known) }) }),
    },
    wait: retryAfter,
    // Without a token, the password reset page explains what to do.
    token: known.code === 'link_expired' || fields?.token ? undefined : values.token,
  };
}
