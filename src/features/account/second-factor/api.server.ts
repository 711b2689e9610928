/** /api/second-factor and /api/auth/sign-in/code: a code of an authenticator app after the password. */
import { answer, failures, router } from '../../../server/http/routes.server.ts';
import { type AccountServices, Done, done, post, signedIn } from '../routes.server.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
  proveCode,
  signInByCode,
} from './second-factor.server.ts';
import { CodeInput, NewSecondFactor, PasswordProof, RecoveryCodes, SignInCode } from './second-factor.ts';

const refusals = { ...signedIn, ...failures.input, ...failures.limited };

const signIn = post(
  'signInByCode',
  '/api/auth/sign-in/code',
  'End a sign-in that asked for a code: one of the authenticator app, or a recovery code',
  SignInCode,
  { 200: answer(Done, 'Signed in'), ...failures.credentials, ...failures.input, ...failures.limited },
);

const begin = post(
  'beginSecondFactor',
  '/api/second-factor/begin',
  'A key for an authenticator app, and recovery codes; a first code turns them on',
  PasswordProof,
  { 200: answer(NewSecondFactor, 'Not on yet'), ...refusals },
);

const confirm = post(
  'confirmSecondFactor',
  '/api/second-factor/confirm',
  'Turn two-factor sign-in on with the first code of the app',
  CodeInput,
  { 200: answer(Done, 'On'), ...refusals },
);

const renew = post(
  'renewRecoveryCodes',
  '/api/second-factor/recovery-codes',
  'New recovery codes in place of those before',
  PasswordProof,
  { 200: answer(RecoveryCodes, 'In force'), ...refusals },
);

const end = post('endSecondFactor', '/api/second-factor/end', 'Turn two-factor sign-in off', PasswordProof, {
  200: answer(Done, 'Off'),
  ...refusals,
});

const prove = post(
  'proveCode',
  '/api/second-factor/prove',
  'Give a code again, before downloading everything or deleting the account; good for ten minutes',
  CodeInput,
  { 200: answer(Done, 'Noted'), ...refusals },
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
      await proveCode(services, c, c.req.valid('json').code);
      return c.json(done, 200);
    });
}
