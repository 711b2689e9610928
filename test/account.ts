/** Steps that the tests of signing in, the profile and the end of an account share. */
import { CurrentUser } from '../src/features/account/account.ts';
import type { Browser } from './browser.ts';
import { emailTo, tokenIn } from './emails.ts';
import { visitor } from './landlords.ts';

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
