/** The job queue, shared by all server processes, with retries. */
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
  /** Deletes, in `db`'s transaction, all jobs in any state about these user ids and addresses. */
  forget(within: Transaction, about: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

type SendOptions = {
  /** User ids and addresses in the job, which is deleted with the account. */
  about?: readonly string[];
  /** Queues the job in this transaction, so that a rollback discards it. */
  within?: Transaction;
  /** Deletes the job's row once it completes or fails for good. */
  final?: true;
  after?: number;
};

type Stored = { payload?: unknown; encrypted?: string; fingerprints?: string[]; final?: true };

const LOOK_MS = 1000;
const DUE = `select distinct name from pgboss.job where state < 'active' and start_after <= now()`;

const FORGET = 'select app.delete_jobs_about($1)';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
/** How often hourly work is offered, so that an hour without a server is made up soon. */
const SCHEDULE_SECONDS = 5 * MINUTE_SECONDS;
/** Interval of the check for expired jobs of dead servers. */
const EXPIRED_S = 10;
/** How long running jobs may take to finish on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

export function queueDatabase(pool: pg.Pool) {
  return {
    // pg-boss sends BEGIN and COMMIT in one text: after a failure the connection is in a failed transaction.
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

type Plan = { pool: pg.Pool; encryption: Encryption; log: Logger; handlers: readonly QueueHandler[]; lookMs?: number };

/** Starts processing. The migration created the tables; `pool` uses the jobs role. */
export async function startJobs({ pool, encryption, log, handlers, lookMs = LOOK_MS }: Plan): Promise<Jobs> {
  const boss = new PgBoss({
    db: queueDatabase(pool),
    migrate: false,
    schedule: false, // it needs pg-boss's worker, which we replace (job-loop.server.ts)
    archiveCompletedAfterSeconds: HOUR_SECONDS,
    deleteAfterDays: 14,
    maintenanceIntervalSeconds: EXPIRED_S,
  });
  const unreachable = (error: unknown) => log.warn({ err: error }, 'The job queue could not reach its tables');
  // The queue resumes automatically when the database is back.
  boss.on('error', unreachable);
  await boss.start();
  // A queue that was not made at migration would silently lose jobs.
  const made = new Set((await boss.getQueues()).map(({ name }) => name));
  const unmade = handlers.find(({ queue }) => !made.has(queue.name));
  if (unmade) throw new Error(`The queue ${unmade.queue.name} is not among those of the migration`);

  // Ids and addresses vary in case and spacing.
  const fingerprints = (about: readonly string[]) =>
    about.map((one) => encryption.fingerprint(one.trim().toLowerCase()));
  const deleteFinishedJobs = async (data: Stored | null) => {
    if (!data?.final) return;
    await pool.query(FORGET, [data.fingerprints]);
  };

  const loops = new Map<string, JobLoop>();
  for (const { queue, work } of handlers) {
    const { name } = queue;
    const run = async ({ data }: PgBoss.Job<Stored | null>) => {
      await work(data?.encrypted ? JSON.parse(encryption.decrypt(data.encrypted)) : data?.payload);
      await deleteFinishedJobs(data);
    };
    loops.set(name, pollJobs({ boss, queue: name, log, work: run }));
    const giveUp = async ({ id, data }: PgBoss.Job<Stored | null>) => {
      log.error({ job: id, queue: name }, 'A job failed after its last retry');
      await deleteFinishedJobs(data);
    };
    const failed = deadLetterOf(queue);
    loops.set(failed, pollJobs({ boss, queue: failed, log, work: giveUp }));
  }

  // One query for all queues: pg-boss's query for each queue costs the database about 4 ms.
  const stopping = new AbortController();
  const reconnectLoop = async () => {
    while (!stopping.signal.aborted) {
      const due = await pool.query<{ name: string }>({ name: 'due-jobs', text: DUE }).catch(unreachable);
      for (const { name } of due?.rows ?? []) loops.get(name)?.look();
      await delay(lookMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const looking = reconnectLoop();

  const offer = async (when: 'hourly' | 'minutely', singletonSeconds: number) => {
    for (const { queue } of handlers.filter((one) => one.queue[when])) {
      if (await boss.send(queue.name, { payload: {} }, { singletonSeconds })) loops.get(queue.name)?.look();
    }
  };
  const schedule = (seconds: number, work: () => Promise<void>) => {
    void work().catch(unreachable);
    return setInterval(() => void work().catch(unreachable), seconds * 1000);
  };
  const clocks = [
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
      const look = () => loops.get(name)?.look();
      if (within) onCommit(within, look);
      else look();
    },
    async forget(within, about) {
      await queryWithin(within, FORGET, [fingerprints(about)]);
    },
    async stop() {
      for (const clock of clocks) clearInterval(clock);
      stopping.abort();
      const ended = Promise.all([looking, ...[...loops.values()].map((loop) => loop.stop())]);
      await Promise.race([ended, delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function databaseOf(transaction: Transaction): PgBoss.Db {
  return { executeSql: (text, values: unknown[]) => queryWithin(transaction, text, values) };
}
