/** Invalid input is tested in account.test.ts. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { access, DAY, resetToken, SIGNED_OUT, signIn, userOf } from '../../../../test/fixtures/account.ts';
import { landlord, signedInAgain, visitor } from '../../../../test/fixtures/landlords.ts';
import { newPerson } from '../../../../test/fixtures/make.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { passwords } from './password.server.ts';

const TAKEN = '409 email_taken';
const signUp = async (person: object, browser = visitor()) =>
  (await browser.post('/api/auth/sign-up/email', person)).outcome;
const usersBy = (email: string) => query(server.database, 'select id from auth.users where email = $1', [email]);

describe('signing up', () => {
  it('S1.1.2 S1.3.2 S1.4.2 S1.7.2 S1.7.5 S1.9.1: signs the landlord in, with a trial of exactly 168 hours from now', async () => {
    const browser = visitor();
    const person = newPerson({ name: 'Zoë Ní Bhriain' });
    const before = Date.now();
    expect(await signUp(person, browser)).toBe('served');
    const user = await userOf(browser);
    expect(user).toMatchObject({
      name: 'Zoë Ní Bhriain',
      email: person.email,
      emailConfirmed: false,
      subscription: { status: 'trialing', plan: null },
    });
    const [start, end] = [Date.parse(user.trialStartDate ?? ''), Date.parse(user.trialEndDate ?? '')];
    expect(end - start).toBe(7 * DAY);
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(Date.now());
    const [account] = await query<{ text: string }>(
      server.database,
      'select a::text as text from auth.accounts a where user_id = $1',
      [user.id],
    );
    expect(account?.text).toContain(user.id);
    expect(account?.text).not.toContain(person.password);
  });

  it('S1.8.3: refuses an address that has an account, in any case and with spaces', async () => {
    const ada = await landlord();
    for (const email of [ada.email, ada.email.toUpperCase(), ` ${ada.email} `]) {
      expect(await signUp(newPerson({ email }))).toBe(TAKEN);
    }
  });

  it('creates one account from five concurrent sign-ups for one address', async () => {
    const person = newPerson();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => signUp(person)));
    expect(outcomes.sort()).toEqual([TAKEN, TAKEN, TAKEN, TAKEN, 'served']);
    expect(await usersBy(person.email)).toHaveLength(1);
  });

  it('returns an error for each invalid field and creates no account', async () => {
    const person = newPerson();
    const answer = await visitor().post('/api/auth/sign-up/email', { ...person, name: 'A', acceptTerms: false });
    expect([answer.outcome, Object.keys(answer.fields ?? {})]).toEqual(['422 invalid_input', ['name', 'acceptTerms']]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await usersBy(person.email)).toEqual([]);
  });

  it('refuses a common password with a field error, as do a change and a reset, whose link stays valid', async () => {
    const common = 'Password1';
    const message = expect.stringContaining('too common and easy to guess') as string;
    const person = newPerson({ password: common });
    expect((await visitor().post('/api/auth/sign-up/email', person)).fields).toEqual({ password: message });
    expect(await usersBy(person.email)).toEqual([]);
    const ada = await landlord();
    const change = { currentPassword: ada.password, newPassword: common };
    expect((await ada.post('/api/profile/password', change)).fields).toEqual({ newPassword: message });
    const token = await resetToken(ada.email);
    const reset = async (newPassword: string) => visitor().post('/api/auth/reset-password', { token, newPassword });
    expect((await reset(common)).fields).toEqual({ newPassword: message });
    expect((await reset('four words none expects')).outcome).toBe('served');
  });

  it('keeps any name as typed, trimmed', async () => {
    for (const name of ['Robert’); DROP TABLE Students;--', '<b>Ada</b>', 'محمد بن سلمان', '李白', '👩‍💻 Ada']) {
      const browser = visitor();
      await signUp(newPerson({ name: `  ${name} ` }), browser);
      expect((await userOf(browser)).name).toBe(name);
    }
  });

  it('S1.4.2 S1.6.1: grants only a trial when other fields are sent', async () => {
    const extra = {
      id: '00000000-0000-4000-8000-000000000001',
      emailVerified: true,
      createdAt: '2099-01-01T00:00:00Z',
      subscription_status: 'active',
      plan: 'enterprise',
      trial_end_date: '2099-01-01',
      role: 'admin',
      image: 'https://evil.example/x.png',
      callbackURL: 'https://evil.example',
    };
    const browser = visitor();
    expect(await signUp({ ...newPerson(), ...extra }, browser)).toBe('served');
    const user = await userOf(browser);
    expect(user).toMatchObject({ emailConfirmed: false, subscription: { status: 'trialing', plan: null } });
    expect(user.id).not.toBe(extra.id);
    expect(Date.parse(user.trialEndDate ?? '')).toBeLessThan(Date.now() + 8 * DAY);
    const [row] = await query(server.database, 'select image from auth.users where id = $1', [user.id]);
    expect(row).toEqual({ image: null });
  });

  describe('when the profile cannot be created', () => {
    const refuseProfiles = (code: string) =>
      query(
        server.database,
        `create or replace function public.refuse() returns trigger language plpgsql as
           $$ begin raise exception 'no' using errcode = '${code}'; end $$;
         create or replace trigger refuse before insert on profiles for each row
           when (new.email like 'refused.%') execute function public.refuse()`,
      );
    afterEach(() => query(server.database, 'drop function if exists public.refuse cascade'));

    it.each([
      ['after an unknown error', 'P0001', '500 internal'],
      ['when the disk is full', '53100', '507 insufficient_storage'],
    ])('leaves no part of the account %s', async (_, code, outcome) => {
      await refuseProfiles(code);
      const person = newPerson();
      person.email = `refused.${person.email}`;
      expect(await signUp(person)).toBe(outcome);
      expect(await usersBy(person.email)).toEqual([]);
      await query(server.database, 'drop trigger refuse on profiles');
      expect(await signUp(person)).toBe('served');
    });
  });
});

describe('signing in', () => {
  it('S1.7.3: accepts the password with the address in any case and with spaces', async () => {
    const ada = await landlord();
    const browser = visitor();
    expect(await signIn(` ${ada.email.toUpperCase()}`, ada.password, browser)).toBe('served');
    expect((await userOf(browser)).id).toBe(ada.personId);
  });

  it('compares every character of a password, up to 128', async () => {
    for (const password of [' spaces around ', '😀'.repeat(128), 'pässwörter', 'رمز المرور السري']) {
      const { email } = await landlord({ password });
      expect(await signIn(email, password)).toBe('served');
      expect(await signIn(email, `${[...password].slice(0, -1).join('')}.`)).toBe('401 invalid_credentials');
    }
  });

  it('S1.8.2: does not reveal whether an address has an account', async () => {
    const ada = await landlord();
    const work = vi.spyOn(passwords, 'verify');
    const wrong = { email: ada.email, password: 'not the password' };
    const known = await visitor().post('/api/auth/sign-in/email', wrong);
    const unknown = await visitor().post('/api/auth/sign-in/email', { ...wrong, email: newPerson().email });
    // Both requests compute a hash, so they take equally long.
    expect(work.mock.calls).toHaveLength(2);
    const shown = ({ status, headers, text }: typeof known) => [
      status,
      [...headers.keys()].filter((name) => !name.startsWith('keep') && name !== 'connection'),
      text.replace(/"requestId":"[^"]+"/, ''),
    ];
    expect(shown(unknown)).toEqual(shown(known));
    expect(known.outcome).toBe('401 invalid_credentials');
  });
});

it('refuses the old password when a new one is being saved', () =>
  concurrently(async (other) => {
    const ada = await landlord();
    await other.query(`update auth.accounts set password = 'another' where user_id = $1`, [ada.personId]);
    const signedIn = signIn(ada.email, ada.password);
    await waitsForLock();
    await other.query('commit');
    expect(await signedIn).toBe('401 invalid_credentials');
  }));

describe('the session', () => {
  it('S1.6.5 S1.7.5: is null for a visitor, and for a forged cookie', async () => {
    const ada = await landlord();
    const [name = '', value = ''] = [...ada.cookies].find(([key]) => key.includes('session')) ?? [];
    const [token] = value.split('.');
    const forged = [
      '',
      'x',
      value.slice(0, -6),
      `${token}.AAAA`,
      encodeURIComponent(`${token}.${Buffer.alloc(32).toString('base64')}`),
      `${token}`,
      `a${value}`,
      '%E0%A4%A',
    ];
    for (const cookie of [undefined, ...forged.map((one) => `${name}=${one}`)]) {
      const ask = { headers: cookie === undefined ? {} : { cookie } };
      expect((await visitor().get('/api/auth/get-session', ask)).text).toBe('null');
      expect((await visitor().get('/api/properties', ask)).outcome).toBe(SIGNED_OUT);
    }
  });

  it('expires after a month by the server’s clock', async () => {
    const ada = await landlord();
    await server.later(31 * DAY, async () => {
      expect((await ada.get('/api/auth/get-session')).text).toBe('null');
      expect(await access(ada)).toBe(SIGNED_OUT);
    });
  });
});

describe('signing out', () => {
  it('S1.7.4: ends only this session, including copies of its cookie, and clears the browser', async () => {
    const ada = await landlord();
    const other = await signedInAgain(ada);
    const copy = { headers: { cookie: ada.cookieHeader() } };
    const out = await ada.post('/api/auth/sign-out');
    expect(out.status).toBe(200);
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect([...ada.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
    expect((await visitor().get('/api/properties', copy)).outcome).toBe(SIGNED_OUT);
    expect((await visitor().get('/api/auth/get-session', copy)).text).toBe('null');
    expect(await access(other)).toBe('served');
    expect((await ada.post('/api/auth/sign-out')).status, 'a second time').toBe(200);
  });
});
