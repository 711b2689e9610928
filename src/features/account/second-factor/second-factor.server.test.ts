import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  access,
  PAUSED,
  resetToken,
  SIGNED_OUT,
  signIn,
  userOf,
  withSecondFactor,
} from '../../../../test/fixtures/account.ts';
import { type Landlord, landlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { codeOf } from '../../../../test/fixtures/second-factor.ts';
import type { Browser } from '../../../../test/reading/browser.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { Session } from '../account.ts';
import { NewSecondFactor, RecoveryCodes } from './second-factor.ts';

const NEEDED = '403 code_required';
const WRONG = '422 invalid_input';

const give = async (browser: Browser, code: string, trust = false) =>
  (await browser.post('/api/auth/sign-in/code', { code, trust })).outcome;

/** Returns a browser that has sent the correct password, but not the code. */
async function halfSignedIn({ email, password }: Landlord, browser: Browser = visitor()): Promise<Browser> {
  expect(await signIn(email, password, browser)).toBe(NEEDED);
  return browser;
}

describe('signing in with a second factor', () => {
  it('grants no access until the code is entered, and is marked in the list of sessions', async () => {
    const ada = await landlord();
    const { key } = await withSecondFactor(ada);
    expect((await userOf(ada)).secondFactor).toBe(true);
    const browser = await halfSignedIn(ada);
    expect(await access(browser)).toBe(SIGNED_OUT);
    expect(await give(browser, '000000')).toBe(WRONG);
    expect(await access(browser)).toBe(SIGNED_OUT);
    expect(await give(browser, codeOf(key))).toBe('served');
    expect(await access(browser)).toBe('served');
    const { items } = (await browser.get('/api/sessions')).as(z.object({ items: z.array(Session) }));
    expect(items.map(({ byCode }) => byCode)).toEqual([true, false]);
  });

  it('accepts each code once across browsers, and only the landlord’s own', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { key } = await withSecondFactor(ada);
    const { key: bobs } = await withSecondFactor(bob);
    const [first, second] = [await halfSignedIn(ada), await halfSignedIn(ada)];
    expect(await give(first, codeOf(bobs))).toBe(WRONG);
    const code = codeOf(key);
    expect(await give(first, code)).toBe('served');
    expect(await give(second, code)).toBe(WRONG);
    expect(await access(second)).toBe(SIGNED_OUT);
    expect(await give(second, codeOf(key, 1))).toBe('served');
  });

  it('accepts a recovery code once, until new ones replace it', async () => {
    const ada = await landlord();
    const { codes } = await withSecondFactor(ada);
    const [one = '', two = ''] = codes;
    const browser = await halfSignedIn(ada);
    expect(await give(browser, one)).toBe('served');
    expect(await give(await halfSignedIn(ada), one)).toBe(WRONG);
    const renewed = await ada.post('/api/second-factor/recovery-codes', { password: ada.password });
    const [three = ''] = renewed.as(RecoveryCodes).codes;
    expect(await give(await halfSignedIn(ada), two)).toBe(WRONG);
    expect(await give(await halfSignedIn(ada), three)).toBe('served');
  });

  it('accepts a recovery code for one of several browsers that send it concurrently', async () => {
    const ada = await landlord();
    const {
      codes: [code = ''],
    } = await withSecondFactor(ada);
    const browsers = [
      await halfSignedIn(ada),
      await halfSignedIn(ada),
      await halfSignedIn(ada),
      await halfSignedIn(ada),
    ];
    const outcomes = await Promise.all(browsers.map((browser) => give(browser, code)));
    expect(outcomes.toSorted()).toEqual([WRONG, WRONG, WRONG, 'served']);
    const open = await Promise.all(browsers.map(access));
    expect(open.filter((outcome) => outcome === 'served')).toHaveLength(1);
  });

  it('accepts a recovery code once when a browser sends it concurrently', async () => {
    const ada = await landlord();
    const { codes } = await withSecondFactor(ada);
    const browser = await halfSignedIn(ada);
    const outcomes = await Promise.all([1, 2, 3].map(() => give(browser, codes[0] ?? '')));
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome !== 'served').every((outcome) => /^4(01|22) /.test(outcome))).toBe(
      true,
    );
  });

  it('delays guesses, also if the password is entered again in between', async () => {
    const ada = await landlord();
    const { key } = await withSecondFactor(ada);
    const outcomes: string[] = [];
    for (let tries = 0; tries < 6; tries++) outcomes.push(await give(await halfSignedIn(ada), '000000'));
    expect(outcomes).toEqual([WRONG, WRONG, WRONG, WRONG, WRONG, PAUSED]);
    expect(await give(await halfSignedIn(ada), codeOf(key))).toBe(PAUSED);
  });

  it('signs in to the account of the password and ends the browser’s previous session', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { key } = await withSecondFactor(ada);
    const copy = visitor();
    for (const [name, value] of bob.cookies) copy.cookies.set(name, value);
    await halfSignedIn(ada, bob);
    expect(await access(copy)).toBe(SIGNED_OUT);
    expect(await give(bob, codeOf(key))).toBe('served');
    expect((await userOf(bob)).id).toBe(ada.personId);
  });

  it('skips the code in a trusted browser for this account only, until turned off', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { key } = await withSecondFactor(ada);
    await withSecondFactor(bob);
    const browser = await halfSignedIn(ada);
    expect(await give(browser, codeOf(key), true)).toBe('served');
    const { session } = server.services.cookies;
    const trusted = [...browser.cookies].filter(([name]) => name !== session);
    expect(await signIn(ada.email, ada.password, browser)).toBe('served');
    const copy = visitor();
    for (const [name, value] of trusted) copy.cookies.set(name, value);
    expect(await signIn(bob.email, bob.password, copy)).toBe(NEEDED);
    const off = async () => (await browser.post('/api/second-factor/end', { password: ada.password })).outcome;
    expect(await off()).toBe('served');
    expect(await signIn(ada.email, ada.password)).toBe('served');
  });
});

describe('a password reset by email', () => {
  it('ends every other link and all trust of browsers', async () => {
    const ada = await landlord();
    const { key } = await withSecondFactor(ada);
    const trusted = await halfSignedIn(ada);
    expect(await give(trusted, codeOf(key), true)).toBe('served');
    const [first, second] = [await resetToken(ada.email), await resetToken(ada.email)];
    const reset = async (token: string, newPassword: string) =>
      (await visitor().post('/api/auth/reset-password', { token, newPassword })).outcome;
    const newPassword = 'four words none expects';
    expect(await reset(first, newPassword)).toBe('served');
    expect(await reset(second, 'the words of a thief')).toBe('422 link_expired');
    expect(await signIn(ada.email, newPassword, trusted)).toBe(NEEDED);
  });
});

describe('re-authentication', () => {
  it('is required for a download or deletion, even with the password', async () => {
    const ada = await landlord();
    const { key, codes } = await withSecondFactor(ada);
    const remove = async () => (await ada.post('/api/account/remove', { password: ada.password })).outcome;
    expect((await ada.get('/api/my-data')).outcome).toBe(NEEDED);
    expect(await remove()).toBe(NEEDED);
    const prove = async (code: string) => (await ada.post('/api/second-factor/prove', { code })).outcome;
    expect(await prove('000000')).toBe(WRONG);
    expect((await ada.get('/api/my-data')).outcome).toBe(NEEDED);
    expect(await prove(codes[0] ?? '')).toBe('served');
    expect((await ada.get('/api/my-data')).outcome).toBe('served');
    expect(await prove(codes[0] ?? '')).toBe(WRONG);
    expect(await prove(codeOf(key))).toBe('served');
    expect(await remove()).toBe('served');
    expect(await query(server.database, 'select from auth.two_factors where user_id = $1', [ada.personId])).toEqual([]);
  });
});

describe('turning it on', () => {
  it('needs the password and a code, has no effect before, and cannot be repeated', async () => {
    const ada = await landlord();
    const begin = async (password: string) => (await ada.post('/api/second-factor/begin', { password })).outcome;
    expect(await begin('not my password')).toBe(WRONG);
    expect(await begin(ada.password)).toBe('served');
    expect(await signIn(ada.email, ada.password)).toBe('served');
    expect((await ada.post('/api/second-factor/confirm', { code: '000000' })).outcome).toBe(WRONG);
    const { key, codes } = await withSecondFactor(ada);
    expect(await begin(ada.password)).toBe(WRONG);
    const stored = JSON.stringify(
      await query(server.database, 'select * from auth.two_factors where user_id = $1', [ada.personId]),
    );
    for (const secret of [key, ...codes]) expect(stored).not.toContain(secret);
  });

  it('keeps a key that another tab has just confirmed, and confirms only the key of the code', async () => {
    const ada = await landlord();
    const begin = () => ada.post('/api/second-factor/begin', { password: ada.password });
    const { key } = (await begin()).as(NewSecondFactor);
    const duringChange = (change: string, work: () => Promise<{ outcome: string }>) =>
      concurrently(async (other) => {
        await other.query(`update auth.two_factors set ${change} where user_id = $1`, [ada.personId]);
        const working = work();
        await waitsForLock();
        await other.query('commit');
        return (await working).outcome;
      });
    const confirm = () => ada.post('/api/second-factor/confirm', { code: codeOf(key) });
    expect(await duringChange(`secret = 'another', last_step = null`, confirm)).toBe(WRONG);
    expect((await userOf(ada)).secondFactor).toBe(false);
    expect(await duringChange('verified = true', begin)).toBe(WRONG);
  });
});
