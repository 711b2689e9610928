import { describe, expect, it } from 'vitest';
import {
  DAY,
  EXPIRED,
  NEW_PASSWORD,
  PAUSED,
  requestPasswordReset,
  resetPassword,
  resetToken,
  signIn,
  userOf,
} from '../../../test/fixtures/account.ts';
import { type Landlord, landlord, signedInAgain, signedUpLandlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { emailsTo, emailTo, tokenIn } from '../../../test/reading/emails.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { CurrentUser } from '../account/account.ts';

const LINK = 'Confirm your new email address';
const ASKED = 'Someone asked to change your email address';
const DONE = 'Your email address was changed';
const TAKEN = 'You already have an account';

const freeAddress = () => newPerson().email;
const known = { name: 'Ada Lovelace', currentPassword: newPerson().password };
const ask = (who: Browser, email: string, name = known.name) => who.put('/api/profile', { ...known, name, email });
const confirm = async (token: string, browser: Browser = visitor()) =>
  (await browser.post('/api/profile/confirm-email', { token })).outcome;
const choosePassword = (ada: Landlord) =>
  ada.post('/api/profile/password', { currentPassword: ada.password, newPassword: NEW_PASSWORD });
const subjects = async (email: string) => (await emailsTo(email)).map(({ subject }) => subject);
const count = async (email: string, subject: string) => (await subjects(email)).filter((one) => one === subject).length;

async function requestAddress(ada: Landlord, email = freeAddress()): Promise<{ email: string; token: string }> {
  expect((await ask(ada, email)).status).toBe(200);
  return { email, token: tokenIn(await emailTo(email.toLowerCase(), LINK)) };
}

async function withPendingAddress(): Promise<{ ada: Landlord; email: string; token: string }> {
  const ada = await landlord();
  return { ada, ...(await requestAddress(ada)) };
}

describe('a new address', () => {
  it('S2.7.7: is pending until its emailed link is followed, then signs in as confirmed', async () => {
    const ada = await landlord();
    const email = freeAddress();
    const answer = (await ask(ada, email.toUpperCase(), 'Augusta King')).as(CurrentUser);
    expect(answer).toMatchObject({ name: 'Augusta King', email: ada.email, newEmail: email, emailConfirmed: false });
    expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: email });
    expect(await signIn(email, ada.password)).toBe('401 invalid_credentials');
    const link = await emailTo(email, LINK);
    expect(link.action?.url.startsWith(`${server.services.appUrl}/confirm-new-email?token=`)).toBe(true);
    expect(link.paragraphs[0]).toBe('Hello,');
    const warning = await emailTo(ada.email, ASKED);
    expect(warning.action?.url).toBe(`${server.services.appUrl}/forgot-password`);
    const resetOld = await resetToken(ada.email);

    // The email may be read on another device without a session.
    expect(await confirm(tokenIn(link))).toBe('served');
    expect(await userOf(ada)).toMatchObject({ email, newEmail: null, emailConfirmed: true });
    expect(await signIn(email, ada.password)).toBe('served');
    expect(await signIn(ada.email, ada.password)).toBe('401 invalid_credentials');
    await emailTo(ada.email, DONE);
    expect(await subjects(email)).toEqual([LINK]);
    expect((await resetPassword(resetOld)).outcome, 'a link that went to the old address').toBe(EXPIRED);
    expect(await signIn(email, ada.password)).toBe('served');
  });

  it('is confirmed when another signed-in landlord follows the link', async () => {
    const { ada, email, token } = await withPendingAddress();
    const eve = await landlord();
    expect(await confirm(token, eve)).toBe('served');
    expect((await userOf(ada)).email).toBe(email);
    expect((await userOf(eve)).email).toBe(eve.email);
  });

  it('is confirmed once when the link is used concurrently', async () => {
    const { ada, token } = await withPendingAddress();
    const outcomes = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(outcomes.sort()).toEqual([EXPIRED, EXPIRED, 'served']);
    expect(await confirm(token)).toBe(EXPIRED);
    await emailTo(ada.email, DONE);
    expect(await count(ada.email, DONE)).toBe(1);
  });

  it('receives its email again on request, with the latest link working', async () => {
    const { ada, email, token } = await withPendingAddress();
    await ask(ada, email);
    await expect.poll(() => emailsTo(email), { timeout: 20_000 }).toHaveLength(2);
    const tokens = (await emailsTo(email)).map(tokenIn);
    expect(await confirm(token)).toBe(EXPIRED);
    expect(await confirm(tokens.find((other) => other !== token) ?? '')).toBe('served');
  });

  it('stays pending with a valid link and no further email when only the name changes', async () => {
    const { ada, email, token } = await withPendingAddress();
    const answer = (await ask(ada, email.toUpperCase(), 'Augusta King')).as(CurrentUser);
    expect(answer).toMatchObject({ name: 'Augusta King', email: ada.email, newEmail: email });
    expect(await confirm(token)).toBe('served');
    await emailTo(ada.email, DONE);
    expect(await subjects(email)).toEqual([LINK]);
  });

  it('expires after 24 hours', async () => {
    const { ada, email, token } = await withPendingAddress();
    await server.later(DAY - 60_000, async () => expect((await userOf(ada)).newEmail).toBe(email));
    await server.later(DAY + 1000, async () => {
      expect((await userOf(ada)).newEmail).toBeNull();
      expect(await confirm(token)).toBe(EXPIRED);
    });
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  it.each<[string, (ada: Landlord) => Promise<unknown>]>([
    ['another new address', (ada) => requestAddress(ada)],
    ['saving the present one', (ada) => ask(ada, ada.email.toUpperCase())],
    ['a new password in the profile', choosePassword],
    ['a new password by email', async (ada) => resetPassword(await resetToken(ada.email))],
  ])('is cancelled by %s', async (_, cancel) => {
    const { ada, email, token } = await withPendingAddress();
    await cancel(ada);
    expect(await confirm(token)).toBe(EXPIRED);
    const waiting = 'select from auth.email_changes where user_id = $1 and email = $2';
    expect(await query(server.database, waiting, [ada.personId, email])).toEqual([]);
    const address = 'select email from auth.users where id = $1';
    expect(await query(server.database, address, [ada.personId])).toEqual([{ email: ada.email }]);
  });

  it.each<[string, (ada: Landlord, token: string) => Promise<{ outcome: string }>]>([
    ['the link of the email', (_, token) => resetPassword(token)],
    ['the profile', choosePassword],
  ])('is cancelled by a new password from %s even during the request', async (_, choose) => {
    const ada = await landlord();
    const thief = await signedInAgain(ada);
    const token = await resetToken(ada.email);
    await concurrently(async (other) => {
      // Blocks storing the pending address, not changing the password.
      await other.query('select from auth.users where id = $1 for update', [ada.personId]);
      const asking = ask(thief, freeAddress());
      await waitsForLock();
      const choosing = choose(ada, token);
      await Promise.race([choosing, waitsForLock(2)]);
      await other.query('rollback');
      expect((await asking).outcome).toBe('served');
      expect((await choosing).outcome).toBe('served');
    });
    const again = await signedInAgain({ email: ada.email, password: NEW_PASSWORD });
    expect((await userOf(again)).newEmail).toBeNull();
  });
});

describe('an address that already has an account', () => {
  it('gets the same response as any other, and only its owner is emailed', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const toFree = (await ask(eve, freeAddress())).as(CurrentUser);
    const toTaken = (await ask(eve, ada.email)).as(CurrentUser);
    expect({ ...toTaken, now: '' }).toEqual({ ...toFree, newEmail: ada.email, now: '' });
    const email = await emailTo(ada.email, TAKEN);
    expect(email.action).toEqual({ label: 'Sign in', url: `${server.services.appUrl}/login` });
    expect(JSON.stringify(email)).not.toMatch(new RegExp(`token|${eve.email}|${eve.name}`));
    expect(await subjects(ada.email)).not.toContain(LINK);
    await expect.poll(() => count(eve.email, ASKED), { timeout: 20_000 }).toBe(2);
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  it('stays with its owner if registered before the link is followed, which consumes the link', async () => {
    const { ada, email, token } = await withPendingAddress();
    const same = await requestAddress(await landlord(), email);
    await landlord({ email });
    for (const link of [token, token, same.token]) expect(await confirm(link)).toBe(EXPIRED);
    expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: null });
  });

  it('is given to one of two landlords who follow their links concurrently', async () => {
    const { ada, email } = await withPendingAddress();
    const bea = await landlord();
    await ask(bea, email);
    await expect.poll(async () => subjects(email), { timeout: 20_000 }).toHaveLength(2);
    const tokens = (await emailsTo(email)).map(tokenIn);
    const outcomes = await Promise.all(tokens.map((token) => confirm(token)));
    expect(outcomes.sort()).toEqual([EXPIRED, 'served']);
    const emails = [(await userOf(ada)).email, (await userOf(bea)).email];
    expect(emails.filter((one) => one === email)).toHaveLength(1);
  });
});

it('the link for a new address works only for its purpose, and forged tokens are refused', async () => {
  const ada = await signedUpLandlord();
  const { token } = await requestAddress(ada);
  const session = [...ada.cookies].find(([name]) => name.includes('session'))?.[1] ?? '';
  const confirmation = tokenIn(await emailTo(ada.email, 'Confirm your email address'));
  const [row] = await query<{ hash: string; text: string }>(
    server.database,
    'select token_hash as hash, c::text as text from auth.email_changes c where user_id = $1',
    [ada.personId],
  );
  expect(row?.text).not.toContain(token);
  for (const wrong of [row?.hash ?? '', session, confirmation, `${token} `, token.slice(1), 'x', '%']) {
    expect(await confirm(wrong)).toBe(EXPIRED);
  }
  expect((await visitor().post('/api/auth/verify-email', { token })).outcome).toBe(EXPIRED);
  expect((await resetPassword(token)).outcome).toBe(EXPIRED);
  expect((await visitor().post('/api/profile/confirm-email', {})).outcome).toBe('422 invalid_input');
  expect(await userOf(ada)).toMatchObject({ email: ada.email, emailConfirmed: false });
  expect(await confirm(token)).toBe('served');
});

it('neither stores nor confirms an address if emails cannot be queued', async () => {
  const withoutQueue = async (work: () => Promise<void>) => {
    await query(server.database, 'revoke insert on pgboss.job from tenure_app');
    try {
      await work();
    } finally {
      await query(server.database, 'grant insert on pgboss.job to tenure_app');
    }
  };
  const ada = await landlord();
  await withoutQueue(async () => {
    expect((await ask(ada, freeAddress(), 'Augusta King')).outcome).toBe('500 internal');
    expect(await userOf(ada)).toMatchObject({ name: 'Ada Lovelace', newEmail: null });
  });
  const { email, token } = await requestAddress(ada);
  await withoutQueue(async () => {
    expect(await confirm(token)).toBe('500 internal');
    expect(await userOf(ada)).toMatchObject({ email: ada.email, newEmail: email });
  });
  expect(await confirm(token)).toBe('served');
});

describe('repeated requests for a new address', () => {
  it('are refused after five emails in 15 minutes, without saving the name either', async () => {
    const { ada, email } = await withPendingAddress();
    for (let time = 0; time < 4; time++) expect((await ask(ada, email)).status).toBe(200);
    const refused = await ask(await signedInAgain(ada), freeAddress(), 'Augusta King');
    expect(refused.outcome).toBe(PAUSED);
    expect(refused.text).toContain('We have sent you several emails.');
    expect(await userOf(ada)).toMatchObject({ name: 'Ada Lovelace', newEmail: email });
    // The current address needs no email.
    expect((await ask(ada, ada.email, 'Augusta King')).as(CurrentUser).name).toBe('Augusta King');
  });

  it('leave the limit for reset emails unchanged', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) expect((await ask(ada, freeAddress())).status).toBe(200);
    await requestPasswordReset(ada.email);
    await emailTo(ada.email, 'Choose a new password');
  });

  it('are limited per address when several landlords ask', async () => {
    const email = freeAddress();
    const outcomes = [];
    for (let time = 0; time < 6; time++) outcomes.push((await ask(await landlord(), email)).outcome);
    expect(outcomes).toEqual([...Array<string>(5).fill('served'), PAUSED]);
  });
});
