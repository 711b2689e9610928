/** Name, settings and password of a landlord, over HTTP; what becomes of another address is told in new-address.server.test.ts. */
import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../test/browser.ts';
import { query } from '../../../../test/database.ts';
import { emailsTo, emailTo, tokenIn } from '../../../../test/emails.ts';
import { type Landlord, landlord, signedInAgain, visitor } from '../../../../test/landlords.ts';
import { newPerson } from '../../../../test/make.ts';
import { server } from '../../../../test/server.ts';
import { CurrentUser } from '../account.ts';

const NEW = 'a new and better password';
const NOT_YOURS = { currentPassword: 'This is not your password' };
const ELSEWHERE = { headers: { origin: 'https://evil.example' } };

const userOf = async (browser: Browser) => (await browser.get('/api/auth/get-session')).as(CurrentUser);
const change = (browser: Browser, currentPassword: string, newPassword = NEW) =>
  browser.post('/api/profile/password', { currentPassword, newPassword });
const signIn = async ({ email }: Pick<Landlord, 'email'>, password: string) =>
  (await visitor().post('/api/auth/sign-in/email', { email, password })).outcome;

describe('the name', () => {
  it('changes at once, in every browser, and the address stays', async () => {
    const [ada, eve] = [await landlord(), await landlord({ name: 'Eve' })];
    const other = await signedInAgain(ada);
    const answer = await ada.put('/api/profile', { name: '  Augusta King ', email: ada.email.toUpperCase() });
    expect(answer.as(CurrentUser)).toMatchObject({
      id: ada.id,
      name: 'Augusta King',
      email: ada.email,
      newEmail: null,
    });
    expect((await userOf(other)).name).toBe('Augusta King');
    expect((await userOf(eve)).name).toBe('Eve');
  });

  it.each([
    [{ name: 'A' }, { name: 'Name must be at least 2 characters' }],
    [{ name: 'x'.repeat(101) }, { name: 'Please keep this to 100 characters' }],
    [{ name: 'Ada\nLovelace' }, { name: 'Please keep this to one line' }],
    [{ email: 'not an address' }, { email: 'Invalid email address' }],
    [{ email: 'ada@tenure.example\r\nbcc: eve@tenure.example' }, { email: 'Invalid email address' }],
    [
      { name: 7, email: null },
      { name: 'Name must be at least 2 characters', email: 'Invalid email address' },
    ],
  ])('is not saved when something is wrong: %j', async (wrong, fields) => {
    const ada = await landlord();
    const answer = await ada.put('/api/profile', { name: 'Augusta', email: ada.email, ...wrong });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect(await userOf(ada)).toMatchObject({ name: 'Ada Lovelace', newEmail: null });
  });
});

describe('another address', () => {
  it('is asked for with the password only: a session that somebody found or stole takes no account along', async () => {
    const ada = await landlord();
    const wanted = { name: 'Mallory', email: newPerson().email };
    for (const [password, sentence] of [
      [undefined, 'Please enter your password'],
      ['', 'Please enter your password'],
      ['not my password', 'This is not your password'],
      ['x'.repeat(200), 'This is not your password'],
    ] as const) {
      const answer = await ada.put('/api/profile', { ...wanted, currentPassword: password });
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', { currentPassword: sentence }]);
    }
    expect(await userOf(ada)).toMatchObject({ name: ada.name, email: ada.email, newEmail: null });
    expect(await emailsTo(wanted.email)).toEqual([]);
  });
});

describe('the settings', () => {
  it('are light and with letters at first, and keep what is not mentioned', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    expect(await userOf(ada)).toMatchObject({ darkMode: false, emailNotifications: true });
    const choose = async (settings: object) => (await ada.patch('/api/settings', settings)).as(CurrentUser);
    expect(await choose({ darkMode: true })).toMatchObject({ darkMode: true, emailNotifications: true });
    expect(await choose({ emailNotifications: false })).toMatchObject({ darkMode: true, emailNotifications: false });
    expect(await choose({})).toMatchObject({ darkMode: true, emailNotifications: false });
    expect(await choose({ darkMode: false, plan: 'gold' })).toMatchObject({
      darkMode: false,
      emailNotifications: false,
    });
    expect(await userOf(ada)).toMatchObject({
      darkMode: false,
      emailNotifications: false,
      subscription: { plan: null },
    });
    expect(await userOf(eve)).toMatchObject({ darkMode: false, emailNotifications: true });
  });

  it.each([{ darkMode: 'yes' }, { emailNotifications: 1 }, { darkMode: null }, [], 'dark'])(
    'refuse what is no choice: %j',
    async (wrong) => {
      const ada = await landlord();
      expect((await ada.patch('/api/settings', wrong)).status).toBeGreaterThanOrEqual(400);
      expect(await userOf(ada)).toMatchObject({ darkMode: false, emailNotifications: true });
    },
  );
});

describe('a new password', () => {
  it('holds at once; the other browsers are signed out, this one stays, and the landlord is told', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const other = await signedInAgain(ada);
    expect((await change(ada, ada.password)).text).toBe('{"done":true}');
    expect((await ada.get('/api/properties')).status).toBe(200);
    expect((await other.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect((await eve.get('/api/properties')).status).toBe(200);
    expect(await signIn(ada, ada.password)).toBe('401 invalid_credentials');
    expect(await signIn(ada, NEW)).toBe('served');
    expect(await signIn(eve, eve.password)).toBe('served');
    const letter = await emailTo(ada.email, 'Your password was changed');
    expect(letter.action?.url).toBe(`${server.services.appUrl}/forgot-password`);
  });

  it('needs the present one: otherwise nothing changes, nobody is signed out and no letter goes out', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const answer = await change(ada, 'not the password');
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', NOT_YOURS]);
    for (const wrong of [`${ada.password} `, 'x'.repeat(129)]) {
      expect((await change(ada, wrong)).fields).toEqual(NOT_YOURS);
    }
    expect((await change(ada, '')).fields).toEqual({ currentPassword: 'Please enter your password' });
    expect((await other.get('/api/properties')).status).toBe(200);
    expect(await signIn(ada, ada.password)).toBe('served');
    expect((await emailsTo(ada.email)).map(({ subject }) => subject)).not.toContain('Your password was changed');
  });

  it('is not the way to guess the present one: five wrong ones bring a pause, which holds for the right one too', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) expect((await change(ada, 'a guess')).outcome).toBe('422 invalid_input');
    const paused = await change(ada, ada.password);
    expect(paused.outcome).toBe('429 too_many_attempts');
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(20);
    expect((await change(await signedInAgain(ada), ada.password)).outcome).toBe('429 too_many_attempts');
    expect(await signIn(ada, ada.password)).toBe('served');
  });

  it('lets none of ten guesses at once slip through beyond the five', async () => {
    const ada = await landlord();
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(ada, 'a guess')));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('has the length that a password has, and may hold any character', async () => {
    const ada = await landlord();
    expect((await change(ada, ada.password, 'short')).fields).toEqual({
      newPassword: 'Password must be at least 8 characters.',
    });
    expect((await change(ada, ada.password, 'x'.repeat(129))).status).toBe(422);
    const long = '🏠'.repeat(64);
    expect((await change(ada, ada.password, long)).status).toBe(200);
    expect(await signIn(ada, long)).toBe('served');
  });

  it('ends the links of letters that could choose another', async () => {
    const ada = await landlord();
    await visitor().post('/api/auth/request-password-reset', { email: ada.email });
    const token = tokenIn(await emailTo(ada.email, 'Choose a new password'));
    await change(ada, ada.password);
    const reset = await visitor().post('/api/auth/reset-password', { token, newPassword: 'of the thief' });
    expect(reset.outcome).toBe('422 link_expired');
    expect(await signIn(ada, NEW)).toBe('served');
  });

  it('is taken from this site only, from nobody who is not signed in, and kept as a hash', async () => {
    const ada = await landlord();
    const body = { currentPassword: ada.password, newPassword: NEW };
    expect((await ada.post('/api/profile/password', body, ELSEWHERE)).outcome).toBe('403 wrong_origin');
    expect((await change(visitor(), ada.password)).outcome).toBe('401 unauthenticated');
    await change(ada, ada.password);
    const [account] = await query<{ password: string }>(
      server.database,
      'select password from auth.accounts where user_id = $1',
      [ada.id],
    );
    expect(account?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });
});

describe('after the trial', () => {
  it('a landlord can still change name, password and settings', async () => {
    const ada = await landlord();
    await server.later(9 * 24 * 3600 * 1000, async () => {
      expect(
        (await ada.put('/api/profile', { name: 'Augusta', email: newPerson().email, currentPassword: ada.password }))
          .status,
      ).toBe(200);
      expect((await ada.patch('/api/settings', { darkMode: true })).as(CurrentUser)).toMatchObject({
        name: 'Augusta',
        darkMode: true,
        subscription: { status: 'expired' },
      });
      expect((await change(ada, ada.password)).status).toBe(200);
    });
  });
});
