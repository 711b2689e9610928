/** API keys over HTTP. For rights on each route, see test/member-rights.test.ts. */
import { describe, expect, it, vi } from 'vitest';
import { apiClient, newKey, withKey } from '../../../test/fixtures/keys.ts';
import { addedProperty, landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newProperty, newSupplier } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { newKey as newKeyText } from '../../server/session/key-format.server.ts';
import { Keys, NewKey } from './key.ts';

const { database } = server;
const DAY_MS = 86_400_000;
/** Parameters: id of the key, number of copies. */
const COPY_KEY = `
  insert into api_keys (user_id, name, key_hash, hint, rights, whole, api_version, made_by)
  select user_id, name, encode(sha256(uuid_send(gen_random_uuid())), 'hex'), hint, rights, whole, api_version, made_by
  from api_keys, generate_series(1, $2) where id = $1`;
const EVERYTHING = {
  properties: 'change',
  people: 'change',
  rent: 'change',
  money: 'change',
  suppliers: 'change',
} as const;

describe('an API key', () => {
  it('reads and changes records within its rights, without a cookie or an Origin, and is named in the activity', async () => {
    const ada = await landlord();
    const zapier = await apiClient(ada, { name: 'Zapier', rights: { properties: 'change', suppliers: 'see' } });
    const added = await zapier.post('/api/properties', newProperty({ address: '1 Key Street' }));
    expect(added.status).toBe(201);
    expect((await zapier.get('/api/properties')).text).toContain('1 Key Street');
    expect((await zapier.get('/api/suppliers')).status).toBe(200);
    const refused = await zapier.post('/api/suppliers', newSupplier());
    expect([refused.outcome, refused.text]).toEqual(['403 not_allowed', expect.stringContaining('‘suppliers.change’')]);
    expect((await zapier.get('/api/tenants')).outcome).toBe('403 not_allowed');
    for (const reader of [ada, zapier]) {
      const { text } = await reader.get('/api/activity');
      expect(text).toContain('Key “Zapier”');
    }
  });

  it('is stored as a hash, returned once, and added only with the password', async () => {
    const ada = await landlord();
    const wrong = await ada.post('/api/keys', newKey(ada, { password: 'not the password' }));
    expect(wrong.fields).toEqual({ password: 'The password is incorrect' });
    const made = (await ada.post('/api/keys', newKey(ada))).as(NewKey);
    expect(made.key).toMatch(/^tnr_[0-9A-Za-z]{46}$/);
    const list = await ada.get('/api/keys');
    expect(list.as(Keys).items).toMatchObject([
      { name: 'Zapier', hint: made.key.slice(0, 8), rights: { properties: 'see' } },
    ]);
    const [row] = await query<{ row: string }>(database, 'select k::text as row from api_keys k where user_id = $1', [
      ada.id,
    ]);
    for (const text of [list.text, row?.row, (await ada.get('/api/activity')).text])
      expect(text).not.toContain(made.key);
  });

  it('is refused once it is revoked, ended, mistyped or unknown', async () => {
    const ada = await landlord();
    const revoked = await apiClient(ada);
    const today = new Date(server.services.clock.now()).toISOString().slice(0, 10);
    const ending = await apiClient(ada, { endsOn: today });
    expect((await ending.get('/api/properties')).status).toBe(200);
    expect((await ada.post(`/api/keys/${revoked.record.id}/revoke`)).status).toBe(200);
    const mistyped = withKey(`${ending.key.slice(0, -1)}${ending.key.endsWith('a') ? 'b' : 'a'}`);
    for (const one of [revoked, mistyped, withKey('tnr_x'), withKey(newKeyText().key)])
      expect((await one.get('/api/properties')).outcome).toBe('401 unauthenticated');
    await server.later(DAY_MS, async () =>
      expect((await ending.get('/api/properties')).outcome).toBe('401 unauthenticated'),
    );
  });

  it('is one of 50 at most, also while another one is added', async () => {
    const ada = await landlord();
    const { record } = await apiClient(ada);
    await query(database, COPY_KEY, [record.id, 48]);
    await concurrently(async (other) => {
      await other.query('select from profiles where id = $1 for no key update', [ada.id]);
      const adding = ada.post('/api/keys', newKey(ada));
      await Promise.race([adding, waitsForLock()]);
      await other.query(COPY_KEY, [record.id, 1]);
      await other.query('commit');
      expect((await adding).fields).toEqual({ name: 'You have 50 keys. Revoke one first.' });
    });
  });

  it('cannot be sent with a session cookie', async () => {
    const ada = await landlord();
    const { key } = await apiClient(ada);
    const both = await ada.get('/api/properties', { headers: { authorization: `Bearer ${key}` } });
    expect(both.outcome).toBe('400 bad_request');
  });

  it('sees only its properties', async () => {
    const ada = await landlord();
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    const limited = await apiClient(ada, { whole: false, propertyIds: [near.id], rights: { properties: 'change' } });
    expect((await limited.get(`/api/properties/${near.id}`)).status).toBe(200);
    expect((await limited.get(`/api/properties/${far.id}`)).outcome).toBe('404 not_found');
    expect((await limited.post('/api/properties', newProperty())).outcome).toBe('403 not_allowed');
    const eve = await landlord();
    const theirs = await ada.post(
      '/api/keys',
      newKey(ada, { whole: false, propertyIds: [(await addedProperty(eve)).id] }),
    );
    expect(theirs.fields).toHaveProperty('propertyIds');
    expect((await apiClient(eve).then((other) => other.get(`/api/properties/${near.id}`))).outcome).toBe(
      '404 not_found',
    );
  });

  it('cannot use routes of people, keys, the team, billing or the whole download', async () => {
    const ada = await landlord();
    const zapier = await apiClient(ada, { rights: EVERYTHING });
    const paths = [
      '/api/keys',
      '/api/team',
      '/api/my-data',
      '/api/billing',
      '/api/passkeys',
      '/api/sessions',
      '/api/auth/get-session',
    ];
    for (const path of paths) expect([path, (await zapier.get(path)).outcome]).toEqual([path, '403 not_allowed']);
    const signIn = await zapier.post('/api/auth/sign-in/email', { email: ada.email, password: ada.password });
    expect(signIn.outcome).toBe('403 not_allowed');
    expect((await zapier.get('/api/nothing')).outcome).toBe('404 not_found');
  });

  it('is added and revoked by owners only', async () => {
    const ada = await landlord();
    const { record } = await apiClient(ada);
    for (const other of [await member(ada, { role: 'manager' }), await landlord()]) {
      const answers = [
        await other.post(`/api/keys/${record.id}/revoke`),
        ...(other.id === ada.id ? [await other.get('/api/keys'), await other.post('/api/keys', newKey(other))] : []),
      ];
      for (const { status } of answers) expect([403, 404]).toContain(status);
    }
    expect((await visitor().get('/api/keys')).outcome).toBe('401 unauthenticated');
  });

  it('returns 402 after the trial, and on a plan without the API', async () => {
    const ada = await landlord();
    const zapier = await apiClient(ada, { rights: { properties: 'change' } });
    await query(database, `insert into subscriptions (user_id, plan, state) values ($1, 'basic', 'active')`, [ada.id]);
    expect((await zapier.get('/api/properties')).outcome).toBe('402 plan_needed');
    expect((await ada.post('/api/keys', newKey(ada))).outcome).toBe('402 plan_needed');
    await query(database, `update subscriptions set plan = 'business' where user_id = $1`, [ada.id]);
    expect((await zapier.get('/api/properties')).status).toBe(200);
    await query(database, 'delete from subscriptions where user_id = $1', [ada.id]);
    await query(database, END_TRIAL, [ada.id, server.services.clock.now()]);
    expect((await zapier.post('/api/properties', newProperty())).outcome).toBe('402 trial_expired');
  });

  it('lists the versions of the API for an unknown version', async () => {
    const zapier = await apiClient(await landlord());
    const unknown = await zapier.get('/api/properties', { headers: { 'tenure-version': '1999-01-01' } });
    expect([unknown.outcome, unknown.text]).toEqual(['400 bad_request', expect.stringContaining('2026-12-01')]);
    expect((await zapier.get('/api/properties', { headers: { 'tenure-version': '2026-12-01' } })).status).toBe(200);
  });
});

describe('the limit of a key', () => {
  it('allows a quarter of a minute’s requests at once, returns 429 with Retry-After, and refills', async () => {
    const zapier = await apiClient(await landlord());
    const answers = await Promise.all(Array.from({ length: 20 }, () => zapier.get('/api/properties')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(15);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('ratelimit-limit')).toBe('60');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused[0]?.text).toContain('60 requests a minute');
    await vi.waitFor(async () => expect((await zapier.get('/api/properties')).status).toBe(200));
  });

  it('applies to the sum of requests to all servers', async () => {
    const { record } = await apiClient(await landlord());
    const [row] = await query<{ hash: string }>(database, 'select key_hash as hash from api_keys where id = $1', [
      record.id,
    ]);
    const at = new Date('2030-01-01T00:00:00Z');
    const settle = async (used: number, seconds: number) => {
      const [left] = await query<{ tokens: number }>(database, 'select tokens from app.settle_keys($1, $2, $3)', [
        [row?.hash],
        [used],
        new Date(at.getTime() + seconds * 1000),
      ]);
      return left?.tokens;
    };
    expect([await settle(10, 0), await settle(10, 0), await settle(0, 10), await settle(0, 600)]).toEqual([
      5, -5, 5, 15,
    ]);
  });
});
