/** Steps that the tests of signing in, the profile and the end of an account share. */
import { CurrentUser } from '../src/features/account/account.ts';
import { NewSecondFactor } from '../src/features/account/second-factor/second-factor.ts';
import type { Browser } from './browser.ts';
import { query } from './database.ts';
import { emailTo, tokenIn } from './emails.ts';
import { type Landlord, visitor } from './landlords.ts';
import { codeOf } from './second-factor.ts';
import { server } from './server.ts';

export const DAY = 24 * 60 * 60 * 1000;
export const NEW_PASSWORD = 'a new and better password';
export const SIGNED_OUT = '401 unauthenticated';
export const EXPIRED = '422 link_expired';
export const PAUSED = '429 too_many_attempts';

/** The signed-in person, as their browser is told. */
export const userOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).as(CurrentUser);

/** How a request for the landlord's records is answered: 'served', or why not. */
export const access = async (browser: Browser) => (await browser.get('/api/properties')).outcome;

/** How signing in is answered, in a new browser unless one is given. */
export const signIn = async (email: string, password: string, browser: Browser = visitor()) =>
  (await browser.post('/api/auth/sign-in/email', { email, password })).outcome;

export const askForReset = (email: string) => visitor().post('/api/auth/request-password-reset', { email });

/** Asks for a new password and reads the token in the email. */
export async function resetToken(email: string): Promise<string> {
  await askForReset(email);
  return tokenIn(await emailTo(email, 'Choose a new password'));
}

export const resetPassword = (token: string, newPassword = NEW_PASSWORD) =>
  visitor().post('/api/auth/reset-password', { token, newPassword });

/** Turns two-factor sign-in on, and has the code of this half minute count as unused. */
export async function withSecondFactor(owner: Landlord): Promise<NewSecondFactor> {
  const begun = await owner.post('/api/second-factor/begin', { password: owner.password });
  const made = begun.as(NewSecondFactor);
  const { outcome } = await owner.post('/api/second-factor/confirm', { code: codeOf(made.key) });
  if (outcome !== 'served') throw new Error(`The first code was answered ${outcome}`);
  await query(server.database, 'update auth.two_factors set last_step = null where user_id = $1', [owner.id]);
  return made;
}
