/** /api/auth/*: sign-up, sign-in, sign-out, reset, confirmation. Only what is listed here is open. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { z } from 'zod';
import { networkOf } from '../../../server/http/client-address.server.ts';
import { answer, failures, router } from '../../../server/http/routes.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import {
  ConfirmEmailInput,
  CurrentUser,
  ForgotPasswordInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
} from '../account.ts';
import { type AccountServices, Done, done, forAuth, post, signedIn, speak, tags } from '../auth.server.ts';
import { RESET_PASSWORD } from '../jobs.server.ts';
import { currentUser } from '../profile/profile.server.ts';
import { passKnownDevice, rememberDevice } from './device.server.ts';

const signUp = post('signUp', '/api/auth/sign-up/email', 'Sign up; the 7-day free trial starts now', SignUpInput, {
  201: answer(Done, 'Signed up and in'),
  ...failures.taken,
  ...failures.input,
  ...failures.limited,
});

const signIn = post('signIn', '/api/auth/sign-in/email', 'Sign in', SignInInput, {
  200: answer(Done, 'Signed in'),
  ...signedIn,
  ...failures.input,
  ...failures.limited,
});

const signOut = createRoute({
  operationId: 'signOut',
  method: 'post',
  path: '/api/auth/sign-out',
  tags,
  summary: 'Sign out; answers the same when nobody was signed in',
  responses: { 200: answer(Done, 'Signed out') },
});

const session = createRoute({
  operationId: 'getSession',
  method: 'get',
  path: '/api/auth/get-session',
  tags,
  summary: 'Who is signed in; null when nobody is',
  responses: { 200: answer(z.union([CurrentUser, z.null()]), 'The signed-in person') },
});

const forgot = post(
  'requestPasswordReset',
  '/api/auth/request-password-reset',
  'Ask for an email to choose a new password; the answer is the same for every address',
  ForgotPasswordInput,
  {
    200: answer(Done, 'If the address is known, an email is on its way'),
    ...failures.input,
    ...failures.limited,
  },
);

const reset = post(
  'resetPassword',
  '/api/auth/reset-password',
  'Choose a new password with the token of the email; ends every session',
  ResetPasswordInput,
  { 200: answer(Done, 'Changed'), ...failures.input, ...failures.limited },
);

const confirm = post(
  'confirmEmail',
  '/api/auth/verify-email',
  'Confirm an email address with the token of the email',
  ConfirmEmailInput,
  { 200: answer(Done, 'Confirmed'), ...failures.input },
);

const sendConfirmation = createRoute({
  operationId: 'sendConfirmation',
  method: 'post',
  path: '/api/auth/send-verification-email',
  tags,
  summary: 'Send the email that confirms the email address again',
  responses: {
    200: answer(Done, 'On its way, or the address is confirmed already'),
    ...signedIn,
    ...failures.limited,
  },
});

export function accountApi(services: AccountServices) {
  const { auth, attempts, jobs, pool, clock } = services;
  return router()
    .openapi(signUp, async (c) => {
      const { name, email, password } = c.req.valid('json');
      await attempts.limitNetwork('sign-up', networkOf(c.var.clientAddress));
      const { headers } = await speak(() =>
        auth.api.signUpEmail({ body: { name, email, password }, headers: forAuth(c), returnHeaders: true }),
      );
      takeCookies(c, headers);
      rememberDevice(services, c, email);
      return c.json(done, 201);
    })
    .openapi(signIn, async (c) => {
      const input = c.req.valid('json');
      const attempt = {
        email: input.email,
        network: networkOf(c.var.clientAddress),
        device: passKnownDevice(services, c, input.email),
      };
      const { headers } = await attempts.signIn(attempt, () =>
        speak(() => auth.api.signInEmail({ body: input, headers: forAuth(c), returnHeaders: true })),
      );
      takeCookies(c, headers);
      rememberDevice(services, c, input.email);
      return c.json(done, 200);
    })
    .openapi(signOut, async (c) => {
      const { headers } = await speak(() => auth.api.signOut({ headers: forAuth(c), returnHeaders: true }));
      takeCookies(c, headers);
      c.header('clear-site-data', '"cache", "storage"');
      return c.json(done, 200);
    })
    .openapi(session, async (c) => {
      const { headers, response } = await speak(() =>
        auth.api.getSession({ headers: forAuth(c), returnHeaders: true }),
      );
      takeCookies(c, headers);
      const token = response && sessionToken(services, c.req.header('cookie'));
      if (!token) return c.json(null, 200);
      const now = clock.now();
      try {
        const user = await runAsUser(pool, { token, now, access: 'open' }, (db) => currentUser(db, now));
        return c.json(user, 200);
      } catch (error) {
        // Ended between the two looks at it: then nobody is signed in.
        if (error instanceof AppError && error.code === 'unauthenticated') return c.json(null, 200);
        throw error;
      }
    })
    .openapi(forgot, async (c) => {
      const { email } = c.req.valid('json');
      await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
      // Whether the address is known is looked up by the job, so that the answer and its time tell nothing.
      if (await attempts.emailAllowed(email)) await jobs.send(RESET_PASSWORD, { email }, { about: [email] });
      return c.json(done, 200);
    })
    .openapi(reset, async (c) => {
      await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
      await speak(() => auth.api.resetPassword({ body: c.req.valid('json') }));
      return c.json(done, 200);
    })
    .openapi(sendConfirmation, async (c) => {
      const session = await speak(() => auth.api.getSession({ headers: forAuth(c) }));
      if (!session) throw new AppError('unauthenticated');
      const { email, emailVerified } = session.user;
      if (emailVerified) return c.json(done, 200);
      await attempts.limitEmailsTo(email);
      await speak(() => auth.api.sendVerificationEmail({ body: { email }, headers: forAuth(c) }));
      return c.json(done, 200);
    })
    .openapi(confirm, async (c) => {
      await speak(() => auth.api.verifyEmail({ query: c.req.valid('json') }));
      return c.json(done, 200);
    });
}

function takeCookies(c: Context<AppEnv>, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true });
}
