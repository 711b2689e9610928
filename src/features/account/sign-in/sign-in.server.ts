/** Signing up, in and out, and a forgotten password, as the API and the plain forms do it; cookies are set on the answer. */
import type { Context } from 'hono';
import { networkOf } from '../../../server/http/client-address.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { sessionToken } from '../../../server/session/session.server.ts';
import { runAsUser, runOnBehalfOf } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { endFeed } from '../../calendar/calendar.server.ts';
import type { CurrentUser, ForgotPasswordInput, ResetPasswordInput, SignInInput, SignUpInput } from '../account.ts';
import { type AccountServices, speak, speakWithCookies } from '../auth.server.ts';
import { refuseCommonPassword } from '../common-passwords.server.ts';
import { RESET_PASSWORD } from '../jobs.server.ts';
import { currentUser } from '../profile/profile.server.ts';
import { passKnownDevice, rememberDevice } from './device.server.ts';

/** Makes the account and signs in. Throws `email_taken`, `too_many_attempts`, `invalid_input` for a common password. */
export async function signUpHere(services: AccountServices, c: Context<AppEnv>, input: SignUpInput): Promise<void> {
  const { auth, attempts } = services;
  const { name, email, password } = input;
  await refuseCommonPassword('password', password);
  await attempts.limitNetwork('sign-up', networkOf(c.var.clientAddress));
  await speakWithCookies(services, c, (headers) =>
    auth.api.signUpEmail({ body: { name, email, password }, headers, returnHeaders: true }),
  );
  await endSessionBefore(services, c);
  rememberDevice(services, c, email);
}

/** Throws `invalid_credentials`, `too_many_attempts`, `code_needed` where the password was right and a code is asked for next. */
export async function signInHere(services: AccountServices, c: Context<AppEnv>, input: SignInInput): Promise<void> {
  const { auth, attempts } = services;
  const attempt = {
    email: input.email,
    network: networkOf(c.var.clientAddress),
    device: passKnownDevice(services, c, input.email),
  };
  const answer = await attempts.signIn(attempt, () =>
    speakWithCookies(services, c, (headers) => auth.api.signInEmail({ body: input, headers, returnHeaders: true })),
  );
  // Also where a code is asked for next: the browser has lost that session's cookie then.
  await endSessionBefore(services, c);
  if ('twoFactorRedirect' in answer) throw new AppError('code_needed');
  rememberDevice(services, c, input.email);
}

/** The same when nobody is signed in. */
export async function signOutHere(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  await speakWithCookies(services, c, (headers) => services.auth.api.signOut({ headers, returnHeaders: true }));
  c.header('clear-site-data', '"cache", "storage"');
}

/** Has the email sent by which a new password is chosen, if the address is known. Throws `too_many_attempts`. */
export async function askForReset(
  { attempts, jobs }: AccountServices,
  c: Context<AppEnv>,
  { email }: ForgotPasswordInput,
): Promise<void> {
  await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
  // Whether the address is known is looked up by the job, so that the answer and its time tell nothing.
  if (await attempts.emailAllowed(email)) await jobs.send(RESET_PASSWORD, { email }, { about: [email] });
}

/**
 * Ends the calendar feed too unless refused. Throws `link_expired`, `too_many_attempts`, `invalid_input` for a common password, after
 * which the link is still good.
 */
export async function resetPassword(
  { auth, attempts, jobsPool, clock }: AccountServices,
  c: Context<AppEnv>,
  { endCalendarFeed, ...body }: ResetPasswordInput,
): Promise<void> {
  await refuseCommonPassword('newPassword', body.newPassword);
  await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
  const heard: { userId?: string } = {};
  await speak(() => auth.api.resetPassword({ body }), heard);
  // The link proves who it is, and there is no session.
  if (endCalendarFeed && heard.userId)
    await runOnBehalfOf(jobsPool, { userId: heard.userId, now: clock.now() }, endFeed);
}

/** Who is asking, null for nobody; renews a session that is in use. Throws where that cannot be read. */
export async function whoIsSignedIn(services: AccountServices, c: Context<AppEnv>): Promise<CurrentUser | null> {
  const { auth, pool, clock } = services;
  const session = await speakWithCookies(services, c, (headers) =>
    auth.api.getSession({ headers, returnHeaders: true }),
  );
  const token = session && sessionToken(services, c.req.header('cookie'));
  if (!token) return null;
  const now = clock.now();
  try {
    return await runAsUser(pool, { token, now, access: 'open' }, (db) => currentUser(db, now));
  } catch (error) {
    // Ended between the two looks at it: then nobody is signed in.
    if (error instanceof AppError && error.code === 'unauthenticated') return null;
    throw error;
  }
}

/** The session that this browser had until now: a copy of its cookie is to open nothing. */
export async function endSessionBefore(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const token = sessionToken(services, c.req.header('cookie'));
  if (token) await services.authPool.query('delete from sessions where token = $1', [token]);
}
