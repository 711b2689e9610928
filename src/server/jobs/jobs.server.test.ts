/** Work that is queued: done once, tried again when it fails, seen when it is given up, unreadable while it waits. */
import { Writable } from 'node:stream';
import PgBoss from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { asRole, privateDatabase, query } from '../../../test/database.ts';
import { openPool } from '../db/pools.server.ts';
import { createLog } from '../http/log.server.ts';
import { createEncryption } from './encryption.server.ts';
import { type JobHandlers, queueDatabase, startJobs } from './jobs.server.ts';

const { address, drop } = await privateDatabase('jobs');
afterAll(drop);

const logged: string[] = [];
const log = createLog(
  'warn',
  new Writable({
    write(chunk, _, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const seal = createEncryption('a secret for sealing');
const pool = () => openPool({ address: asRole(address, 'app'), name: 'test', max: 4, log });

const running: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
  await query(address, 'delete from pgboss.job');
});

const nothing = async () => {};

/** A server that takes jobs, as far as the queue can tell. */
async function worker(handlers: Partial<JobHandlers> = {}) {
  const own = pool();
  const jobs = await startJobs({
    pool: own,
    seal,
    log,
    handlers: {
      'send-letter': nothing,
      'reset-password': nothing,
      'clear-expired': nothing,
      'clear-files': nothing,
      'lease-notices': nothing,
      ...handlers,
    },
  });
  running.push(async () => {
    await jobs.stop();
    await own.end();
  });
  return jobs;
}

const hurry = () => query(address, `update pgboss.job set start_after = now() where state = 'retry'`);
const timeoutMs = { timeout: 20_000, interval: 50 };

describe('a job', () => {
  it('of two servers on one database is done once', async () => {
    const done: string[] = [];
    const handlers = { 'send-letter': async (payload: unknown) => void done.push((payload as { to: string }).to) };
    const [first, second] = [await worker(handlers), await worker(handlers)];
    const wanted = Array.from({ length: 20 }, (_, index) => `letter ${index}`);
    await Promise.all(wanted.map((to, index) => (index % 2 ? first : second).send('send-letter', { to }, [])));
    await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(20), timeoutMs);
    await vi.waitFor(async () => {
      const open = await query(address, `select from pgboss.job where name = 'send-letter' and state <> 'completed'`);
      expect(open).toEqual([]);
    }, timeoutMs);
    expect(done.sort()).toEqual(wanted.sort());
  });

  it('is done by another server when the one that queued it has gone', async () => {
    const done: unknown[] = [];
    const first = await worker({
      'send-letter': async () => {
        throw new Error('this server cannot reach the post office');
      },
    });
    await first.send('send-letter', { to: 'ada' }, []);
    await vi.waitFor(async () => {
      expect(
        await query(address, `select from pgboss.job where name = 'send-letter' and state = 'retry'`),
      ).toHaveLength(1);
    }, timeoutMs);
    await Promise.all(running.splice(0).map((stop) => stop()));
    await hurry();
    await worker({ 'send-letter': async (payload) => void done.push(payload) });
    await vi.waitFor(() => expect(done).toEqual([{ to: 'ada' }]), timeoutMs);
  });

  it('that fails is tried again, later and later', async () => {
    let tries = 0;
    logged.length = 0;
    const jobs = await worker({
      'send-letter': async () => {
        tries += 1;
        if (tries < 3) throw new Error('the post office is closed');
      },
    });
    await jobs.send('send-letter', { to: 'ada' }, []);
    const waits: number[] = [];
    for (const failures of [1, 2]) {
      await vi.waitFor(async () => {
        const [job] = await query<{ wait: number }>(
          address,
          `select extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'send-letter' and state = 'retry' and retry_count = $1`,
          [failures - 1],
        );
        expect(job).toBeDefined();
        waits.push(job?.wait ?? 0);
      }, timeoutMs);
      expect(tries).toBe(failures);
      await hurry();
    }
    await vi.waitFor(() => expect(tries).toBe(3), timeoutMs);
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThan(10);
    expect(second).toBeGreaterThan(first);
    expect(logged.join('')).toContain('A job failed and will be tried again');
  });

  it('that fails to the last is kept, and told in the log by its number without what is in it', async () => {
    const failing = { 'send-letter': () => Promise.reject(new Error('the post office has burnt down')) };
    const jobs = await worker(failing);
    await jobs.send('send-letter', { to: 'ada', action: { url: 'https://tenure.example/?token=TOKEN' } }, []);
    await vi.waitFor(async () => {
      expect(
        await query(address, `select from pgboss.job where name = 'send-letter' and state = 'retry'`),
      ).toHaveLength(1);
    }, timeoutMs);
    await query(address, `update pgboss.job set retry_count = retry_limit - 1 where name = 'send-letter'`);
    await hurry();
    await vi.waitFor(async () => {
      expect(await query(address, `select from pgboss.job where name = 'send-letter-failed'`)).toHaveLength(1);
    }, timeoutMs);
    // A server looks for given-up jobs when it starts and every ten seconds.
    await worker(failing);
    await vi.waitFor(() => expect(logged.join('')).toContain('A job was given up after its last try'), timeoutMs);
    expect(logged.join('')).not.toContain('TOKEN');
    const states = await query(address, `select name, state from pgboss.job where name like 'send-letter%' order by 1`);
    expect(states).toMatchObject([{ name: 'send-letter', state: 'failed' }, { name: 'send-letter-failed' }]);
  });

  it('cannot be read in the database, where it waits or where it has been', async () => {
    const jobs = await worker();
    await jobs.send(
      'send-letter',
      {
        to: 'ada@tenure.example',
        action: { url: 'https://tenure.example/?token=TOKEN' },
      },
      ['ada@tenure.example'],
    );
    const [job] = await query<{ text: string; data: { sealed: string } }>(
      address,
      `select j::text as text, data from pgboss.job j where name = 'send-letter'`,
    );
    expect(job?.text).not.toMatch(/TOKEN|ada|tenure\.example/);
    expect(JSON.parse(seal.open(job?.data.sealed ?? ''))).toMatchObject({ to: 'ada@tenure.example' });
  });

  it('that is done while the database is away is written down as open, and ends no server', async () => {
    let tries = 0;
    const refuse = (what: string) =>
      query(address, `${what} on pgboss.job ${what === 'revoke update' ? 'from' : 'to'} tenure_app`);
    logged.length = 0;
    const jobs = await worker({
      'send-letter': async () => {
        tries += 1;
        if (tries === 1) await refuse('revoke update');
      },
    });
    try {
      await jobs.send('send-letter', { to: 'ada' }, []);
      await vi.waitFor(() => expect(tries).toBe(1), timeoutMs);
      await vi.waitFor(() => expect(logged.join('')).toContain('The job queue could not reach its tables'), timeoutMs);
      expect(await query(address, `select state from pgboss.job where name = 'send-letter'`)).toEqual([
        { state: 'active' },
      ]);
    } finally {
      await refuse('grant update');
    }
    await jobs.send('send-letter', { to: 'bob' }, []);
    await vi.waitFor(() => expect(tries).toBe(2), timeoutMs);
  });

  it('under way when the server stops is finished and written down first', async () => {
    const { promise: released, release } = gate();
    const begun = gate();
    const jobs = await worker({
      'send-letter': async () => {
        begun.release();
        await released;
      },
    });
    await jobs.send('send-letter', { to: 'ada' }, []);
    await begun.promise;
    const stopped = Promise.all(running.splice(0).map((stop) => stop()));
    release();
    await stopped;
    expect(await query(address, `select state from pgboss.job where name = 'send-letter'`)).toEqual([
      { state: 'completed' },
    ]);
  });
});

/** Something to wait for, and the way to let it through. */
function gate(): { promise: Promise<void>; release: () => void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

describe('hourly work', () => {
  const HOURLY = ['clear-expired', 'clear-files', 'lease-notices'];

  it('is done once an hour, and not once a server', async () => {
    const done: string[] = [];
    const handlers = {
      'clear-expired': async () => void done.push('clear-expired'),
      'clear-files': async () => void done.push('clear-files'),
      'lease-notices': async () => void done.push('lease-notices'),
    };
    await Promise.all([worker(handlers), worker(handlers)]);
    await vi.waitFor(() => expect(done.toSorted()).toEqual(HOURLY), timeoutMs);
    await worker(handlers);
    const jobs = await query<{ name: string }>(
      address,
      `select name from pgboss.job where name = any($1) order by name`,
      [HOURLY],
    );
    expect(jobs.map(({ name }) => name)).toEqual(HOURLY);
  });

  describe('the queue’s own upkeep', () => {
    const own = pool();
    const boss = new PgBoss({ db: queueDatabase(own), migrate: false });
    beforeAll(() => boss.start());
    afterAll(async () => {
      await boss.stop({ graceful: false, close: false });
      await own.end();
    });

    it('can be done by the role that serves landlords', async () => {
      await expect(boss.maintain()).resolves.not.toThrow();
    });

    it('that fails leaves no connection behind in a transaction', async () => {
      await query(address, 'revoke insert on pgboss.archive from tenure_app');
      await expect(boss.maintain()).rejects.toThrow('permission denied');
      await query(address, 'grant insert on pgboss.archive to tenure_app');
      const open = () =>
        query(
          address,
          `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
        );
      await vi.waitFor(async () => expect(await open()).toEqual([]), timeoutMs);
    });
  });
});
