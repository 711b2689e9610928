import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addedProperty,
  type Landlord,
  landlord,
  listedProperties,
  signedUpLandlord,
  visitor,
} from '../../../test/fixtures/landlords.ts';
import { newPerson, newProperty } from '../../../test/fixtures/make.ts';
import { emailTo } from '../../../test/reading/emails.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { openLine } from '../../../test/servers/live-connection.ts';
import { server as wellServer } from '../../../test/servers/server.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { PropertyRecord } from '../../features/property/property.ts';

const { address, drop } = await privateDatabase('outage');
const line = await openLine(address);
let server: TestServer;
let ada: Landlord;
let house: PropertyRecord;
beforeAll(async () => {
  server = await startServer({ database: line.address });
  ada = await landlord({}, server);
  house = await addedProperty(ada);
});
afterEach(() => line.restore());
afterAll(async () => {
  await server.stop();
  await line.close();
  await drop();
});

const path = () => `/api/properties/${house.id}`;
const AWAY = '503 unavailable';

describe('without its database, the server', () => {
  it('returns 503 with a message and Retry-After', async () => {
    line.cut();
    const guest = visitor(server);
    const answers = [
      await ada.get('/api/properties'),
      await ada.get(path()),
      await ada.post('/api/properties', newProperty()),
      await ada.put(path(), newProperty(), 1),
      await ada.delete(path(), 1),
      await guest.post('/api/auth/sign-in/email', { email: ada.email, password: ada.password }),
      await guest.post('/api/auth/sign-up/email', newPerson()),
      await guest.post('/api/auth/request-password-reset', { email: ada.email }),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(answers.map(() => AWAY));
    for (const { headers, text } of answers) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).toContain('We cannot reach our database just now. Try again in a moment.');
    }
  });

  it('does not sign anyone out', async () => {
    line.cut();
    const answer = await ada.get('/api/auth/get-session');
    expect(answer.outcome).toBe(AWAY);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is alive and serves pages, but is not ready', async () => {
    line.cut();
    expect((await ada.get('/')).status).toBe(200);
    const dashboard = await ada.get('/dashboard');
    expect([dashboard.status, dashboard.text.includes('id="session"')]).toEqual([200, false]);
    expect((await ada.get('/healthz')).status).toBe(200);
    const ready = await ada.get('/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      { status: 'not ready', missing: ['database'], warnings: [] },
    ]);
  });

  it('recovers with all sessions and sends queued emails once the database is back', async () => {
    line.cut();
    expect((await ada.get('/api/properties')).outcome).toBe(AWAY);
    line.restore();
    expect((await ada.get(path())).as(PropertyRecord)).toEqual(house);
    expect(JSON.parse((await ada.get('/readyz')).text)).toEqual({ status: 'ready', missing: [], warnings: [] });
    const bob = await signedUpLandlord({}, server);
    await emailTo(bob.email, 'Confirm your email address', server);
  });

  it('rolls back changes in progress', async () => {
    await query(
      address,
      `create or replace function public.dawdle() returns trigger language plpgsql as
         $$ begin perform pg_sleep(60); return null; end $$;
       create or replace trigger dawdle after update on properties for each row execute function public.dawdle()`,
    );
    const change = ada.put(path(), newProperty({ rent: 1 }), house.version);
    await vi.waitFor(async () => {
      expect(await query(address, `select from pg_stat_activity where wait_event = 'PgSleep'`)).toHaveLength(1);
    });
    line.cut();
    expect((await change).outcome).toBe(AWAY);
    await query(address, `select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`);
    await query(address, 'drop function public.dawdle cascade');
    line.restore();
    expect((await ada.get(path())).as(PropertyRecord)).toEqual(house);
  });
});

describe('with a frozen database', () => {
  /** Blocks the commit of an added property until the advisory lock is free. */
  const holdCommit = () =>
    query(
      address,
      `create or replace function public.wait() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(1502); return null; end $$;
       create constraint trigger wait after insert on properties deferrable initially deferred for each row execute function public.wait()`,
    );
  const total = async () => (await listedProperties(ada)).total;

  it('a request, a save and readiness return 503, and they recover', async () => {
    line.freeze();
    const requests = [ada.get(path()), ada.post('/api/properties', newProperty()), ada.get('/readyz')];
    const answers = await Promise.all(requests);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers.map(({ text }) => text)).toEqual([
      expect.stringContaining('We cannot reach our database just now.'),
      expect.stringContaining('We cannot reach our database just now.'),
      expect.stringContaining('"missing":["database"]'),
    ]);
    line.restore();
    expect((await ada.get(path())).as(PropertyRecord)).toEqual(house);
  });

  it('a save with an unknown outcome returns outcome_unknown and is not duplicated by a retry', async () => {
    const before = await total();
    await holdCommit();
    const holder = new pg.Client(address);
    await holder.connect();
    await holder.query('select pg_advisory_lock(1502)');
    const input = newProperty({ address: '9 Frozen Lane' });
    const key = randomUUID();
    const add = () => ada.post('/api/properties', input, { headers: { 'idempotency-key': key } });
    const saving = add();
    await vi.waitFor(async () => {
      expect(
        await query(address, `select from pg_stat_activity where wait_event = 'advisory' and query = 'commit'`),
      ).toHaveLength(1);
    });
    line.freeze();
    await holder.end();
    const answer = await saving;
    expect(answer.outcome).toBe('503 outcome_unknown');
    expect(answer.text).toContain('Check whether it was saved');
    line.restore();
    expect((await add()).as(PropertyRecord).address).toBe('9 Frozen Lane');
    expect(await total()).toBe(before + 1);
    await query(address, 'drop function public.wait cascade');
  });
});

describe('a full disk', () => {
  it('returns insufficient_storage, rolls back, and leaves other requests working', async () => {
    await query(
      wellServer.database,
      `create or replace function public.fill() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
       create or replace trigger fill after insert on properties for each row when (new.city = 'Atlantis') execute function public.fill()`,
    );
    try {
      const bob = await landlord();
      const answer = await bob.post('/api/properties', newProperty({ city: 'Atlantis' }));
      expect(answer.outcome).toBe('507 insufficient_storage');
      expect(answer.text).toContain('The server has run out of space. Your changes were not saved.');
      expect((await listedProperties(bob)).total).toBe(0);
      await addedProperty(bob);
    } finally {
      await query(wellServer.database, 'drop function public.fill cascade');
    }
  });
});
