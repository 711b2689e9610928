import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addedBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  addedProperty,
  addedSupplier,
  addedTenant,
  addedTransaction,
  type Landlord,
  landlord,
  memberIdOf,
  signedInAgain,
  visitor,
} from '../../../test/fixtures/landlords.ts';
import { newSupplier } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { openEvents, readEvents, requestEvents, sendManyNotices } from '../../../test/reading/events.ts';
import { asRole, query, workerDatabase } from '../../../test/servers/database.ts';
import { openLine } from '../../../test/servers/live-connection.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { createApp } from '../../app/server/app.server.ts';
import { systemClock } from '../../outside/clock.ts';
import { sessionToken } from '../session/session.server.ts';
import { startLive } from './live.server.ts';

const { database } = server;

/** Inserts expenses in one statement, as an import does, and returns their ids. */
async function imported(owner: Landlord, count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    database,
    `insert into transactions (user_id, amount, date, description, category, type)
     select $1, -1, '2026-11-02', 'Row ' || n, 'other', 'expense' from generate_series(1, $2::int) n returning id`,
    [owner.id, count],
  );
  return rows.map(({ id }) => id);
}

/** Opens the stream of a new landlord. `mark` makes a change and waits until the stream receives it. */
async function listening() {
  const owner = await landlord();
  const events = await openEvents({ browser: owner });
  const mark = async () => {
    const [id = ''] = await imported(owner, 1);
    await events.waitFor(({ changes }) => changes.some((change) => change.id === id));
    return { noun: 'transactions', id, version: 1 };
  };
  return { owner, events, mark };
}

describe('the stream of a landlord', () => {
  it('sends properties, tenants and suppliers that are added, changed and deleted', async () => {
    const { owner, events } = await listening();
    const supplier = await addedSupplier(owner);
    expect((await owner.put(`/api/suppliers/${supplier.id}`, newSupplier({ notes: 'Quick' }), 1)).status).toBe(200);
    const property = await addedProperty(owner);
    const tenant = await addedTenant(owner, { propertyId: property.id });
    expect((await owner.delete(`/api/tenants/${tenant.id}`, 1)).status).toBe(204);
    const named = (noun: string) => events.changes.filter((change) => change.noun === noun);
    await events.waitFor(() => named('tenants').length === 2);
    expect(named('suppliers')).toEqual([1, 2].map((version) => ({ noun: 'suppliers', id: supplier.id, version })));
    expect(named('properties')[0]).toEqual({ noun: 'properties', id: property.id, version: 1 });
    expect(named('tenants')).toEqual([1, null].map((version) => ({ noun: 'tenants', id: tenant.id, version })));
  });

  it('S2.4.7 S2.7.15: sends API changes to the landlord and not to another one', async () => {
    const [ada, bob] = [await listening(), await listening()];
    const { id } = await addedTransaction(ada.owner);
    expect((await ada.owner.patch(`/api/transactions/${id}`, { description: 'Another' }, 1)).status).toBe(200);
    expect((await ada.owner.delete(`/api/transactions/${id}`, 2)).status).toBe(204);
    const account = await addedBankAccount(ada.owner);
    expect((await ada.owner.delete(`/api/bank-accounts/${account.id}`, account.version)).status).toBe(204);
    await ada.events.waitFor(({ changes }) => changes.length === 5);
    expect(ada.events.changes).toEqual([
      { noun: 'transactions', id, version: 1 },
      { noun: 'transactions', id, version: 2 },
      { noun: 'transactions', id, version: null },
      { noun: 'bank-accounts', id: account.id, version: 1 },
      { noun: 'bank-accounts', id: account.id, version: null },
    ]);
    const own = await bob.mark();
    expect(bob.events.changes).toEqual([own]);
  });

  it('includes the id of the request that made a change, or null for plain SQL', async () => {
    const { owner, events, mark } = await listening();
    const answer = await owner.post('/api/suppliers', newSupplier());
    await mark();
    expect(events.requests).toEqual([answer.headers.get('x-request-id'), null]);
  });

  it('sends committed SQL changes to every browser', async () => {
    const { owner, events, mark } = await listening();
    const otherTab = await openEvents({ browser: owner });
    const [id] = await imported(owner, 1);
    await query(database, `begin; delete from transactions where id = '${id}'; rollback`);
    await query(database, `update transactions set status = 'pending' where id = $1`, [id]);
    const own = await mark();
    const version = events.changes[1]?.version;
    expect(events.changes).toEqual([
      { noun: 'transactions', id, version: 1 },
      { noun: 'transactions', id, version },
      own,
    ]);
    await otherTab.waitFor(({ changes }) => changes.length === 3);
  });

  it('sends one change without ids for a statement over 100 rows, to the landlords concerned', async () => {
    const [ada, bob, eve] = [await listening(), await listening(), await listening()];
    const rows = await imported(ada.owner, 100);
    await imported(bob.owner, 1);
    for (const { mark } of [ada, bob]) await mark();
    expect(
      new Set(
        ada.events.changes
          .splice(0)
          .slice(0, 100)
          .map(({ id }) => id),
      ),
    ).toEqual(new Set(rows));
    bob.events.changes.splice(0);
    const both = [ada.owner.id, bob.owner.id];
    await query(database, `update transactions set description = 'All' where user_id = any($1)`, [both]);
    for (const { events, mark } of [ada, bob]) {
      const own = await mark();
      expect(events.changes).toEqual([{ noun: 'transactions', id: null, version: null }, own]);
    }
    const own = await eve.mark();
    expect(eve.events.changes).toEqual([own]);
  });

  it('sends the nouns that changed since the page was rendered, if recent', async () => {
    const [{ owner, mark }, { owner: bob }] = [await listening(), await listening()];
    const opened = (at: Date) => openEvents({ browser: owner, since: at.toISOString() });
    const unknown = await opened(new Date(60_000));
    expect(unknown.hello).toEqual({ landlord: owner.id });
    // A minute later the server has listened for longer than `CLOCK_SKEW_MS`.
    await server.later(60_000, async () => {
      const since = server.services.clock.now();
      await addedBankAccount(bob);
      await mark();
      const stream = await opened(since);
      expect([stream.hello, stream.names]).toEqual([{ landlord: owner.id, changed: ['transactions'] }, ['hello']]);
      const later = await opened(new Date(since.getTime() + 60_000));
      expect(later.hello).toEqual({ landlord: owner.id, changed: [] });
    });
  });

  it('is open after the trial, closed to visitors, never cached or compressed, and uses no database connection', async () => {
    const owner = await landlord();
    await query(database, END_TRIAL, [owner.id, new Date(0)]);
    const { answer } = await openEvents({ browser: owner });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect((await visitor().get('/api/events')).outcome).toBe('401 unauthenticated');
    // More streams than the server has database connections.
    for (let n = 0; n < 8; n++) await openEvents({ browser: owner });
    expect((await owner.get('/api/transactions')).status).toBe(200);
    const open = () => query(database, `select from pg_stat_activity where state like 'idle in transaction%'`);
    await expect.poll(open).toEqual([]);
  });

  it('ends within five seconds of its session and continues in other sessions', async () => {
    const ways = [];
    for (const way of ['sign-out', 'sign-out-others', 'password'] as const) {
      const owner = await landlord();
      const other = await signedInAgain(owner);
      const events = await openEvents({ browser: owner });
      const password = { currentPassword: owner.password, newPassword: 'a new and better password' };
      const request = {
        'sign-out': () => owner.post('/api/auth/sign-out'),
        'sign-out-others': () => other.post('/api/sessions/sign-out-others'),
        password: () => other.post('/api/profile/password', password),
      };
      expect((await request[way]()).status).toBe(200);
      ways.push({ events, others: await openEvents({ browser: other }), other });
    }
    const [expired, deleted] = [await listening(), await listening()];
    await query(database, `update auth.sessions set expires_at = $1 where user_id = $2`, [
      server.services.clock.now(),
      expired.owner.personId,
    ]);
    const { owner } = deleted;
    expect((await owner.post('/api/account/remove', { password: owner.password })).status).toBe(200);
    await Promise.all([...ways, expired, deleted].map(({ events }) => events.ended));
    for (const { other, others } of ways) {
      const { id } = await addedTransaction(other);
      await others.waitFor(({ changes }) => changes.some((change) => change.id === id));
    }
  });
});

describe('a server', () => {
  it('limits streams for each landlord and in total, and frees a slot when one closes', async () => {
    const small = await startServer({
      database: await workerDatabase(),
      app: (services, web) => createApp(services, web, { streams: { each: 2, all: 3 } }),
    });
    onTestFinished(() => small.stop());
    const [ada, bob, eve] = [await landlord({}, small), await landlord({}, small), await landlord({}, small)];
    for (let n = 0; n < 3; n++) expect((await ada.send('HEAD', '/api/events')).status).toBe(200);
    const first = await openEvents({ browser: ada, server: small });
    await openEvents({ browser: ada, server: small });
    const refused = await ada.get('/api/events');
    expect(refused.outcome).toBe('429 too_many_attempts');
    expect(refused.text).toContain('Tenure is already open in 2 tabs.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await openEvents({ browser: bob, server: small });
    expect((await eve.get('/api/events')).text).toContain('Tenure is very busy.');
    first.answer.destroy();
    await expect.poll(async () => (await requestEvents({ browser: ada, server: small })).statusCode).toBe(200);
  });
});

describe('a server whose database is down', () => {
  it('sends hello once it listens, and a heartbeat every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const line = await openLine(database);
    const lines: { msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (text) => void lines.push(JSON.parse(text) as { msg: string }) });
    line.cut();
    const live = startLive({ address: asRole(line.address, 'jobs'), clock: systemClock, log });
    onTestFinished(async () => {
      vi.useRealTimers();
      await live.stop();
      await line.close();
    });
    const owner = await landlord();
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    const app = new Hono().get('/', (c) =>
      streamSSE(c, async (sse) =>
        live.stream(
          {
            landlord: owner.id,
            person: owner.personId,
            member: await memberIdOf(owner),
            reach: 'owner t',
            token: sessionToken(server.services, owner.cookieHeader()) ?? '',
            since: systemClock.now(),
          },
          { sse, outgoing },
        ),
      ),
    );
    const received: string[] = [];
    const text = (await app.request('/')).body?.pipeThrough(new TextDecoderStream());
    void text?.pipeTo(new WritableStream({ write: (piece) => void received.push(piece) }));
    await vi.waitFor(() => expect(line.refused()).toBeGreaterThan(2));
    expect(received).toEqual([]);
    line.restore();
    await vi.waitFor(() =>
      expect(received).toEqual([expect.stringMatching(/^event: hello\ndata: \{"landlord":"[^"]+"\}\n/)]),
    );
    vi.advanceTimersByTime(15_000);
    await vi.waitFor(() => expect(received[1]).toContain('event: beat'));
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Live updates are paused until the database is back',
      'Live updates have resumed',
    ]);
  });
});

const CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenure live' and datname = current_database()`;

describe('two servers on one database', () => {
  it('send each other’s changes and ended sessions, also after reconnecting', async () => {
    const env = { APP_URL: server.services.appUrl };
    const second = await startServer({ database: await workerDatabase(), env });
    onTestFinished(() => second.stop());
    const ada = await landlord();
    const [here, there] = [await openEvents({ browser: ada }), await openEvents({ browser: ada, server: second })];
    await query(database, CUT_OFF);
    for (const { waitFor } of [here, there])
      await waitFor(({ names }) => names.filter((name) => name === 'hello').length === 2);
    const { id } = await addedTransaction(ada);
    for (const { waitFor } of [here, there]) await waitFor(({ changes }) => changes.some((change) => change.id === id));
    const other = await signedInAgain(ada);
    const ending = await openEvents({ browser: other, server: second });
    expect((await other.post('/api/auth/sign-out')).status).toBe(200);
    await ending.ended;
  });

  it('drop events for a slow reader, which must catch up, and stop without waiting for it', async () => {
    const env = { APP_URL: server.services.appUrl };
    const second = await startServer({ database: await workerDatabase(), env });
    onTestFinished(() => second.stop());
    const ada = await landlord();
    const [slow, deaf] = [
      await requestEvents({ browser: ada, server: second }),
      await requestEvents({ browser: ada, server: second }),
    ];
    const events = await openEvents({ browser: ada, server: second });
    const sent = await sendManyNotices({ landlord: ada, events });
    const late = readEvents(slow);
    await late.waitFor(({ names }) => names.filter((name) => name === 'hello').length === 2);
    expect(late.changes.length).toBeLessThan(sent);
    const { id } = await addedTransaction(ada);
    await late.waitFor(({ changes }) => changes.some((change) => change.id === id));
    // A request in flight would delay the stop by ten seconds.
    const stopped = second.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, delay(9_000, 'still waiting', { ref: false })])).toBe('stopped');
    await events.ended;
    await expect(readEvents(deaf).ended).rejects.toThrow('interrupted');
  });
});
