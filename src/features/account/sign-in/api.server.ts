import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { answer, failures, router } from '../../../server/http/routes.server.ts';
import {
  ConfirmEmailInput,
  CurrentUser,
  ForgotPasswordInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
} from '../account.ts';
import { type AccountServices, Done, done, post, signedIn, tags } from '../routes.server.ts';
import { caller } from '../second-factor/second-factor.server.ts';
import {
  confirmAddress,
  requestPasswordReset,
  resetPassword,
  sendConfirmation,
  signedInUser,
  signInHere,
  signOutHere,
  signUpHere,
} from './sign-in.server.ts';

const signUp = post('signUp', '/api/auth/sign-up/email', 'Sign up; the 7-day free trial starts now', SignUpInput, {
  201: answer(Done, 'Signed up and in'),
  ...failures.taken,
  ...failures.input,
  ...failures.limited,
});

const signIn = post('signIn', '/api/auth/sign-in/email', 'Sign in', SignInInput, {
  200: answer(Done, 'Signed in'),
  ...failures.credentials,
  ...failures.code,
  ...failures.input,
  ...failures.limited,
});

const signOut = createRoute({
  operationId: 'signOut',
  method: 'post',
  path: '/api/auth/sign-out',
  tags,
  summary: 'Sign out; succeeds without a session too',
  responses: { 200: answer(Done, 'Signed out') },
});

const session = createRoute({
  operationId: 'getSession',
  method: 'get',
  path: '/api/auth/get-session',
  tags,
  summary: 'Get the signed-in person, or null',
  responses: { 200: answer(z.union([CurrentUser, z.null()]), 'The signed-in person') },
});

const forgot = post(
  'requestPasswordReset',
  '/api/auth/request-password-reset',
  'Request a password reset email; the response is the same for every address',
  ForgotPasswordInput,
  {
    200: answer(Done, 'An email follows if the address has an account'),
    ...failures.input,
    ...failures.limited,
  },
);

const reset = post(
  'resetPassword',
  '/api/auth/reset-password',
  'Choose a new password with the token from the email; ends every session',
  ResetPasswordInput,
  { 200: answer(Done, 'Changed'), ...failures.input, ...failures.limited },
);

const confirm = post(
  'confirmEmail',
  '/api/auth/verify-email',
  'Confirm an email address with the token from the email',
  ConfirmEmailInput,
  { 200: answer(Done, 'Confirmed'), ...failures.input },
);

const confirmationRoute = createRoute({
  operationId: 'sendConfirmation',
  method: 'post',
  path: '/api/auth/send-verification-email',
  tags,
  summary: 'Resend the email that confirms the email address',
  responses: {
    200: answer(Done, 'Sent, or the address is already confirmed'),
    ...signedIn,
    ...failures.limited,
  },
});

export function accountApi(services: AccountServices) {
  return router()
    .openapi(signUp, async (c) => {
      await signUpHere(services, c, c.req.valid('json'));
      return c.json(done, 201);
    })
    .openapi(signIn, async (c) => {
      await signInHere(services, c, c.req.valid('json'));
      return c.json(done, 200);
    })
    .openapi(signOut, async (c) => {
      await signOutHere(services, c);
      return c.json(done, 200);
    })
    .openapi(session, async (c) => c.json(await signedInUser(services, c), 200))
    .openapi(forgot, async (c) => {
      await requestPasswordReset(services, c, c.req.valid('json'));
      return c.json(done, 200);
    })
    .openapi(reset, async (c) => {
      await resetPassword(services, c, c.req.valid('json'));
      return c.json(done, 200);
    })
    .openapi(confirmationRoute, async (c) => {
      const person = await caller(services, c);
      if (person.confirmed) return c.json(done, 200);
      await services.attempts.limitEmailsTo(person.email);
      await sendConfirmation(services, person);
      return c.json(done, 200);
    })
    .openapi(confirm, async (c) => {
      await confirmAddress(services, c.req.valid('json').token);
      return c.json(done, 200);
    });
}
