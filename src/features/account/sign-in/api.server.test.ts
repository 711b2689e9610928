/** The account over HTTP: signing up, in and out, confirming, resetting, and what is refused. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../../../test/browser.ts';
import { query } from '../../../../test/database.ts';
import { landlord, visitor } from '../../../../test/landlords.ts';
import { newPerson } from '../../../../test/make.ts';
import { server } from '../../../../test/server.ts';
import { CurrentUser } from '../account.ts';

const WEEK = 168 * 60 * 60 * 1000;
const usersBy = (email: string) => query(server.database, 'select id from auth.users where email = $1', [email]);

describe('signing up', () => {
  it('makes a landlord who is signed in and whose trial lasts exactly 168 hours from now', async () => {
    const browser = visitor();
    const person = newPerson({ name: 'Zoë Ní Bhriain' });
    const before = Date.now();
    expect((await browser.post('/api/auth/sign-up/email', person)).status).toBe(201);
    const user = (await browser.get('/api/auth/get-session')).as(CurrentUser);
    expect(user).toMatchObject({
      name: 'Zoë Ní Bhriain',
      email: person.email,
      emailConfirmed: false,
      subscription: { status: 'trialing', plan: null },
    });
    const [start, end] = [Date.parse(user.trialStartDate ?? ''), Date.parse(user.trialEndDate ?? '')];
    expect(end - start).toBe(WEEK);
    expect(start).toBeGreaterThanOrEqual(before);
    expect(start).toBeLessThanOrEqual(Date.now());
  });

  it('keeps the password where nobody can read it', async () => {
    const ada = await landlord();
    const found = await query<{ text: string }>(
      server.database,
      'select a::text as text from auth.accounts a where user_id = $1',
      [ada.id],
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.text).not.toContain(ada.password);
  });

  it('refuses an address that has an account, however it is written', async () => {
    const ada = await landlord();
    for (const email of [ada.email, ada.email.toUpperCase(), ` ${ada.email} `]) {
      const again = await visitor().post('/api/auth/sign-up/email', newPerson({ email }));
      expect(again.outcome).toBe('409 email_taken');
    }
  });

  it('makes one account of five sign-ups for one address at once', async () => {
    const person = newPerson();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor().post('/api/auth/sign-up/email', person)),
    );
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      ...Array<string>(4).fill('409 email_taken'),
      'served',
    ]);
    expect(await usersBy(person.email)).toHaveLength(1);
  });

  describe('when the profile cannot be made', () => {
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
      ['for whatever reason', 'P0001', '500 internal'],
      ['because the disk is full', '53100', '507 storage_full'],
    ])('%s, leaves nothing of the account', async (_, code, outcome) => {
      await refuseProfiles(code);
      const person = newPerson();
      person.email = `refused.${person.email}`;
      expect((await visitor().post('/api/auth/sign-up/email', person)).outcome).toBe(outcome);
      expect(await usersBy(person.email)).toEqual([]);
      await query(server.database, 'drop trigger refuse on profiles');
      expect((await visitor().post('/api/auth/sign-up/email', person)).status).toBe(201);
    });
  });
});

describe('signing in', () => {
  it('opens the door with the right password, however the address is written', async () => {
    const ada = await landlord();
    const browser = visitor();
    const answer = await browser.post('/api/auth/sign-in/email', {
      email: ` ${ada.email.toUpperCase()}`,
      password: ada.password,
    });
    expect(answer.status).toBe(200);
    expect((await browser.get('/api/auth/get-session')).as(CurrentUser).id).toBe(ada.id);
  });

  it('takes every character of a password as it is, also 128 of them', async () => {
    for (const password of [' spaces around ', '😀'.repeat(128), 'pässwörter', 'رمز المرور السري']) {
      const ada = await landlord({ password });
      const signIn = (wanted: string) =>
        visitor().post('/api/auth/sign-in/email', { email: ada.email, password: wanted });
      expect((await signIn(password)).outcome).toBe('served');
      expect((await signIn(`${[...password].slice(0, -1).join('')}.`)).outcome).toBe('401 invalid_credentials');
    }
  });

  it('does not tell whether an address has an account', async () => {
    const ada = await landlord();
    const { password } = await server.services.auth.$context;
    const work = [vi.spyOn(password, 'hash'), vi.spyOn(password, 'verify')];
    const wrong = { email: ada.email, password: 'not the password' };
    const known = await visitor().post('/api/auth/sign-in/email', wrong);
    const unknown = await visitor().post('/api/auth/sign-in/email', { ...wrong, email: newPerson().email });
    // One hash each: the time tells nothing either.
    expect(work.map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
    const shown = ({ status, headers, text }: typeof known) => [
      status,
      [...headers.keys()].filter((name) => !name.startsWith('keep') && name !== 'connection'),
      text.replace(/"requestId":"[^"]+"/, ''),
    ];
    expect(shown(unknown)).toEqual(shown(known));
    expect(known.outcome).toBe('401 invalid_credentials');
  });

  it('keeps apart two browsers of one landlord', async () => {
    const ada = await landlord();
    const second = visitor();
    await second.post('/api/auth/sign-in/email', { email: ada.email, password: ada.password });
    await ada.post('/api/auth/sign-out');
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect((await second.get('/api/properties')).status).toBe(200);
  });
});

describe('who is signed in', () => {
  it('is nobody for a visitor, and for a cookie that is not ours', async () => {
    const ada = await landlord();
    const [name = '', value = ''] = [...ada.cookies].find(([key]) => key.includes('session')) ?? [];
    const forged = [
      '',
      'x',
      value.slice(0, -6),
      `${value.split('.')[0]}.AAAA`,
      encodeURIComponent(`${value.split('.')[0]}.${Buffer.alloc(32).toString('base64')}`),
      `${value.split('.')[0]}`,
      `a${value}`,
      '%E0%A4%A',
    ];
    for (const cookie of [undefined, ...forged.map((one) => `${name}=${one}`)]) {
      const ask = { headers: cookie === undefined ? {} : { cookie } };
      expect((await visitor().get('/api/auth/get-session', ask)).text).toBe('null');
      expect((await visitor().get('/api/properties', ask)).outcome).toBe('401 unauthenticated');
    }
  });

  it('is nobody when the session is over', async () => {
    const ada = await landlord();
    await query(server.database, `update auth.sessions set expires_at = now() where user_id = $1`, [ada.id]);
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect((await ada.get('/api/auth/get-session')).text).toBe('null');
  });

  it('is nobody a month later, by the server’s clock', async () => {
    const ada = await landlord();
    await server.later(31 * 24 * 60 * 60 * 1000, async () => {
      expect((await ada.get('/api/auth/get-session')).text).toBe('null');
      expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
    });
  });
});

describe('signing out', () => {
  it('ends the session at once, for every copy of its cookie, and clears what the browser kept', async () => {
    const ada = await landlord();
    const copy = ada.cookieHeader();
    const out = await ada.post('/api/auth/sign-out');
    expect(out.status).toBe(200);
    expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect([...ada.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
    const thief = openBrowser(server);
    expect((await thief.get('/api/properties', { headers: { cookie: copy } })).outcome).toBe('401 unauthenticated');
    expect((await thief.get('/api/auth/get-session', { headers: { cookie: copy } })).text).toBe('null');
  });

  it('is answered the same when nobody was signed in', async () => {
    expect((await visitor().post('/api/auth/sign-out')).status).toBe(200);
  });
});

const email = 'Please enter a valid email address.';
const short = 'Password must be at least 8 characters.';
const name = 'Name must be at least 2 characters.';
const NOT_STORED = 'This contains characters that cannot be stored';
const guest = visitor();

describe('the input of signing up', () => {
  it.each([
    ['no name', { name: '' }, { name }],
    ['a name of spaces', { name: '    ' }, { name }],
    ['a name of one letter', { name: 'A' }, { name }],
    ['a name of 101 letters', { name: 'A'.repeat(101) }, { name: 'Please keep this to 100 characters' }],
    ['a name of two lines', { name: 'Ada\r\nBcc: eve@tenure.example' }, { name: 'Please keep this to one line' }],
    ['NUL in the name', { name: 'Ada\0' }, { name: NOT_STORED }],
    ['half an emoji in the name', { name: 'Ada \ud83d' }, { name: NOT_STORED }],
    ['a number for a name', { name: 7 }, { name }],
    ['no address', { email: '' }, { email }],
    ['an address without @', { email: 'ada' }, { email }],
    ['two addresses', { email: 'ada@tenure.example,bob@tenure.example' }, { email }],
    ['a line end in the address', { email: 'ada@tenure.example\nbcc: eve@tenure.example' }, { email }],
    ['NUL in the address', { email: 'ada\0@tenure.example' }, { email }],
    ['an address of 300 letters', { email: `${'a'.repeat(290)}@tenure.example` }, { email }],
    ['a list of addresses', { email: ['ada@tenure.example'] }, { email }],
    ['a password of seven', { password: '1234567' }, { password: short }],
    ['a password of four emoji', { password: '😀😀😀😀' }, { password: short }],
    ['a password of 129', { password: 'x'.repeat(129) }, { password: 'Password must be at most 128 characters.' }],
    ['NUL in the password', { password: '12345678\0' }, { password: 'Password must not contain control characters.' }],
    ['no password', { password: null }, { password: short }],
    [
      'terms that are not accepted',
      { acceptTerms: false },
      { acceptTerms: 'You must accept the terms and conditions.' },
    ],
    ['terms accepted as text', { acceptTerms: 'true' }, { acceptTerms: 'You must accept the terms and conditions.' }],
  ])('with %s is refused in words, and makes nobody', async (_, wrong, fields) => {
    const person = newPerson();
    const answer = await guest.post('/api/auth/sign-up/email', { ...person, ...wrong });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await query(server.database, 'select from auth.users where email = $1', [person.email])).toEqual([]);
  });

  it('keeps any name as it was typed, without the spaces around it', async () => {
    for (const typed of ['Robert’); DROP TABLE Students;--', '<b>Ada</b>', 'محمد بن سلمان', '李白', '👩‍💻 Ada']) {
      const ada = await landlord({ name: `  ${typed} ` });
      expect((await ada.get('/api/auth/get-session')).as(CurrentUser).name).toBe(typed);
    }
  });

  it('gives nobody more than a trial, whatever else is sent', async () => {
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
    const ada = await landlord({ ...newPerson(), ...extra });
    const user = (await ada.get('/api/auth/get-session')).as(CurrentUser);
    expect(user).toMatchObject({ emailConfirmed: false, subscription: { status: 'trialing', plan: null } });
    expect(user.id).not.toBe(extra.id);
    expect(Date.parse(user.trialEndDate ?? '')).toBeLessThan(Date.now() + 8 * 24 * 60 * 60 * 1000);
    const [row] = await query(server.database, 'select image from auth.users where id = $1', [user.id]);
    expect(row).toEqual({ image: null });
  });
});

describe('the other doors', () => {
  it.each([
    ['/api/auth/sign-in/email', { email: 'x', password: '' }, { email, password: short }],
    ['/api/auth/sign-in/email', { email: { $ne: null }, password: ['12345678'] }, { email, password: short }],
    ['/api/auth/request-password-reset', { email: 'not an address' }, { email }],
    ['/api/auth/request-password-reset', {}, { email }],
  ])('%s refuse %j in words', async (path, body, fields) => {
    const answer = await guest.post(path, body);
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
  });

  it.each(['', 'x'.repeat(2001), 'a\0b', 7, null, ['x']])('take no token like %j', async (token) => {
    const reset = await guest.post('/api/auth/reset-password', { token, newPassword: 'long enough' });
    const confirm = await guest.post('/api/auth/verify-email', { token });
    expect([reset.outcome, confirm.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
  });
});
