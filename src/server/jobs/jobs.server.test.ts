import PgBoss from 'pg-boss';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { gate } from '../../../test/reading/gate.ts';
import { asRole, privateDatabase, query } from '../../../test/servers/database.ts';
import { openPool } from '../db/pools.server.ts';
import { inTransaction } from '../db/transaction.server.ts';
import { createLog } from '../http/log.server.ts';
import { createEncryption } from './encryption.server.ts';
import { queueDatabase, startJobs } from './jobs.server.ts';
import { handle, installJobs, inTurn, type Queue } from './queue.server.ts';

const retry = { retryLimit: 8, retryDelay: 30, expireInSeconds: 60 };
const TASK: Queue<{ to: string }> = { name: 'task', payload: z.object({ to: z.string() }), retry };
const SECRET_TASK: Queue<{ to: string }> = { ...TASK, name: 'secret-task', encrypted: true };
const HOURLY: Queue = { name: 'every-hour', payload: z.unknown(), hourly: true, retry };
const MINUTELY: Queue = { name: 'every-minute', payload: z.unknown(), minutely: true, retry };

const { address, drop } = await privateDatabase('jobs');
await installJobs(asRole(address, 'owner'), [TASK, SECRET_TASK, HOURLY, MINUTELY]);
afterAll(drop);

const logged: string[] = [];
const log = createLog('warn', { write: (line: string) => void logged.push(line) });
const encryption = createEncryption('a secret for encryption', 'jobs');
const openJobsPool = () => openPool({ address: asRole(address, 'jobs'), name: 'test', max: 4, log });

const running: (() => Promise<unknown>)[] = [];
const stopAll = () => Promise.all(running.splice(0).map((stop) => stop()));
afterEach(async () => {
  await stopAll();
  await query(address, 'delete from pgboss.job');
});

type Work = { task?: (to: string) => unknown; hourly?: () => unknown; minutely?: () => unknown; pollMs?: number };

/** Starts a server that processes jobs, stopped after the test. */
async function worker({ task = () => {}, hourly = () => {}, minutely = () => {}, pollMs = 1000 }: Work = {}) {
  const pool = openJobsPool();
  const work = async ({ to }: { to: string }) => void (await task(to));
  const handlers = [
    handle(TASK, work),
    handle(SECRET_TASK, work),
    handle(HOURLY, async () => {
      await hourly();
    }),
    handle(MINUTELY, async () => {
      await minutely();
    }),
  ];
  const jobs = await startJobs({ pool, encryption, log, handlers, pollMs });
  running.push(async () => {
    await jobs.stop();
    await pool.end();
  });
  return { jobs, pool };
}

const fail = () => {
  throw new Error('the post office is closed');
};
const states = async (name = TASK.name) => {
  const rows = await query<{ state: string }>(address, 'select state from pgboss.job where name = $1', [name]);
  return rows.map(({ state }) => state);
};
const makeRetriesDue = () => query(address, `update pgboss.job set start_after = now() where state = 'retry'`);
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe('a job', () => {
  it('runs once when two servers share a database', async () => {
    const done: string[] = [];
    const task = (to: string) => done.push(to);
    const [first, second] = [await worker({ task }), await worker({ task })];
    const recipients = Array.from({ length: 20 }, (_, index) => `job ${index}`);
    await Promise.all(recipients.map((to, index) => (index % 2 ? first : second).jobs.send(TASK, { to })));
    await eventually(async () => expect(new Set(await states())).toEqual(new Set(['completed'])));
    expect(done.sort()).toEqual(recipients.sort());
  });

  it('runs on another server if the one that queued it has stopped', async () => {
    const { jobs } = await worker({ task: fail });
    await jobs.send(TASK, { to: 'ada' });
    await eventually(async () => expect(await states()).toEqual(['retry']));
    await stopAll();
    await makeRetriesDue();
    const done: string[] = [];
    await worker({ task: (to) => done.push(to) });
    await eventually(() => expect(done).toEqual(['ada']));
  });

  it('runs as soon as its transaction commits, and never after a rollback', async () => {
    const done: string[] = [];
    const { jobs, pool } = await worker({ task: (to) => done.push(to), pollMs: 3_600_000 });
    const send = (to: string, end = () => {}) =>
      inTransaction(pool, async (client) => {
        await jobs.send(TASK, { to }, { within: client });
        end();
      });
    await expect(send('ada', fail)).rejects.toThrow('the post office is closed');
    await send('bob');
    await eventually(() => expect(done).toEqual(['bob']));
    expect(await states()).toHaveLength(1);
  });

  it('is retried with growing delays when it fails', async () => {
    let tries = 0;
    const { jobs } = await worker({
      task: () => {
        tries += 1;
        if (tries < 3) fail();
      },
    });
    await jobs.send(TASK, { to: 'ada' });
    const waits: number[] = [];
    for (const failures of [1, 2]) {
      await eventually(async () => {
        const [job] = await query<{ wait: number }>(
          address,
          `select extract(epoch from start_after - now())::float as wait from pgboss.job where state = 'retry' and retry_count = $1`,
          [failures - 1],
        );
        expect(job).toBeDefined();
        waits.push(job?.wait ?? 0);
      });
      expect(tries).toBe(failures);
      await makeRetriesDue();
    }
    await eventually(() => expect(tries).toBe(3));
    const [first = 0, second = 0] = waits;
    expect(first).toBeGreaterThan(10);
    expect(second).toBeGreaterThan(first);
  });

  it('is kept, and logged without its content, after its last retry', async () => {
    const { jobs } = await worker({ task: fail });
    await jobs.send(TASK, { to: 'TOKEN' });
    await eventually(async () => expect(await states()).toEqual(['retry']));
    await query(address, 'update pgboss.job set retry_count = retry_limit - 1 where name = $1', [TASK.name]);
    await makeRetriesDue();
    await eventually(async () => expect(await states('task-failed')).toHaveLength(1));
    await eventually(() => expect(logged.join('')).toContain('A job failed after its last retry'));
    expect(logged.join('')).not.toContain('TOKEN');
    expect(await states()).toEqual(['failed']);
  });

  it('is unreadable in the database if its queue is encrypted, before and after it runs', async () => {
    const { jobs } = await worker();
    await jobs.send(SECRET_TASK, { to: 'ada@tenure.example' }, { about: ['ada@tenure.example'] });
    const [job] = await query<{ text: string; data: { encrypted: string } }>(
      address,
      'select j::text as text, data from pgboss.job j where name = $1',
      [SECRET_TASK.name],
    );
    expect(job?.text).not.toMatch(/ada|tenure\.example/);
    expect(JSON.parse(encryption.decrypt(job?.data.encrypted ?? ''))).toEqual({ to: 'ada@tenure.example' });
  });

  it('stays active, without ending the server, if the database fails at its completion', async () => {
    let tries = 0;
    logged.length = 0;
    const { jobs } = await worker({
      task: async () => {
        tries += 1;
        if (tries === 1) await query(address, 'revoke update on pgboss.job from tenure_jobs');
      },
    });
    try {
      await jobs.send(TASK, { to: 'ada' });
      await eventually(() => expect(tries).toBe(1));
      await eventually(() => expect(logged.join('')).toContain('The job queue could not reach its tables'));
      expect(await states()).toEqual(['active']);
    } finally {
      await query(address, 'grant update on pgboss.job to tenure_jobs');
    }
    await jobs.send(TASK, { to: 'bob' });
    await eventually(() => expect(tries).toBe(2));
  });

  it('finishes before the server stops', async () => {
    const [begun, released] = [gate(), gate()];
    const { jobs } = await worker({
      task: () => {
        begun.open();
        return released.opened;
      },
    });
    await jobs.send(TASK, { to: 'ada' });
    await begun.opened;
    const stopped = stopAll();
    released.open();
    await stopped;
    expect(await states()).toEqual(['completed']);
  });
});

it('runs hourly work once an hour across all servers, and minutely work once a minute', async () => {
  let done = 0;
  const hourly = () => {
    done += 1;
  };
  const minutely = vi.fn<() => void>();
  await Promise.all([worker({ hourly, minutely }), worker({ hourly, minutely })]);
  await eventually(() => expect(done).toBe(1));
  await eventually(() => expect(minutely).toHaveBeenCalled());
  await worker({ hourly });
  expect(await states(HOURLY.name)).toHaveLength(1);
});

it('maintains its tables as the jobs role and leaves no open transaction on failure', async () => {
  const pool = openJobsPool();
  const boss = new PgBoss({ db: queueDatabase(pool), migrate: false });
  await boss.start();
  try {
    await boss.maintain();
    await query(address, 'revoke insert on pgboss.archive from tenure_jobs');
    await expect(boss.maintain()).rejects.toThrow('permission denied');
    const open = `select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`;
    // PostgreSQL takes a moment to notice a closed connection.
    await eventually(async () => expect(await query(address, open)).toEqual([]));
  } finally {
    await boss.stop({ graceful: false, close: false });
    await pool.end();
  }
});

it('applies a newer version’s queue settings', async () => {
  const later = { ...TASK, name: 'resettled', retry: { ...retry, expireInSeconds: 90 } };
  for (const queue of [{ ...later, retry }, later]) await installJobs(asRole(address, 'owner'), [queue]);
  const settings = 'select expire_seconds, dead_letter from pgboss.queue where name = $1';
  expect(await query(address, settings, [later.name])).toEqual([
    { expire_seconds: 90, dead_letter: 'resettled-failed' },
  ]);
});

it('continues after a failure, and throws the first one at the end', async () => {
  const done: number[] = [];
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row}`);
    done.push(row);
  };
  await expect(inTurn([1, 2, 3, 4, 5], work)).rejects.toThrow('row 2');
  expect(done).toEqual([1, 3, 5]);
});
