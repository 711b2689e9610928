/** Webhooks over HTTP, with a receiver on loopback. For rights on each route, see test/member-rights.test.ts. */
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { importedFile } from '../../../test/fixtures/import-files.ts';
import { addedProperty, addedSupplier, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedWebhook, deliveriesOf, triedDelivery } from '../../../test/fixtures/webhooks.ts';
import { emailsTo, emailTo } from '../../../test/reading/emails.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { type Received, startReceiver } from '../../../test/servers/webhook-receiver.ts';
import { NOUNS } from '../../app/nouns.server.ts';
import { openPool } from '../../server/db/pools.server.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import { EVENT_NOUNS } from './events.ts';
import { keepWebhooks } from './jobs.server.ts';
import { NewWebhook, SentAgain, WebhookBody, WebhookList, WebhookRecord } from './webhook.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const { address, drop } = await privateDatabase('webhooks');
const server = await startServer({ database: address });
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.stop();
  await server.stop();
  await drop();
});

const person = () => landlord({}, server);
const change = (owner: Landlord, { id, version, url, events }: WebhookRecord, given: object = {}) =>
  owner.send('PUT', `/api/webhooks/${id}`, {
    headers: { 'if-match': `"${version}"` },
    body: { url, events, on: true, ...given },
  });
const listed = async (owner: Landlord) => (await owner.get('/api/webhooks')).as(WebhookList).items;
const received = (path: string, count: number): Promise<Received[]> =>
  vi.waitFor(
    () => {
      const requests = receiver.to(path);
      if (requests.length < count) throw new Error(`${path} has had ${requests.length} requests.`);
      return requests;
    },
    { timeout: 20_000, interval: 50 },
  );
const bodyOf = ({ body }: Received) => WebhookBody.parse(JSON.parse(body));
const makeWaitingDue = (owner: Landlord) =>
  query(address, `update app.webhook_deliveries set due_at = app.instant() where user_id = $1 and state = 'waiting'`, [
    owner.id,
  ]);

const INTO_SUPPLIERS = 'insert into suppliers (user_id, name, email, phone, service_type, contact_person, address)';

describe('an event', () => {
  it('is a change of a record, signed, without its content', async () => {
    const ada = await person();
    const { secret } = await addedWebhook(ada, { url: `${receiver.url}/ada` });
    const supplier = await addedSupplier(ada, { name: 'Plumb & Co' });
    const [request] = await received('/ada', 1);
    if (!request) throw new Error('There is no request.');
    const sent = new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
    expect(Object.keys(sent as object)).toEqual(['type', 'timestamp', 'data']);
    expect(sent).toMatchObject({ type: 'supplier.added', data: { id: supplier.id, count: 1, version: 1 } });
    expect(request.headers['webhook-id']).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(request.body).not.toContain('Plumb');
    const delivery = await triedDelivery(ada, '?event=supplier.added', 1);
    expect(delivery).toMatchObject({ outcome: 'sent', nextTry: null, tries: [{ status: 200, failure: '' }] });
    expect(delivery.messageId).toBe(request.headers['webhook-id']);
  });

  it('is sent only to endpoints that have it, in the same account', async () => {
    const [ada, bob] = [await person(), await person()];
    await addedWebhook(ada, { url: `${receiver.url}/adas`, events: ['property.added', 'supplier.removed'] });
    await addedWebhook(bob, { url: `${receiver.url}/bobs` });
    await addedSupplier(ada);
    const { id } = await addedProperty(ada);
    await addedSupplier(bob);
    expect((await received('/adas', 1)).map(bodyOf)).toMatchObject([{ type: 'property.added', data: { id } }]);
    expect((await received('/bobs', 1)).map(bodyOf)).toMatchObject([{ type: 'supplier.added' }]);
    expect(await deliveriesOf(bob, '?event=property.added')).toEqual([]);
  });

  it('is one with a count for a statement that changes many rows', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/many`, events: ['supplier.added'] });
    const insert = `${INTO_SUPPLIERS} select $1, 'Supplier ' || n, '', '0113 496 0000', 'Plumbing', 'Ada', '1 Key Street' from generate_series(1, 3) n`;
    await query(address, insert, [ada.id]);
    expect((await received('/many', 1)).map(bodyOf)).toMatchObject([
      { type: 'supplier.added', data: { id: null, count: 3, version: null } },
    ]);
  });

  it('is one with a count for a finished import, next to those of its records', async () => {
    const [ada, bob] = [await person(), await person()];
    await addedWebhook(ada, { url: `${receiver.url}/imports`, events: ['import.finished', 'property.added'] });
    await addedWebhook(bob, { url: `${receiver.url}/no-imports` });
    const row = (place: number) => `${place} Mill Road,Leeds,LS1 0QN,2 bed flat,700`;
    const { id } = await importedFile(ada, 'a.csv', `Address,Town,Postcode,Type,Rent\n${row(1)}\n${row(2)}\n`);
    const bodies = (await received('/imports', 3)).map(bodyOf);
    expect(bodies).toContainEqual(
      expect.objectContaining({ type: 'import.finished', data: { id, count: 2, version: null } }),
    );
    const added = bodies.filter(({ type }) => type === 'property.added');
    expect(added.map(({ data }) => [typeof data.id, data.count])).toEqual([
      ['string', 1],
      ['string', 1],
    ]);
    expect(await deliveriesOf(bob)).toEqual([]);
  });

  it('is not skipped if its transaction commits after a later one', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/late`, events: ['supplier.added'] });
    const pool = openPool({ address, name: 'late', max: 1, log: server.services.log });
    const first = await inTransaction(pool, async (client) => {
      // Only the activity is added, as counts of suppliers would lock each other.
      const { rows } = await client.query<{ id: string }>(
        `insert into activity (user_id, at, noun, action, record_id, record_count)
         values ($1, $2, 'supplier', 'added', gen_random_uuid(), 1) returning record_id as id`,
        [ada.id, server.services.clock.now()],
      );
      const last = await addedSupplier(ada);
      const route = 'select app.route_webhooks($1, $2, 500)';
      await server.services.jobsPool.query(route, [server.services.clock.now(), ['supplier.added']]);
      return [rows[0]?.id, last.id];
    });
    await pool.end();
    const ids = (await received('/late', 2)).map((one) => bodyOf(one).data.id);
    expect(new Set(ids)).toEqual(new Set(first));
  });

  it('that waits at a restore is sent, and earlier ones are not', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/restored` });
    const restored = `
      with cursor as (update app.webhook_cursors set xid = '900000000001', activity_id = 9223372036854775807 where user_id = $1)
      insert into activity (user_id, at, noun, action, record_count, record_version, xid)
      select $1, app.instant(), 'tenant', 'added', 1, n, (900000000000 + n)::text::xid8 from generate_series(0, 2) n`;
    await query(address, restored, [ada.id]);
    await query(address, 'select app.renumber_activity()');
    expect((await received('/restored', 1)).map((one) => bodyOf(one).data.version)).toEqual([2]);
    await addedSupplier(ada);
    expect((await received('/restored', 2)).map((one) => bodyOf(one).type)).toEqual(['tenant.added', 'supplier.added']);
  });

  it('is of every noun of the activity, except settings and people', () => {
    const nouns = NOUNS.flatMap(({ activity = {} }) => Object.keys(activity));
    const others = nouns.filter((noun) => !EVENT_NOUNS.some((one) => one === noun));
    expect(others.sort()).toEqual(NOUNS_WITHOUT_EVENTS);
  });
});

const NOUNS_WITHOUT_EVENTS = [
  'API key',
  'base rate',
  'deadline mark',
  'deadline reminders',
  'document retention',
  'inspection template',
  'mileage rate',
  'reminders',
  'repair targets',
  'saved report',
  'tax category',
  'tax domestic item',
  'tax estimate',
  'tax letting',
  'tax purchase',
  'webhook',
];

describe('an answer', () => {
  it.each([
    ['301', 'waiting'],
    ['404', 'waiting'],
    ['500', 'waiting'],
  ])('of %s is a failure, tried again with the same id', async (status, outcome) => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/${status}-ada`, events: ['supplier.added'] });
    await addedSupplier(ada);
    const first = await triedDelivery(ada, '', 1);
    expect(first).toMatchObject({ outcome, tries: [{ status: Number(status) }] });
    await makeWaitingDue(ada);
    const second = await triedDelivery(ada, '', 2);
    expect(new Set(receiver.to(`/${status}-ada`).map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([second.messageId]),
    );
    receiver.answer(`/${status}-ada`, 204);
    await makeWaitingDue(ada);
    expect(await triedDelivery(ada, '', 3)).toMatchObject({ outcome: 'sent', nextTry: null });
    expect((await listed(ada))[0]?.failingSince).toBeNull();
  });

  it('of 429 sets the time of the next try', async () => {
    const ada = await person();
    receiver.answer('/busy', 429, { 'retry-after': '7200' });
    await addedWebhook(ada, { url: `${receiver.url}/busy`, events: ['supplier.added'] });
    await addedSupplier(ada);
    const { nextTry, tries } = await triedDelivery(ada, '', 1);
    const wait = Date.parse(nextTry ?? '') - Date.parse(tries[0]?.at ?? '');
    expect(wait).toBeGreaterThanOrEqual(2 * HOUR_MS);
  });

  it('of 410 switches the endpoint off, with one email and a notice to its owner', async () => {
    const ada = await person();
    const { record } = await addedWebhook(ada, { url: `${receiver.url}/410-ada`, events: ['supplier.added'] });
    await addedSupplier(ada);
    await triedDelivery(ada, '?outcome=failed', 1);
    const [off] = await listed(ada);
    expect(off).toMatchObject({ id: record.id, offReason: 'gone' });
    await emailTo(ada.email, 'We switched off your webhook to 127.0.0.1', server);
    expect((await ada.get('/api/notifications')).text).toContain('Webhook to 127.0.0.1 is switched off');
    await addedSupplier(ada);
    receiver.answer('/410-ada', 200);
    if (!off) throw new Error('There is no endpoint.');
    const on = (await change(ada, off)).as(WebhookRecord);
    expect(on).toMatchObject({ offReason: null, failingSince: null });
    expect(await deliveriesOf(ada)).toHaveLength(1);
    const again = await ada.post('/api/webhooks/deliveries/send-failed', { since: '2026-01-01' });
    expect(again.as(SentAgain)).toEqual({ count: 1 });
    expect(await triedDelivery(ada, '?outcome=sent', 2)).toMatchObject({ tries: [{ status: 410 }, { status: 200 }] });
    expect(await emailsTo(ada.email, server)).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  it('is switched off after five days of failures only, and then fails what waits', async () => {
    const ada = await person();
    const { record } = await addedWebhook(ada, { url: `${receiver.url}/500-days`, events: ['supplier.added'] });
    await addedSupplier(ada);
    await triedDelivery(ada, '', 1);
    const [failing] = await listed(ada);
    expect(failing?.offReason).toBeNull();
    expect(failing?.failingSince).not.toBeNull();
    const began = `update app.webhook_health set failing_since = app.instant() - interval '5 days' where endpoint_id = $1`;
    await query(address, began, [record.id]);
    await makeWaitingDue(ada);
    await triedDelivery(ada, '?outcome=failed', 2);
    expect((await listed(ada))[0]).toMatchObject({ offReason: 'failing' });
  });

  it('gets no requests while its owner has switched it off', async () => {
    const ada = await person();
    const { record } = await addedWebhook(ada, { url: `${receiver.url}/off`, events: ['supplier.added'] });
    const off = (await change(ada, record, { on: false })).as(WebhookRecord);
    expect(off.offReason).toBe('owner');
    const moved = { ...off, url: 'https://gone.invalid/hook' };
    expect((await change(ada, moved)).fields).toEqual({ url: 'We could not find this host. Check the address.' });
    expect((await change(ada, moved, { on: false })).status).toBe(200);
    expect((await change(ada, { ...off, version: off.version + 1 }, { on: false })).status).toBe(200);
    await addedSupplier(ada);
    const test = await ada.post(`/api/webhooks/${record.id}/test`, {});
    expect(test.status).toBe(201);
    expect((await received('/off', 1)).map(bodyOf)).toMatchObject([{ type: 'webhook.test', data: { id: null } }]);
    expect(await deliveriesOf(ada, '?event=supplier.added')).toEqual([]);
    expect((await change(ada, record)).status).toBe(409);
  });

  it('that does not answer delays no other', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/never`, events: ['supplier.added'] });
    await addedWebhook(ada, { url: `${receiver.url}/quick`, events: ['supplier.added'] });
    for (let index = 0; index < 12; index += 1) await addedSupplier(ada);
    await received('/quick', 12);
    const sent = async () => expect(await deliveriesOf(ada, '?outcome=sent')).toHaveLength(12);
    await vi.waitFor(sent, { timeout: 20_000 });
    expect((await deliveriesOf(ada, '?outcome=waiting')).flatMap(({ tries }) => tries)).toEqual([]);
  });

  it('has signatures by both secrets for a day after a rotation', async () => {
    const ada = await person();
    const { secret, record } = await addedWebhook(ada, { url: `${receiver.url}/rotated`, events: ['supplier.added'] });
    const rotated = await ada.send('POST', `/api/webhooks/${record.id}/rotate`, {
      headers: { 'if-match': `"${record.version}"` },
    });
    const { secret: next, record: after } = rotated.as(NewWebhook);
    expect(Date.parse(after.formerSecretUntil ?? '') - server.services.clock.now().getTime()).toBeGreaterThan(
      23 * HOUR_MS,
    );
    await addedSupplier(ada);
    const [both] = await received('/rotated', 1);
    expect(both?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const one of [secret, next])
      new Webhook(one).verify(both?.body ?? '', both?.headers as Record<string, string>);
    await query(address, 'update webhook_endpoints set previous_until = app.instant() where id = $1', [record.id]);
    await addedSupplier(ada);
    expect((await received('/rotated', 2))[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  });

  it('keeps its secrets encrypted, and out of lists and the activity', async () => {
    const ada = await person();
    const { secret, record } = await addedWebhook(ada, { url: `${receiver.url}/secret?token=t0ken` });
    const [row] = await query<{ secret: string; log: string }>(
      address,
      `select secret, (select string_agg(a::text, ' ') from activity a where record_id = e.id) as log from webhook_endpoints e where id = $1`,
      [record.id],
    );
    expect(row?.secret).not.toContain(secret.slice(6));
    expect(row?.log).toContain('webhook');
    expect(row?.log).not.toContain('t0ken');
    expect((await ada.get('/api/webhooks')).text).not.toContain(secret);
  });

  it('must be public, and among ten at most', async () => {
    const ada = await person();
    const refused = await ada.post('/api/webhooks', { url: 'https://10.0.0.1/', events: ['*'] });
    expect(refused.fields).toEqual({ url: 'Enter an address on the public internet' });
    const unknown = await ada.post('/api/webhooks', { url: `${receiver.url}/x`, events: ['person.added'] });
    expect(unknown.status).toBe(422);
    for (let index = 0; index < 10; index += 1) await addedWebhook(ada, { url: `${receiver.url}/${index}` });
    const more = await ada.post('/api/webhooks', { url: `${receiver.url}/10`, events: ['*'] });
    expect(more.fields).toEqual({ url: 'You have 10 endpoints. Remove one first.' });
  });
});

describe('a delivery', () => {
  it('can be sent again, with the same id, without counting for the health', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/again`, events: ['supplier.added'] });
    await addedSupplier(ada);
    const { id, messageId } = await triedDelivery(ada, '', 1);
    receiver.answer('/again', 500);
    expect((await ada.post(`/api/webhooks/deliveries/${id}/send`, {})).status).toBe(200);
    await triedDelivery(ada, '', 2);
    expect(receiver.to('/again').map(({ headers }) => headers['webhook-id'])).toEqual([messageId, messageId]);
    expect((await listed(ada))[0]?.failingSince).toBeNull();
  });

  it('is kept for 30 days', async () => {
    const ada = await person();
    await addedWebhook(ada, { url: `${receiver.url}/old`, events: ['supplier.added'] });
    await addedSupplier(ada);
    await triedDelivery(ada, '', 1);
    const at = (days: number) => ({ now: () => new Date(server.services.clock.now().getTime() + days * DAY_MS) });
    const pool = server.services.jobsPool;
    await keepWebhooks({ pool, clock: at(29) });
    expect(await deliveriesOf(ada, '?event=supplier.added')).toHaveLength(1);
    await keepWebhooks({ pool, clock: at(31) });
    expect(await deliveriesOf(ada, '?event=supplier.added')).toEqual([]);
  });
});
