import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { access, SIGNED_OUT, userOf, withSecondFactor } from '../../../../test/fixtures/account.ts';
import { type Landlord, landlord, visitor } from '../../../../test/fixtures/landlords.ts';
import { authenticator, optionsFrom, withPasskey } from '../../../../test/fixtures/passkeys.ts';
import type { Browser } from '../../../../test/reading/browser.ts';
import { emailTo } from '../../../../test/reading/emails.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { Session } from '../account.ts';
import { Passkey, type UsedPasskey } from './passkey.ts';

const REFUSED = '422 invalid_input';
const NEEDED = '403 code_required';
const origin = server.services.appUrl;
const MINUTE = 60_000;

const ask = (browser: Browser) => optionsFrom(browser, '/api/auth/passkey/begin');
const signIn = async (browser: Browser, passkey: UsedPasskey) =>
  (await browser.post('/api/auth/passkey/sign-in', { passkey })).outcome;
const listed = async (owner: Landlord) =>
  (await owner.get('/api/passkeys')).as(z.object({ items: z.array(Passkey) })).items;

describe('signing in by a passkey', () => {
  it('needs no password or code, is shown in the list, and ends the browser’s previous session', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const phone = await withPasskey(ada, origin);
    await ada.post('/api/passkeys/prove', { passkey: phone.use(await optionsFrom(ada, '/api/passkeys/prove/begin')) });
    await withSecondFactor(ada);
    const copy = visitor();
    for (const [name, value] of bob.cookies) copy.cookies.set(name, value);
    expect(await signIn(bob, phone.use(await ask(bob)))).toBe('served');
    expect((await userOf(bob)).id).toBe(ada.personId);
    expect(await access(copy)).toBe(SIGNED_OUT);
    const { items } = (await bob.get('/api/sessions')).as(z.object({ items: z.array(Session) }));
    expect(items.map(({ byPasskey }) => byPasskey)).toEqual([true, false]);
    // Signing in with a passkey does not count as re-authentication.
    expect((await bob.get('/api/my-data')).outcome).toBe(NEEDED);
    expect((await listed(ada)).map(({ name, usedAt }) => [name, usedAt !== null])).toEqual([['My phone', true]]);
    const rows = await query(server.database, 'select token from auth.sessions where user_id = $1', [ada.personId]);
    for (const value of bob.cookies.values()) expect(JSON.stringify(rows)).not.toContain(value.split('.')[0]);
  });

  it('is refused for another site, session or key, without user verification, late, replayed, or with a lower counter', async () => {
    const ada = await landlord();
    const phone = await withPasskey(ada, origin);
    const browser = visitor();
    const another = authenticator(origin);
    for (const wrong of [{ at: 'https://tenure.invalid' }, { flags: 1 }])
      expect(await signIn(browser, phone.use(await ask(browser), wrong))).toBe(REFUSED);
    expect(await signIn(browser, phone.use(await optionsFrom(ada, '/api/passkeys/prove/begin')))).toBe(REFUSED);
    const forged = { ...phone.use(await ask(browser)), response: another.use(await ask(browser)).response };
    expect(await signIn(browser, forged)).toBe(REFUSED);
    const key = await withPasskey(await landlord(), origin);
    const options = await ask(browser);
    expect(await server.later(6 * MINUTE, () => signIn(browser, key.use(options)))).toBe(REFUSED);
    expect(await access(browser)).toBe(SIGNED_OUT);
    const used = key.use(options);
    expect(await signIn(browser, used)).toBe('served');
    expect(await signIn(visitor(), used)).toBe(REFUSED);
    const counted = async (counter: number) => signIn(visitor(), key.use(await ask(browser), { counter }));
    expect([await counted(7), await counted(6), await counted(8)]).toEqual(['served', REFUSED, 'served']);
  });

  it('is refused once its owner has removed it with the password', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const phone = await withPasskey(ada, origin);
    const [{ id } = { id: '' }] = await listed(ada);
    expect(await listed(bob)).toEqual([]);
    const remove = async ({ password, post }: Landlord, typed = password) =>
      (await post(`/api/passkeys/${id}/remove`, { password: typed })).outcome;
    expect(await remove(bob)).toBe('404 not_found');
    expect(await remove(ada, 'not my password')).toBe(REFUSED);
    expect(await remove(ada)).toBe('served');
    expect(await signIn(visitor(), phone.use(await ask(ada)))).toBe(REFUSED);
    expect((await userOf(ada)).passkeys).toBe(0);
  });
});

describe('adding a passkey', () => {
  it('needs the password and a factor already set up, up to ten passkeys', async () => {
    const ada = await landlord();
    const begin = async (password: string) => (await ada.post('/api/passkeys/begin', { password })).outcome;
    expect(await begin('not my password')).toBe(REFUSED);
    const phone = await withPasskey(ada, origin);
    expect(await begin(ada.password)).toBe(NEEDED);
    await ada.post('/api/passkeys/prove', { passkey: phone.use(await optionsFrom(ada, '/api/passkeys/prove/begin')) });
    for (let more = 1; more < 10; more++) await withPasskey(ada, origin);
    expect(await listed(ada)).toHaveLength(10);
    expect(await begin(ada.password)).toBe(REFUSED);
  });

  it('is refused with a response to another session’s challenge', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const options = await optionsFrom(ada, '/api/passkeys/begin', { password: ada.password });
    const stolen = { name: '', passkey: authenticator(origin).make(options) };
    expect((await bob.post('/api/passkeys', stolen)).outcome).toBe(REFUSED);
    expect((await ada.post('/api/passkeys', stolen)).outcome).toBe('served');
    await emailTo(ada.email, 'A passkey was added to your account');
    expect((await ada.post('/api/passkeys', stolen)).outcome).toBe(REFUSED);
    expect(await listed(ada)).toMatchObject([{ name: 'Unknown browser', usedAt: null }]);
  });
});

it('is required again, from its owner, before a download or deletion', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const [phone, other] = [await withPasskey(ada, origin), await withPasskey(bob, origin)];
  const download = async () => (await ada.get('/api/my-data')).outcome;
  const prove = async (passkey: UsedPasskey) => (await ada.post('/api/passkeys/prove', { passkey })).outcome;
  const again = () => optionsFrom(ada, '/api/passkeys/prove/begin');
  expect(await download()).toBe(NEEDED);
  expect(await prove(other.use(await again()))).toBe(REFUSED);
  expect(await prove(phone.use(await ask(ada)))).toBe(REFUSED);
  expect(await download()).toBe(NEEDED);
  expect(await prove(phone.use(await again()))).toBe('served');
  expect(await download()).toBe('served');
  expect((await ada.post('/api/account/remove', { password: ada.password })).outcome).toBe('served');
  expect(await query(server.database, 'select from auth.passkeys where user_id = $1', [ada.personId])).toEqual([]);
});
