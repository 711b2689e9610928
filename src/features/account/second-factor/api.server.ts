import { answer, failures, router } from '../../../server/http/routes.server.ts';
import { PasswordProof } from '../account.ts';
import { type AccountServices, Done, done, post, signedIn } from '../routes.server.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
  signInByCode,
  verifyCode,
} from './second-factor.server.ts';
import { CodeInput, NewSecondFactor, RecoveryCodes, SignInCode } from './second-factor.ts';

const refusals = { ...signedIn, ...failures.input, ...failures.limited };

const signIn = post(
  'signInByCode',
  '/api/auth/sign-in/code',
  'Complete a sign-in that needs a code, with one from the authenticator app or a recovery code',
  SignInCode,
  { 200: answer(Done, 'Signed in'), ...failures.credentials, ...failures.input, ...failures.limited },
);

const begin = post(
  'beginSecondFactor',
  '/api/second-factor/begin',
  'Create a key for an authenticator app, and recovery codes; the first code activates them',
  PasswordProof,
  { 200: answer(NewSecondFactor, 'Not on yet'), ...refusals },
  'self',
);

const confirm = post(
  'confirmSecondFactor',
  '/api/second-factor/confirm',
  'Turn on two-factor sign-in with the first code from the app',
  CodeInput,
  { 200: answer(Done, 'On'), ...refusals },
  'self',
);

const renew = post(
  'renewRecoveryCodes',
  '/api/second-factor/recovery-codes',
  'Replace the recovery codes',
  PasswordProof,
  { 200: answer(RecoveryCodes, 'New recovery codes'), ...refusals },
  'self',
);

const end = post(
  'endSecondFactor',
  '/api/second-factor/end',
  'Turn off two-factor sign-in',
  PasswordProof,
  {
    200: answer(Done, 'Off'),
    ...refusals,
  },
  'self',
);

const prove = post(
  'verifyCode',
  '/api/second-factor/prove',
  'Re-authenticate with a code before downloading data or deleting the account; valid for 10 minutes',
  CodeInput,
  { 200: answer(Done, 'Verified'), ...refusals },
  'self',
);

export function secondFactorApi(services: AccountServices) {
  return router()
    .openapi(signIn, async (c) => {
      await signInByCode(services, c, c.req.valid('json'));
      return c.json(done, 200);
    })
    .openapi(begin, async (c) => c.json(await beginSecondFactor(services, c, c.req.valid('json').password), 200))
    .openapi(confirm, async (c) => {
      await confirmSecondFactor(services, c, c.req.valid('json').code);
      return c.json(done, 200);
    })
    .openapi(renew, async (c) =>
      c.json({ codes: await newRecoveryCodes(services, c, c.req.valid('json').password) }, 200),
    )
    .openapi(end, async (c) => {
      await endSecondFactor(services, c, c.req.valid('json').password);
      return c.json(done, 200);
    })
    .openapi(prove, async (c) => {
      await verifyCode(services, c, c.req.valid('json').code);
      return c.json(done, 200);
    });
}
