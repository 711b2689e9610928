import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { onCommit } from '../db/transaction.server.ts';
import { queryWithin, type Transaction } from '../session/with-user.server.ts';
import type { Encryption } from './encryption.server.ts';
import { type JobLoop, pollJobs } from './job-loop.server.ts';
import { deadLetterOf, type Queue, type QueueHandler } from './queue.server.ts';

export type Jobs = {
  send<Payload>(queue: Queue<Payload>, payload: Payload, options?: SendOptions): Promise<void>;
  /** Deletes, in the transaction, all jobs in any state about these user ids and email addresses. */
  forget(within: Transaction, about: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

type SendOptions = {
  /** User ids and email addresses that the job is about. It is deleted with their account. */
  about?: readonly string[];
  /** Queues the job in this transaction, so that a rollback discards it. */
  within?: Transaction;
  /** Deletes the job's row once it completes or its last retry fails. */
  final?: true;
  /** Seconds until the job may run. */
  after?: number;
};

type Stored = { payload?: unknown; encrypted?: string; fingerprints?: string[]; final?: true };

const POLL_MS = 1000;
const DUE_QUEUES = `select distinct name from pgboss.job where state < 'active' and start_after <= now()`;

const DELETE_JOBS = 'select app.delete_jobs_about($1)';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** Interval at which due hourly work is queued, so that it starts soon after downtime. */
const SCHEDULE_SECONDS = 5 * MINUTE_SECONDS;
/** Interval of the check for expired jobs of dead servers. */
const EXPIRY_CHECK_SECONDS = 10;
/** Time for running jobs to finish on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

export function queueDatabase(pool: pg.Pool) {
  return {
    // pg-boss sends BEGIN and COMMIT in one text, so a failure leaves its connection in an aborted transaction.
    async executeSql(text: string, values: unknown[]): Promise<pg.QueryResult> {
      const client = await pool.connect();
      try {
        const result = await client.query(text, values);
        client.release();
        return result;
      } catch (error) {
        client.release(error as Error);
        throw error;
      }
    },
  };
}

type Plan = { pool: pg.Pool; encryption: Encryption; log: Logger; handlers: readonly QueueHandler[]; pollMs?: number };

/** Starts processing jobs. The migration has created the queues; `pool` uses the jobs role. */
export async function startJobs({ pool, encryption, log, handlers, pollMs = POLL_MS }: Plan): Promise<Jobs> {
  const boss = new PgBoss({
    db: queueDatabase(pool),
    migrate: false,
    schedule: false, // would need pg-boss's worker, which job-loop.server.ts replaces
    archiveCompletedAfterSeconds: HOUR_SECONDS,
    deleteAfterDays: 14,
    maintenanceIntervalSeconds: EXPIRY_CHECK_SECONDS,
  });
  const unreachable = (error: unknown) => log.warn({ err: error }, 'The job queue could not reach its tables');
  // Without a listener the event ends the process. The queue resumes when the database is back.
  boss.on('error', unreachable);
  await boss.start();
  // A queue that the migration has not created would silently lose jobs.
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  const missing = handlers.find(({ queue }) => !existing.has(queue.name));
  if (missing) throw new Error(`The queue ${missing.queue.name} is not among those of the migration`);

  // Email addresses vary in case and spacing.
  const fingerprints = (about: readonly string[]) =>
    about.map((value) => encryption.fingerprint(value.trim().toLowerCase()));
  const deleteFinishedJobs = async (data: Stored | null) => {
    if (!data?.final) return;
    await pool.query(DELETE_JOBS, [data.fingerprints]);
  };

  const loops = new Map<string, JobLoop>();
  for (const { queue, work } of handlers) {
    const { name } = queue;
    const run = async ({ data }: PgBoss.Job<Stored | null>) => {
      await work(data?.encrypted ? JSON.parse(encryption.decrypt(data.encrypted)) : data?.payload);
      await deleteFinishedJobs(data);
    };
    loops.set(name, pollJobs({ boss, queue: name, log, work: run }));
    const recordFailure = async ({ id, data }: PgBoss.Job<Stored | null>) => {
      log.error({ job: id, queue: name }, 'A job failed after its last retry');
      await deleteFinishedJobs(data);
    };
    const failed = deadLetterOf(queue);
    loops.set(failed, pollJobs({ boss, queue: failed, log, work: recordFailure }));
  }

  // One query finds the due queues, as pg-boss's query for each queue costs the database about 4 ms.
  const stopping = new AbortController();
  const pollLoop = async () => {
    while (!stopping.signal.aborted) {
      const due = await pool.query<{ name: string }>({ name: 'due-jobs', text: DUE_QUEUES }).catch(unreachable);
      for (const { name } of due?.rows ?? []) loops.get(name)?.poll();
      await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const polling = pollLoop();

  const offer = async (when: 'hourly' | 'minutely', singletonSeconds: number) => {
    for (const { queue } of handlers.filter((handler) => handler.queue[when])) {
      if (await boss.send(queue.name, { payload: {} }, { singletonSeconds })) loops.get(queue.name)?.poll();
    }
  };
  const schedule = (seconds: number, work: () => Promise<void>) => {
    void work().catch(unreachable);
    return setInterval(() => void work().catch(unreachable), seconds * 1000);
  };
  const timers = [
    schedule(SCHEDULE_SECONDS, () => offer('hourly', HOUR_SECONDS)),
    schedule(MINUTE_SECONDS, () => offer('minutely', MINUTE_SECONDS)),
  ];

  return {
    async send({ name, encrypted }, payload, { about = [], within, final, after } = {}) {
      const data: Stored = {
        ...(encrypted ? { encrypted: encryption.encrypt(JSON.stringify(payload)) } : { payload }),
        fingerprints: final ? [randomUUID()] : fingerprints(about),
        ...(final && { final }),
      };
      const id = await boss.send(name, data, {
        ...(within && { db: databaseOf(within) }),
        ...(after && { startAfter: after }),
      });
      if (!id) throw new Error(`The queue ${name} did not accept the job`);
      const poll = () => loops.get(name)?.poll();
      if (within) onCommit(within, poll);
      else poll();
    },
    async forget(within, about) {
      await queryWithin(within, DELETE_JOBS, [fingerprints(about)]);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      const ended = Promise.all([polling, ...[...loops.values()].map((loop) => loop.stop())]);
      await Promise.race([ended, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function databaseOf(transaction: Transaction): PgBoss.Db {
  return { executeSql: (text, values: unknown[]) => queryWithin(transaction, text, values) };
}
