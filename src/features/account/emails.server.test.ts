/** The emails of an account: their words, and which are sent when. */

import { describe, expect, it, vi } from 'vitest';
import { query } from '../../../test/database.ts';
import { emailsTo, emailTo, tokenIn } from '../../../test/emails.ts';
import { type Landlord, signedUpLandlord as landlord, visitor } from '../../../test/landlords.ts';
import { newPerson } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { CurrentUser } from './account.ts';
import {
  addressTakenEmail,
  confirmEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passwordChangedEmail,
  resetEmail,
} from './emails.ts';

const RESET = 'Choose a new password';
const CONFIRM = 'Confirm your email address';
const NEW_PASSWORD = 'a new and better password';

const askFor = (email: string) => visitor().post('/api/auth/request-password-reset', { email });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  visitor().post('/api/auth/reset-password', { token, newPassword });
const confirm = (token: string) => visitor().post('/api/auth/verify-email', { token });
const signIn = async ({ email }: Landlord, password: string) =>
  (await visitor().post('/api/auth/sign-in/email', { email, password })).outcome;

async function resetToken({ email }: Landlord): Promise<string> {
  await askFor(email);
  return tokenIn(await emailTo(email, RESET));
}

describe('a forgotten password', () => {
  it('is replaced by the letter’s link, which works once; every browser is signed out and the landlord is told', async () => {
    const ada = await landlord();
    const letterBefore = await resetToken(ada);
    const { action } = await emailTo(ada.email, RESET);
    expect(action?.url.startsWith(`${server.services.appUrl}/reset-password?token=`)).toBe(true);

    expect((await reset(letterBefore)).status).toBe(200);
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect(await signIn(ada, ada.password)).toBe('401 invalid_credentials');
    expect(await signIn(ada, NEW_PASSWORD)).toBe('served');

    const again = await reset(letterBefore, 'yet another password');
    expect(again.outcome).toBe('422 link_expired');
    expect(await signIn(ada, NEW_PASSWORD)).toBe('served');
    const told = await emailTo(ada.email, 'Your password was changed');
    expect(told.action?.url).toBe(`${server.services.appUrl}/forgot-password`);
  });

  it('is changed by one of two who use the link at once', async () => {
    const ada = await landlord();
    const token = await resetToken(ada);
    const answers = await Promise.all([reset(token, 'the first password'), reset(token, 'the second password')]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['422 link_expired', 'served']);
  });

  it('ends the pause after failures: whoever has the letter is the landlord', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) await signIn(ada, 'not the password');
    expect(await signIn(ada, ada.password)).toBe('429 too_many_attempts');
    await reset(await resetToken(ada));
    expect(await signIn(ada, NEW_PASSWORD)).toBe('served');
  });

  it('is not replaced when the hour is over', async () => {
    const ada = await landlord();
    const token = await resetToken(ada);
    const [left] = await query<{ minutes: number }>(
      server.database,
      `select extract(epoch from expires_at - now())::float / 60 as minutes from auth.verifications where value = $1`,
      [ada.id],
    );
    expect(left?.minutes).toBeGreaterThan(58);
    expect(left?.minutes).toBeLessThanOrEqual(60);
    await query(server.database, `update auth.verifications set expires_at = now() where value = $1`, [ada.id]);
    expect((await reset(token)).outcome).toBe('422 link_expired');
    expect(await signIn(ada, ada.password)).toBe('served');
  });

  it('asked for an address that we do not know is answered the same, and posts no letter', async () => {
    const [ada, stranger] = [await landlord(), newPerson()];
    const [unknown, known] = [await askFor(stranger.email), await askFor(ada.email)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    // The queue is worked off in order: when the later letter is here, the earlier one will not come.
    await emailTo(ada.email, RESET);
    expect(await emailsTo(stranger.email)).toEqual([]);
  });

  it('does not flood anybody’s inbox: five letters in a quarter of an hour', async () => {
    const { email } = newPerson();
    const allowed = [];
    for (let time = 0; time < 6; time++) allowed.push(await server.services.attempts.emailAllowed(email));
    expect(allowed).toEqual([true, true, true, true, true, false]);
    expect((await askFor(email)).status).toBe(200);
  });

  it('needs a new one that is long enough', async () => {
    const ada = await landlord();
    const token = await resetToken(ada);
    const answer = await reset(token, 'short');
    expect(answer.fields).toEqual({ newPassword: 'Password must be at least 8 characters.' });
    expect((await reset(token)).status).toBe(200);
  });
});

describe('the link of a letter', () => {
  it('does one thing only: neither opens the other’s door, nor does anything made up', async () => {
    const ada = await landlord();
    const confirmToken = tokenIn(await emailTo(ada.email, CONFIRM));
    const session = [...ada.cookies].find(([name]) => name.includes('session'))?.[1] ?? '';
    const [resetting, header = '', payload = ''] = [await resetToken(ada), ...confirmToken.split('.')];
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    for (const token of [confirmToken, session, decodeURIComponent(session), 'x', '0'.repeat(2000), `${resetting} `]) {
      expect((await reset(token)).outcome).toBe('422 link_expired');
    }
    for (const token of [resetting, session, unsigned, `${header}.${payload}.AAAA`, 'a.b.c']) {
      expect((await confirm(token)).outcome).toBe('422 link_expired');
    }
    expect((await ada.get('/api/auth/get-session')).as(CurrentUser).emailConfirmed).toBe(false);
    expect(await signIn(ada, ada.password)).toBe('served');
  });

  it('cannot be read in the database', async () => {
    const ada = await landlord();
    const token = await resetToken(ada);
    const [row] = await query<{ row: string }>(
      server.database,
      'select v::text as row from auth.verifications v where value = $1',
      [ada.id],
    );
    expect(row?.row).not.toContain(token);
  });
});

describe('a new landlord’s address', () => {
  it('is confirmed by the letter that signing up sends', async () => {
    const ada = await landlord();
    const letter = await emailTo(ada.email, CONFIRM);
    expect(letter.action?.url.startsWith(`${server.services.appUrl}/confirm-email?token=`)).toBe(true);
    expect((await ada.get('/api/auth/get-session')).as(CurrentUser).emailConfirmed).toBe(false);
    expect((await confirm(tokenIn(letter))).status).toBe(200);
    expect((await ada.get('/api/auth/get-session')).as(CurrentUser).emailConfirmed).toBe(true);
    // A mail program that looks at links beforehand does no harm.
    expect((await confirm(tokenIn(letter))).status).toBe(200);
  });

  it('is sent the letter again when the landlord asks, a few times, until it is confirmed', async () => {
    const ada = await landlord();
    await emailTo(ada.email, CONFIRM);
    const ask = () => ada.post('/api/auth/send-verification-email');
    expect((await ask()).status).toBe(200);
    await vi.waitFor(async () => expect(await emailsTo(ada.email)).toHaveLength(2));
    const outcomes = [];
    for (let time = 0; time < 5; time++) outcomes.push((await ask()).outcome);
    expect(outcomes).toEqual([...Array<string>(4).fill('served'), '429 too_many_attempts']);
    await confirm(tokenIn(await emailTo(ada.email, CONFIRM)));
    expect((await ask()).status).toBe(200);
    expect((await visitor().post('/api/auth/send-verification-email')).outcome).toBe('401 unauthenticated');
  });

  it('need not be confirmed for the trial to begin', async () => {
    const ada = await landlord();
    expect((await ada.get('/api/properties')).status).toBe(200);
  });

  it('is not confirmed for an account that is gone', async () => {
    const ada = await landlord();
    const token = tokenIn(await emailTo(ada.email, CONFIRM));
    await query(server.database, 'delete from auth.users where id = $1', [ada.id]);
    expect((await confirm(token)).outcome).toBe('422 link_expired');
  });
});

const ada = { name: 'Ada <b>', email: 'ada@tenure.example' };
const url = 'https://tenure.example/x?token=1';

describe.each([
  ['to confirm an address', confirmEmail(ada, url), 'Confirm your email address'],
  ['to choose a new password', resetEmail(ada, url), 'Choose a new password'],
  ['about a changed password', passwordChangedEmail(ada, url), 'Choose a new password'],
  ['to confirm a new address', newAddressEmail(ada, url), 'Confirm your new email address'],
  ['to the old address when a new one is asked for', newAddressAskedEmail(ada, url), 'Choose a new password'],
])('the letter %s', (_, letter, label) => {
  it('greets the landlord by name, at their address, with one link', () => {
    expect(letter.to).toBe('ada@tenure.example');
    expect(letter.paragraphs[0]).toBe('Hello Ada <b>,');
    expect(letter.action).toEqual({ label, url });
  });

  it('says what to do if it was somebody else', () => {
    expect(letter.paragraphs.at(-1)).toMatch(/^If (you did not|it was not you)/);
  });

  it('tells no secret but the link', () => {
    expect(letter.paragraphs.join(' ')).not.toContain('token');
  });
});

describe('what the letters promise', () => {
  it('is what the product does', () => {
    expect(confirmEmail(ada, url).paragraphs.join(' ')).toContain('Your 7-day free trial has started.');
    expect(resetEmail(ada, url).paragraphs.join(' ')).toContain('The link works once and for one hour.');
    expect(passwordChangedEmail(ada, url).paragraphs.join(' ')).toContain('every other browser was signed out');
    expect(newAddressEmail(ada, url).paragraphs.join(' ')).toContain('The link works once and for 24 hours.');
    expect(newAddressAskedEmail(ada, url).paragraphs.join(' ')).toContain('That stops the change and signs out');
  });
});

describe('the letter to an address that has an account already', () => {
  it('names nobody, since a stranger may have asked, and leads to signing in', () => {
    const letter = addressTakenEmail(ada.email, url);
    expect(letter.to).toBe('ada@tenure.example');
    expect(letter.paragraphs[0]).toBe('Hello,');
    expect(letter.action).toEqual({ label: 'Sign in', url });
    expect(letter.paragraphs.at(-1)).toBe('If it was not you, you need not do anything.');
  });
});

describe('the letter to an address that has been replaced', () => {
  it.each([
    ['help@tenure.example', 'If it was not you, write to help@tenure.example at once.'],
    [undefined, 'If it was not you, tell the person who runs your Tenure at once.'],
  ])('has no link, and says whom to tell: %s', (contact, last) => {
    const letter = newAddressInForceEmail(ada, contact);
    expect([letter.to, letter.action]).toEqual(['ada@tenure.example', undefined]);
    expect(letter.paragraphs.at(-1)).toBe(last);
  });
});
