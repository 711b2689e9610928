/** Shared by the API and the plain forms. Cookies are set on the response of `c`. */
import type { Context } from 'hono';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { networkOf } from '../../../server/http/client-address.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { tokenHash } from '../../../server/session/cookies.server.ts';
import { rawToken, SESSION_SECONDS, sessionToken, setSessionCookie } from '../../../server/session/session.server.ts';
import { runAsUser } from '../../../server/session/with-user.server.ts';
import { AppError, isRefusal } from '../../../shared/app-error.ts';
import { currentUser } from '../account.server.ts';
import type { CurrentUser, ForgotPasswordInput, ResetPasswordInput, SignInInput, SignUpInput } from '../account.ts';
import { confirmEmail, passwordChangedEmail } from '../emails.ts';
import { RESET_PASSWORD, resetKey, SEND_EMAIL } from '../jobs.server.ts';
import type { AccountServices } from '../routes.server.ts';
import { beginCodeStep, isTrusted } from '../second-factor/second-factor.server.ts';
import { knownDeviceName, rememberDevice } from './device.server.ts';
import { confirmationToken, confirmedAddress, consumeKey } from './links.server.ts';
import { assertPasswordUncommon, passwords } from './password.server.ts';
import { addSession, clearSession, endSession, startSession } from './session.server.ts';

/** Signs up and in. Throws `email_taken`, `too_many_attempts`, `invalid_input` for a common password. */
export async function signUpHere(services: AccountServices, c: Context<AppEnv>, input: SignUpInput): Promise<void> {
  const { authPool } = services;
  const email = input.email.toLowerCase();
  await assertMaySignUp(services, c, input);
  const { rowCount: taken } = await authPool.query('select from users where email = $1', [email]);
  if (taken) throw new AppError('email_taken');
  const person = { name: input.name, email, hash: await passwords.hash(input.password) };
  const { id, token } = await addPerson(services, c, person);
  // The sign-up succeeds even if the email cannot be queued: it can be resent.
  await sendConfirmation(services, { id, email }).catch((error: unknown) => {
    services.log.error({ err: error }, 'Could not queue the email that confirms an address');
  });
  await switchSession(services, c, { token, email });
}

/**
 * Signs up with an invited address, which the invitation's link confirms, without starting an account.
 * Returns the hash of the session's token. Throws like `signUpHere`.
 */
export async function signUpInvited(
  services: AccountServices,
  c: Context<AppEnv>,
  input: SignUpInput,
): Promise<string> {
  const email = input.email.toLowerCase();
  await assertMaySignUp(services, c, input);
  const hash = await passwords.hash(input.password);
  const { token } = await addPerson(services, c, { name: input.name, email, hash, invited: true });
  await switchSession(services, c, { token, email });
  return tokenHash(token);
}

async function assertMaySignUp({ attempts }: AccountServices, c: Context<AppEnv>, { password }: SignUpInput) {
  await assertPasswordUncommon('password', password);
  await attempts.limitNetwork('sign-up', networkOf(c.var.clientAddress));
}

type NewSession = { token: string; email: string };

async function switchSession(services: AccountServices, c: Context<AppEnv>, { token, email }: NewSession) {
  await endSession(services, c);
  setSessionCookie(services, c, token);
  rememberDevice(services, c, email);
}

type NewPerson = { name: string; email: string; hash: string; invited?: boolean };

/** Adds a person and a session in one transaction. A trigger adds an account with a trial, unless `invited`. */
async function addPerson(
  services: AccountServices,
  c: Context<AppEnv>,
  { name, email, hash, invited = false }: NewPerson,
) {
  const { authPool, clock } = services;
  try {
    return await inTransaction(authPool, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `with person as (
           insert into users (name, email, created_at, updated_at, email_verified, own_account)
           values ($1, $2, $3, $3, $5, not $5) returning id)
         insert into accounts (account_id, provider_id, user_id, password, created_at, updated_at)
         select id, 'credential', id, $4, $3, $3 from person returning user_id as id`,
        [name, email, clock.now(), hash, invited],
      );
      const [{ id } = { id: '' }] = rows;
      return { id, token: await addSession(services, c, { userId: id, client }) };
    });
  } catch (error) {
    // Concurrent sign-ups for one address conflict only here.
    const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
    if (code === '23505' && constraint === 'users_email_key') throw new AppError('email_taken', { cause: error });
    throw error;
  }
}

export async function sendConfirmation(services: AccountServices, to: { id: string; email: string }): Promise<void> {
  const { jobs, appUrl } = services;
  const url = `${appUrl}/confirm-email?token=${encodeURIComponent(confirmationToken(services, to.email))}`;
  await jobs.send(SEND_EMAIL, confirmEmail(to, url), { about: [to.id, to.email] });
}

/** Throws `link_expired`. */
export async function confirmAddress(services: AccountServices, token: string): Promise<void> {
  const { authPool, clock } = services;
  const { rowCount } = await authPool.query(
    `with person as (select id, email_verified from users where email = $1),
     confirmed as (update users set email_verified = true, updated_at = $2 where id in (select id from person where not email_verified))
     select from person`,
    [confirmedAddress(services, token), clock.now()],
  );
  if (!rowCount) throw new AppError('link_expired');
}

/** Throws `invalid_credentials`, `too_many_attempts`, or `code_required` after a correct password. */
export async function signInHere(services: AccountServices, c: Context<AppEnv>, input: SignInInput): Promise<void> {
  const { attempts, authPool } = services;
  const { email, password } = input;
  const device = knownDeviceName(services, c, email);
  const { id, on, hash } = await attempts.signIn(
    { email, network: networkOf(c.var.clientAddress), device },
    async () => {
      const { rows } = await authPool.query<{ id: string; on: boolean; hash: string }>(
        `select u.id, u.two_factor_enabled as on, a.password as hash from users u
       join accounts a on a.user_id = u.id and a.provider_id = 'credential' where u.email = $1`,
        [email.toLowerCase()],
      );
      const [person] = rows;
      // Runs even for an unknown address, so that the duration does not reveal an account.
      const isCorrect = await passwords.verify(person?.hash, password);
      if (!person || !isCorrect) throw new AppError('invalid_credentials');
      return person;
    },
  );
  if (on && !(await isTrusted(services, c, id))) {
    await endSession(services, c);
    clearSession(services, c);
    await beginCodeStep(services, c, id);
    throw new AppError('code_required');
  }
  await startSession(services, c, { userId: id, hash });
  rememberDevice(services, c, email);
}

/** Succeeds even without a session. */
export async function signOutHere(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  await endSession(services, c);
  clearSession(services, c);
  c.header('clear-site-data', '"cache", "storage"');
}

/** Emails a reset link if the address has an account. Throws `too_many_attempts`. */
export async function requestPasswordReset(
  { attempts, jobs }: AccountServices,
  c: Context<AppEnv>,
  { email }: ForgotPasswordInput,
): Promise<void> {
  await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
  if (await attempts.emailAllowed(email)) await jobs.send(RESET_PASSWORD, { email }, { about: [email] });
}

/** Throws `link_expired`, `too_many_attempts`, or `invalid_input` for a common password (the link stays valid). */
export async function resetPassword(
  services: AccountServices,
  c: Context<AppEnv>,
  { endCalendarFeed, token, newPassword }: ResetPasswordInput,
): Promise<void> {
  const { attempts, authPool, jobs, jobsPool, clock, appUrl, log } = services;
  await assertPasswordUncommon('newPassword', newPassword);
  await attempts.limitNetwork('reset', networkOf(c.var.clientAddress));
  const now = clock.now();
  const { id, email } = await inTransaction(authPool, async (client) => {
    const person = await consumeKey(client, resetKey(token), now);
    if (!person) throw new AppError('link_expired');
    const hash = await passwords.hash(newPassword);
    const updatePassword = `update accounts set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'`;
    await client.query(updatePassword, [person, hash, now]);
    // Deletes sessions first, as a request may be storing a new address. `app.replace_password` uses the same order.
    for (const table of ['sessions', 'verifications', 'email_changes'])
      await client.query(`delete from ${table} where user_id = $1`, [person]);
    const { rows } = await client.query<{ id: string; email: string }>('select id, email from users where id = $1', [
      person,
    ]);
    const [found] = rows;
    if (!found) throw new AppError('link_expired');
    return found;
  });
  // Following the emailed link proves ownership of the address.
  await attempts.resetAttempts(email);
  const message = passwordChangedEmail({ email }, `${appUrl}/forgot-password`);
  await jobs.send(SEND_EMAIL, message, { about: [id, email] }).catch((error: unknown) => {
    log.error({ err: error }, 'Could not queue the email about a new password');
  });
  // There is no session here; the link has authenticated the person.
  if (endCalendarFeed) await jobsPool.query('select app.end_feeds_of($1)', [id]);
}

/** The longest interval between two extensions of a session in use. */
const RENEW_SECONDS = 24 * 60 * 60;

/** Returns the signed-in person or null, and extends an active session. */
export async function signedInUser(services: AccountServices, c: Context<AppEnv>): Promise<CurrentUser | null> {
  const { clock } = services;
  const header = c.req.header('cookie');
  const [token, raw] = [sessionToken(services, header), rawToken(services, header)];
  if (!token || !raw) return null;
  const now = clock.now();
  try {
    const user = await runAsUser(services, { token, now, access: 'open' }, (db) => currentUser(db, now));
    await renew(services, c, { token, raw, now });
    return user;
  } catch (error) {
    if (!isRefusal(error, 'unauthenticated')) throw error;
    clearSession(services, c);
    return null;
  }
}

type Used = { token: string; raw: string; now: Date };

async function renew(services: AccountServices, c: Context<AppEnv>, { token, raw, now }: Used): Promise<void> {
  const [until, due] = [SESSION_SECONDS, SESSION_SECONDS - RENEW_SECONDS].map(
    (seconds) => new Date(now.getTime() + seconds * 1000),
  );
  const { rowCount } = await services.authPool.query(
    'update sessions set expires_at = $2, updated_at = $3 where token = $1 and expires_at > $3 and expires_at <= $4',
    [token, until, now, due],
  );
  if (rowCount) setSessionCookie(services, c, raw);
}
