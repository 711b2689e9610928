import { describe, expect, it, vi } from 'vitest';
import {
  access,
  EXPIRED,
  NEW_PASSWORD,
  PAUSED,
  requestPasswordReset,
  resetPassword,
  resetToken,
  SIGNED_OUT,
  signIn,
  userOf,
} from '../../../test/fixtures/account.ts';
import { landlord, signedUpLandlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import { emailsTo, emailTo, tokenIn } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import {
  accountDeletedEmail,
  addressTakenEmail,
  confirmEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passwordChangedEmail,
  resetEmail,
} from './emails.ts';

const CONFIRM = 'Confirm your email address';
const WRONG = '401 invalid_credentials';

const confirm = async (token: string) => (await visitor().post('/api/auth/verify-email', { token })).outcome;

describe('a forgotten password', () => {
  it('is replaced once through the emailed link, signing out every browser and notifying the landlord', async () => {
    const ada = await landlord();
    const token = await resetToken(ada.email);
    const { action } = await emailTo(ada.email, 'Choose a new password');
    expect(action?.url.startsWith(`${server.services.appUrl}/reset-password?token=`)).toBe(true);
    const [stored] = await query<{ row: string }>(
      server.database,
      'select v::text as row from auth.verifications v where value = $1',
      [ada.personId],
    );
    expect(stored?.row).not.toContain(token);

    expect((await resetPassword(token, 'short')).fields).toEqual({
      newPassword: 'Password must be at least 8 characters.',
    });
    expect((await resetPassword(token)).status).toBe(200);
    expect(await access(ada)).toBe(SIGNED_OUT);
    expect(await signIn(ada.email, ada.password)).toBe(WRONG);
    expect((await resetPassword(token, 'yet another password')).outcome).toBe(EXPIRED);
    expect(await signIn(ada.email, NEW_PASSWORD)).toBe('served');
    const changed = await emailTo(ada.email, 'Your password was changed');
    expect(changed.action?.url).toBe(`${server.services.appUrl}/forgot-password`);
  });

  it('is changed by only one of two concurrent uses of the link', async () => {
    const token = await resetToken((await landlord()).email);
    const answers = await Promise.all([resetPassword(token, 'the first password'), resetPassword(token, 'the second')]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([EXPIRED, 'served']);
  });

  it('ends the delay after failed attempts when reset by email', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) await signIn(ada.email, 'not the password');
    expect(await signIn(ada.email, ada.password)).toBe(PAUSED);
    await resetPassword(await resetToken(ada.email));
    expect(await signIn(ada.email, NEW_PASSWORD)).toBe('served');
  });

  it('is not replaced after an hour', async () => {
    const ada = await landlord();
    const token = await resetToken(ada.email);
    const [left] = await query<{ minutes: number }>(
      server.database,
      `select extract(epoch from expires_at - app.instant())::float / 60 as minutes from auth.verifications where value = $1`,
      [ada.personId],
    );
    expect(left?.minutes).toBeGreaterThan(58);
    expect(left?.minutes).toBeLessThanOrEqual(60);
    await query(server.database, `update auth.verifications set expires_at = app.instant() where value = $1`, [
      ada.personId,
    ]);
    expect((await resetPassword(token)).outcome).toBe(EXPIRED);
    expect(await signIn(ada.email, ada.password)).toBe('served');
  });

  it('returns the same response for an unknown address and sends no email', async () => {
    const [ada, unknown] = [await landlord(), newPerson()];
    const [one, other] = [await requestPasswordReset(unknown.email), await requestPasswordReset(ada.email)];
    expect([one.status, one.text]).toEqual([other.status, other.text]);
    // The queue is in order: an email to the unknown address would have arrived before this email.
    await emailTo(ada.email, 'Choose a new password');
    expect(await emailsTo(unknown.email)).toEqual([]);
  });

  it('allows five emails per address in 15 minutes', async () => {
    const { email } = newPerson();
    const allowed = [];
    for (let time = 0; time < 6; time++) allowed.push(await server.services.attempts.emailAllowed(email));
    expect(allowed).toEqual([true, true, true, true, true, false]);
    expect((await requestPasswordReset(email)).status).toBe(200);
  });
});

it('each link works only for its purpose, and forged tokens are refused', async () => {
  const ada = await signedUpLandlord();
  const confirmToken = tokenIn(await emailTo(ada.email, CONFIRM));
  const session = [...ada.cookies].find(([name]) => name.includes('session'))?.[1] ?? '';
  const [resetting, header = '', payload = ''] = [await resetToken(ada.email), ...confirmToken.split('.')];
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  for (const token of [confirmToken, session, decodeURIComponent(session), 'x', '0'.repeat(2000), `${resetting} `]) {
    expect((await resetPassword(token)).outcome).toBe(EXPIRED);
  }
  for (const token of [resetting, session, unsigned, `${header}.${payload}.AAAA`, 'a.b.c']) {
    expect(await confirm(token)).toBe(EXPIRED);
  }
  expect((await userOf(ada)).emailConfirmed).toBe(false);
  expect(await signIn(ada.email, ada.password)).toBe('served');
});

describe('the address of a new landlord', () => {
  it('is confirmed by the sign-up email, with the trial already running', async () => {
    const ada = await signedUpLandlord();
    const email = await emailTo(ada.email, CONFIRM);
    expect(email.action?.url.startsWith(`${server.services.appUrl}/confirm-email?token=`)).toBe(true);
    expect((await userOf(ada)).emailConfirmed).toBe(false);
    expect(await access(ada)).toBe('served');
    // The link works twice, since a mail scanner may open it first.
    for (let time = 0; time < 2; time++) expect(await confirm(tokenIn(email))).toBe('served');
    expect((await userOf(ada)).emailConfirmed).toBe(true);
  });

  it('receives the email again on request, up to a limit, until it is confirmed', async () => {
    const ada = await signedUpLandlord();
    await emailTo(ada.email, CONFIRM);
    const ask = async () => (await ada.post('/api/auth/send-verification-email')).outcome;
    expect(await ask()).toBe('served');
    await vi.waitFor(async () => expect(await emailsTo(ada.email)).toHaveLength(2));
    const outcomes = [];
    for (let time = 0; time < 5; time++) outcomes.push(await ask());
    expect(outcomes).toEqual([...Array<string>(4).fill('served'), PAUSED]);
    await confirm(tokenIn(await emailTo(ada.email, CONFIRM)));
    expect(await ask()).toBe('served');
  });

  it('is not confirmed for a deleted account', async () => {
    const ada = await signedUpLandlord();
    const token = tokenIn(await emailTo(ada.email, CONFIRM));
    await query(server.database, 'delete from profiles where id = $1', [ada.id]);
    await query(server.database, 'delete from auth.users where id = $1', [ada.personId]);
    expect(await confirm(token)).toBe(EXPIRED);
  });
});

const ada = { name: 'Ada <b>', email: 'ada@tenure.example' };
const url = 'https://tenure.example/x?token=1';
const NOT_YOU = /^If (you did not|it was not you)/;

it.each([
  [confirmEmail(ada, url), CONFIRM, 'Your 7-day free trial has started.', NOT_YOU],
  [resetEmail(ada, url), 'Choose a new password', 'The link below works once, within one hour.', NOT_YOU],
  [passwordChangedEmail(ada, url), 'Choose a new password', 'Every other browser was signed out', NOT_YOU],
  [newAddressEmail(ada, url), 'Confirm your new email address', 'The link works once, within 24 hours.', NOT_YOU],
  [newAddressAskedEmail(ada, url), 'Choose a new password', 'This stops the change and signs out', NOT_YOU],
  [
    newAddressInForceEmail(ada, 'help@tenure.example'),
    undefined,
    'Use the new address to sign in.',
    'If it was not you, email help@tenure.example now.',
  ],
  [
    newAddressInForceEmail(ada, undefined),
    undefined,
    'Use the new address to sign in.',
    'If it was not you, contact the person who runs your Tenure now.',
  ],
  [
    accountDeletedEmail(ada, false),
    undefined,
    'We have kept nothing, not even this address.',
    /^You can sign up again/,
  ],
])(
  'the email "$subject" omits typed names, has at most one link and explains what to do',
  (email, label, promise, last) => {
    expect([email.to, email.paragraphs[0]]).toEqual(['ada@tenure.example', 'Hello,']);
    expect(JSON.stringify(email)).not.toContain(ada.name);
    expect(email.action).toEqual(label && { label, url });
    expect(email.paragraphs.join(' ')).toContain(promise);
    expect(email.paragraphs.join(' ')).not.toContain('token');
    expect(email.paragraphs.at(-1)).toMatch(last);
  },
);

it('the email to an address that already has an account contains no names', () => {
  const email = addressTakenEmail(ada.email, url);
  expect([email.to, email.paragraphs[0]]).toEqual(['ada@tenure.example', 'Hello,']);
  expect(email.action).toEqual({ label: 'Sign in', url });
  expect(email.paragraphs.at(-1)).toBe('If it was not you, you can ignore this email.');
});
