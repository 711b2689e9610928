/** Nothing is missed: not when the connection that listens is lost, not between two servers, and nobody waits for a stream when one stops. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { asRole, privateDatabase, query } from '../../../test/database.ts';
import { askForEvents, manyNotices, openEvents, readEvents } from '../../../test/events.ts';
import { addedTransaction, type Landlord, landlord, signedInAgain } from '../../../test/landlords.ts';
import { openLine } from '../../../test/line.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { systemClock } from '../../outside/clock.ts';
import { RELOADS } from '../../shared/live-change.ts';
import { startLive } from './live.server.ts';

const { address: database, drop } = await privateDatabase('live');
const servers: TestServer[] = [];
let first: TestServer;
let second: TestServer;
let ada: Landlord;

const started = async () => {
  // As behind one address: a cookie of one is a cookie of the other.
  const server = await startServer({ database, env: { APP_URL: 'http://localhost:7000' } });
  servers.push(server);
  return server;
};
beforeAll(async () => {
  [first, second] = [await started(), await started()];
  ada = await landlord({}, first);
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await drop();
});

/** Takes away the connections on which the servers listen. */
const cutOff = () =>
  query(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'tenure live' and datname = current_database()`,
  );

describe('when the connection that listens is lost', () => {
  it('every stream is told to read all again, and then hears on', async () => {
    const events = await openEvents({ browser: ada, server: first });
    expect((await cutOff()).length).toBeGreaterThanOrEqual(2);
    await events.heard(({ changes }) => changes.length >= RELOADS.length);
    expect(events.changes()).toEqual(RELOADS);
    const { id } = await addedTransaction(ada);
    await events.heard(({ changes }) => changes.some((change) => change.id === id));
    expect(events.names().filter((name) => name === 'hello')).toHaveLength(1);
  });

  it('a stream of a session that was ended meanwhile is told nothing more', async () => {
    const other = await signedInAgain(ada, first);
    const events = await openEvents({ browser: other, server: first });
    const others = await openEvents({ browser: ada, server: first });
    await query(database, `delete from auth.sessions where token = $1`, [tokenOf(other)]);
    await cutOff();
    await events.ended;
    await others.heard(({ changes }) => changes.length >= RELOADS.length);
    expect(events.names()).toEqual(['hello', 'end']);
  });

  it('a stream that is opened then says hello only once somebody listens, and the log speaks of it once', async () => {
    const line = await openLine(database);
    const lines: { msg: string }[] = [];
    const log = pino({ level: 'info' }, { write: (text) => void lines.push(JSON.parse(text) as { msg: string }) });
    const live = startLive({ address: asRole(line.address, 'app'), clock: systemClock, log });
    onTestFinished(async () => {
      await live.stop();
      await line.close();
    });
    line.cut();
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    const plan = { landlord: ada.id, token: tokenOf(ada), outgoing, ended: () => {} };
    const reader = live.open(plan).getReader();
    const heard: string[] = [];
    void (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        heard.push(new TextDecoder().decode(value));
      }
    })();
    await vi.waitFor(() => expect(line.refused()).toBeGreaterThan(2), { timeout: 10_000 });
    expect(heard).toEqual([]);
    line.mend();
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 10_000 });
    expect(heard[0]).toContain('event: hello');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Changes cannot be told to open pages until the database is back',
      'Changes are told to open pages again',
    ]);
  });
});

const tokenOf = ({ cookies }: Pick<Landlord, 'cookies'>) =>
  decodeURIComponent([...cookies].find(([name]) => name.endsWith('session_token'))?.[1] ?? '').split('.')[0] ?? '';

describe('two servers on one database', () => {
  it('tell of each other’s changes', async () => {
    const there = await signedInAgain(ada, second);
    const [here, events] = [
      await openEvents({ browser: ada, server: first }),
      await openEvents({ browser: there, server: second }),
    ];
    for (const browser of [ada, there]) {
      const { id } = await addedTransaction(browser);
      for (const one of [here, events]) await one.heard(({ changes }) => changes.some((change) => change.id === id));
    }
    expect(here.changes()).toEqual(events.changes());
  });

  it('end the stream of a session that was ended at the other', async () => {
    const browser = await signedInAgain(ada, second);
    const events = await openEvents({ browser, server: first });
    expect((await browser.post('/api/auth/sign-out')).status).toBe(200);
    await events.heard(({ names }) => names.includes('end'), 5_000);
  });
});

/** Milliseconds: less than what requests under way are given. */
const SOON = 9_000;

describe('a server that is asked to stop', () => {
  it('ends its streams and does not wait for them, not even for one that nobody reads', async () => {
    const server = await started();
    const deaf = await askForEvents({ browser: ada, server });
    const events = await openEvents({ browser: ada, server });
    await manyNotices({ landlord: ada, events, server });
    const stopped = server.stop().then(() => 'stopped');
    expect(await Promise.race([stopped, delay(SOON, 'still waiting', { ref: false })])).toBe('stopped');
    await events.ended;
    await expect(readEvents(deaf).ended).rejects.toThrow('broken off');
  }, 60_000);
});
