/** Becoming a landlord, coming in and going out, over HTTP. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import { landlord, visitor } from '../../../test/landlords.ts';
import { newPerson } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { CurrentUser } from './account.ts';

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
