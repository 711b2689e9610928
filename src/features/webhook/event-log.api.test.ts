/** Events for API clients, and their resending of deliveries, over HTTP. For rights, see test/key-rights.test.ts. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { apiClient } from '../../../test/fixtures/keys.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  visitor,
} from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { addedWebhook, deliveriesOf } from '../../../test/fixtures/webhooks.ts';
import type { Browser } from '../../../test/reading/browser.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { openPool } from '../../server/db/pools.server.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import { EventPage } from './event-log.server.ts';
import { SentAgain } from './webhook.ts';

const { database } = server;
const ALL = { properties: 'see', people: 'see', money: 'see', suppliers: 'see' } as const;
const PLAN = `insert into subscriptions (user_id, plan, state) values ($1, $2, 'active')
  on conflict (user_id) do update set plan = excluded.plan`;
const INTO_ACTIVITY = `insert into activity (user_id, at, noun, action, record_id, record_count)
  values ($1, $2, 'supplier', 'added', gen_random_uuid(), 1) returning record_id as id`;

async function read(reader: Pick<Browser, 'get'>, after?: string, more = ''): Promise<z.output<typeof EventPage>> {
  const answer = await reader.get(`/api/events?${after === undefined ? '' : `after=${after}`}${more}`);
  if (answer.status !== 200) throw new Error(`Events returned ${answer.status}: ${answer.text}`);
  return answer.as(EventPage);
}
const types = ({ items }: z.output<typeof EventPage>) => items.map(({ type }) => type);
const SHOWN = `select coalesce(bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())), true) as shown
  from activity where user_id = $1`;

/** The events after a cursor, once earlier transactions of other tests have ended. */
async function eventsAfter(owner: Landlord, reader: Pick<Browser, 'get'>, after?: string) {
  await vi.waitFor(
    async () => {
      const [row] = await query<{ shown: boolean }>(database, SHOWN, [owner.id]);
      if (!row?.shown) throw new Error('An earlier transaction is still open.');
    },
    { timeout: 60_000, interval: 50 },
  );
  return read(reader, after);
}

describe('events', () => {
  it('are read in order, a page at a time, and continue from the last cursor', async () => {
    const ada = await landlord();
    const key = await apiClient(ada, { rights: ALL });
    const empty = await read(key);
    expect(empty.items).toEqual([]);
    const supplier = await addedSupplier(ada, { name: 'Plumb & Co' });
    const home = await addedProperty(ada);
    const all = await eventsAfter(ada, key, empty.next);
    expect(all.items).toMatchObject([
      { type: 'supplier.added', data: { id: supplier.id, count: 1, version: 1 } },
      { type: 'property.added', data: { id: home.id, count: 1, version: 1 } },
    ]);
    expect(JSON.stringify(all)).not.toContain('Plumb');
    const first = await read(key, undefined, '&limit=1');
    const second = await read(key, first.next, '&limit=1');
    expect([...first.items, ...second.items]).toEqual(all.items);
    const none = await read(key, second.next);
    expect(none.items).toEqual([]);
    expect((await ada.delete(`/api/suppliers/${supplier.id}`, 1)).status).toBe(204);
    expect(types(await eventsAfter(ada, key, none.next))).toEqual(['supplier.removed']);
  });

  it('of a transaction that commits late are not skipped', async () => {
    const ada = await landlord();
    const key = await apiClient(ada, { rights: ALL });
    const pool = openPool({ address: database, name: 'late', max: 1, log: server.services.log });
    const { early, late } = await inTransaction(pool, async (client) => {
      const values = [ada.id, server.services.clock.now()];
      const { rows } = await client.query<{ id: string }>(INTO_ACTIVITY, values);
      const { id } = await addedSupplier(ada);
      // The later event is withheld. Otherwise the cursor would pass the earlier event, which would be missed.
      expect((await read(key)).items).toEqual([]);
      return { early: rows[0]?.id, late: id };
    });
    await pool.end();
    expect((await eventsAfter(ada, key)).items.map(({ data }) => data.id)).toEqual([early, late]);
  });

  it('are limited to the key’s rights and properties, and skip others', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    for (const { id } of [near, far]) await addedTransaction(ada, { propertyId: id });
    await addedSupplier(ada);
    await addedSupplier(bob);
    const everything = await apiClient(ada, { rights: ALL });
    expect(types(await eventsAfter(ada, everything)).toSorted()).toEqual(
      ['property.added', 'property.added', 'transaction.added', 'transaction.added', 'supplier.added'].toSorted(),
    );
    const money = await apiClient(ada, { rights: { money: 'see' }, whole: false, propertyIds: [near.id] });
    const page = await read(money);
    expect(types(page)).toEqual(['transaction.added']);
    expect(page.next).toBe((await read(everything)).next);
    const theirs = await apiClient(bob, { rights: ALL });
    expect(types(await eventsAfter(bob, theirs))).toEqual(['supplier.added']);
    expect((await theirs.get(`/api/events?after=${page.next}`)).outcome).toBe('410 gone');
    expect((await visitor().get('/api/events')).outcome).toBe('401 unauthenticated');
  });

  it('return 410 for a cursor from before a restore, and 400 for an invalid cursor', async () => {
    const ada = await landlord();
    const key = await apiClient(ada, { rights: ALL });
    await addedSupplier(ada);
    const { next } = await eventsAfter(ada, key);
    await query(database, `update activity set xid = '3' where user_id = $1`, [ada.id]);
    expect((await key.get(`/api/events?after=${next}`)).outcome).toBe('410 gone');
    for (const wrong of ['x', Buffer.from('99999999999999999999.1').toString('base64url')])
      expect((await key.get(`/api/events?after=${wrong}`)).outcome).toBe('400 bad_request');
  });

  it('are part of Enterprise and of the trial, also for a session that accepts JSON', async () => {
    const ada = await landlord();
    const key = await apiClient(ada, { rights: ALL });
    const json = { headers: { accept: 'application/json' } };
    expect((await ada.get('/api/events', json)).as(EventPage).items).toBeDefined();
    await query(database, PLAN, [ada.id, 'business']);
    expect((await key.get('/api/events')).text).toContain('Reading events is part of Enterprise.');
    expect((await ada.get('/api/events', json)).outcome).toBe('402 plan_needed');
    await query(database, PLAN, [ada.id, 'enterprise']);
    expect((await key.get('/api/events')).status).toBe(200);
  });
});

/** An endpoint that is off, with a failed delivery of each of the account's events. */
async function withFailed(owner: Landlord): Promise<void> {
  const { record } = await addedWebhook(owner, { url: 'http://127.0.0.1:9/hook', events: ['journey.added'] });
  const failed = `insert into app.webhook_deliveries (user_id, endpoint_id, source, event, record_id, state, happened_at)
    select user_id, $2, 'activity:' || id, noun || '.' || action, record_id, 'failed', at from activity
    where user_id = $1 and noun in ('property', 'supplier', 'tenant', 'transaction')`;
  await query(database, failed, [owner.id, record.id]);
  await query(
    database,
    `insert into app.webhook_deliveries (user_id, endpoint_id, source, event, state) values ($1, $2, $3, 'webhook.test', 'failed')`,
    [owner.id, record.id, `test:${randomUUID()}`],
  );
}
const FAILED = '/api/webhooks/deliveries/send-failed';
const SINCE = { since: '2026-01-01' };

describe('a key', () => {
  it('sends failed deliveries of changes within its rights again', async () => {
    const ada = await landlord();
    const [near, far] = [await addedProperty(ada), await addedProperty(ada)];
    await addedTenant(ada, { propertyId: far.id });
    await addedSupplier(ada);
    await withFailed(ada);
    const supplier = await apiClient(ada, { rights: { suppliers: 'see' } });
    expect((await supplier.post(FAILED, SINCE)).as(SentAgain)).toEqual({ count: 1 });
    const limited = await apiClient(ada, { rights: ALL, whole: false, propertyIds: [near.id] });
    const [ofNear] = (await deliveriesOf(ada, '?event=property.added')).filter(({ body }) => body.data.id === near.id);
    const [ofFar] = (await deliveriesOf(ada, '?event=property.added')).filter(({ body }) => body.data.id === far.id);
    const sent = (id = '') => limited.post(`/api/webhooks/deliveries/${id}/send`, {});
    expect((await sent(ofNear?.messageId)).as(SentAgain)).toEqual({ count: 1 });
    expect((await sent(ofNear?.id)).status).toBe(200);
    expect((await sent(ofFar?.id)).outcome).toBe('404 not_found');
    const [test] = await deliveriesOf(ada, '?event=webhook.test');
    expect((await sent(test?.id)).outcome).toBe('404 not_found');
    expect(await deliveriesOf(ada, '?event=tenant.added')).toMatchObject([{ outcome: 'failed' }]);
  });

  it('does not send deliveries of another landlord, before a day, or without Enterprise', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedSupplier(ada);
    await withFailed(ada);
    const [delivery] = await deliveriesOf(ada, '?event=supplier.added');
    const theirs = await apiClient(bob, { rights: ALL });
    expect((await theirs.post(`/api/webhooks/deliveries/${delivery?.id}/send`, {})).outcome).toBe('404 not_found');
    expect((await theirs.post(FAILED, SINCE)).as(SentAgain)).toEqual({ count: 0 });
    const key = await apiClient(ada, { rights: ALL });
    expect((await key.post(FAILED, { since: '2199-01-01' })).as(SentAgain)).toEqual({ count: 0 });
    await query(database, PLAN, [ada.id, 'business']);
    expect((await key.post(FAILED, SINCE)).outcome).toBe('402 plan_needed');
    expect((await ada.post(FAILED, SINCE)).as(SentAgain)).toEqual({ count: 1 });
    const manager = await member(ada, { role: 'manager' });
    expect((await manager.post(FAILED, SINCE)).outcome).toBe('403 not_allowed');
  });
});
