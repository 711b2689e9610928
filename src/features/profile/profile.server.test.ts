/** New addresses are tested in new-address.server.test.ts, invalid input in account.test.ts. */
import { describe, expect, it } from 'vitest';
import {
  access,
  DAY,
  EXPIRED,
  NEW_PASSWORD,
  PAUSED,
  resetPassword,
  resetToken,
  SIGNED_OUT,
  signIn,
  userOf,
} from '../../../test/fixtures/account.ts';
import { landlord, signedInAgain } from '../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../test/fixtures/make.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { emailsTo, emailTo } from '../../../test/reading/emails.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { CurrentUser } from '../account/account.ts';

const INVALID = '422 invalid_input';

const change = (browser: Browser, currentPassword: string, newPassword = NEW_PASSWORD) =>
  browser.post('/api/profile/password', { currentPassword, newPassword });

it('S2.3.4 S2.7.7: a new name appears in every browser and leaves the address unchanged', async () => {
  const [ada, eve] = [await landlord(), await landlord({ name: 'Eve' })];
  const other = await signedInAgain(ada);
  const answer = await ada.put('/api/profile', { name: '  Augusta King ', email: ada.email.toUpperCase() });
  const { personId: id, email } = ada;
  expect(answer.as(CurrentUser)).toMatchObject({ id, name: 'Augusta King', email, newEmail: null });
  expect((await userOf(other)).name).toBe('Augusta King');
  expect((await userOf(eve)).name).toBe('Eve');
  expect((await ada.put('/api/profile', { name: 'A', email })).outcome).toBe(INVALID);
  expect((await userOf(ada)).name).toBe('Augusta King');
});

it('another address needs the password, so a stolen session cannot take over the account', async () => {
  const ada = await landlord();
  const input = { name: 'Mallory', email: newPerson().email };
  for (const [password, sentence] of [
    [undefined, 'Enter your password'],
    ['', 'Enter your password'],
    ['not my password', 'The password is incorrect'],
    ['x'.repeat(200), 'The password is incorrect'],
  ] as const) {
    const answer = await ada.put('/api/profile', { ...input, currentPassword: password });
    expect([answer.outcome, answer.fields]).toEqual([INVALID, { currentPassword: sentence }]);
  }
  expect(await userOf(ada)).toMatchObject({ name: ada.name, email: ada.email, newEmail: null });
  expect(await emailsTo(input.email)).toEqual([]);
});

describe('the settings', () => {
  it('S2.9.6: default to light mode with emails, and keep omitted values', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const choices = (user: CurrentUser) => [user.darkMode, user.emailNotifications, user.keyShortcuts];
    expect(choices(await userOf(ada))).toEqual([false, true, true]);
    for (const [choice, expected] of [
      [{ darkMode: true }, [true, true, true]],
      [{ emailNotifications: false }, [true, false, true]],
      [{ keyShortcuts: false }, [true, false, false]],
      [{}, [true, false, false]],
      [{ darkMode: false, plan: 'gold' }, [false, false, false]],
    ] as const) {
      expect(choices((await ada.patch('/api/settings', choice)).as(CurrentUser))).toEqual(expected);
    }
    expect(await userOf(ada)).toMatchObject({
      darkMode: false,
      emailNotifications: false,
      subscription: { plan: null },
    });
    expect(choices(await userOf(eve))).toEqual([false, true, true]);
  });

  it.each([{ darkMode: 'yes' }, { emailNotifications: 1 }, { darkMode: null }, [], 'dark'])(
    'reject %j',
    async (wrong) => {
      const ada = await landlord();
      expect((await ada.patch('/api/settings', wrong)).status).toBeGreaterThanOrEqual(400);
      expect(await userOf(ada)).toMatchObject({ darkMode: false, emailNotifications: true });
    },
  );
});

describe('a new password', () => {
  it('signs out other browsers, ends reset links and notifies the landlord', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const other = await signedInAgain(ada);
    const token = await resetToken(ada.email);
    expect((await change(ada, ada.password)).text).toBe('{"done":true}');
    expect([await access(ada), await access(other), await access(eve)]).toEqual(['served', SIGNED_OUT, 'served']);
    expect((await resetPassword(token, 'of the thief')).outcome).toBe(EXPIRED);
    expect(await signIn(ada.email, ada.password)).toBe('401 invalid_credentials');
    expect(await signIn(ada.email, NEW_PASSWORD)).toBe('served');
    expect(await signIn(eve.email, eve.password)).toBe('served');
    const email = await emailTo(ada.email, 'Your password was changed');
    expect(email.action?.url).toBe(`${server.services.appUrl}/forgot-password`);
    const stored = 'select password from auth.accounts where user_id = $1';
    const [account] = await query<{ password: string }>(server.database, stored, [ada.personId]);
    expect(account?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  it('is refused without the current one, leaving password, sessions and emails unchanged', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    for (const [wrong, currentPassword] of [
      ['not the password', 'The password is incorrect'],
      [`${ada.password} `, 'The password is incorrect'],
      ['x'.repeat(129), 'The password is incorrect'],
      ['', 'Enter your password'],
    ] as const) {
      const answer = await change(ada, wrong);
      expect([answer.outcome, answer.fields]).toEqual([INVALID, { currentPassword }]);
    }
    expect(await access(other)).toBe('served');
    expect(await signIn(ada.email, ada.password)).toBe('served');
    expect((await emailsTo(ada.email)).map(({ subject }) => subject)).not.toContain('Your password was changed');
  });

  it('may have 128 characters and any emoji', async () => {
    const ada = await landlord();
    expect((await change(ada, ada.password, 'x'.repeat(129))).outcome).toBe(INVALID);
    const long = '🏠'.repeat(64);
    expect((await change(ada, ada.password, long)).outcome).toBe('served');
    expect(await signIn(ada.email, long)).toBe('served');
  });
});

describe('guessing the current password', () => {
  it('is delayed after five attempts in every browser, without delaying sign-in', async () => {
    const ada = await landlord();
    for (let time = 0; time < 5; time++) expect((await change(ada, 'a guess')).outcome).toBe(INVALID);
    const paused = await change(ada, ada.password);
    expect(paused.outcome).toBe(PAUSED);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(20);
    expect((await change(await signedInAgain(ada), ada.password)).outcome).toBe(PAUSED);
  });

  it('allows five of ten concurrent guesses', async () => {
    const ada = await landlord();
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(ada, 'a guess')));
    for (const status of [422, 429]) expect(answers.filter((answer) => answer.status === status)).toHaveLength(5);
  });
});

it('name, address, password and settings can be changed after the trial', async () => {
  const ada = await landlord();
  await server.later(9 * DAY, async () => {
    const input = { name: 'Augusta', email: newPerson().email, currentPassword: ada.password };
    expect((await ada.put('/api/profile', input)).outcome).toBe('served');
    expect((await ada.patch('/api/settings', { darkMode: true })).as(CurrentUser)).toMatchObject({
      name: 'Augusta',
      darkMode: true,
      subscription: { status: 'expired' },
    });
    expect((await change(ada, ada.password)).outcome).toBe('served');
  });
});
