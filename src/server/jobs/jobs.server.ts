/** The job queue: work that several server processes share, tried again when it fails, and seen in the logs when it is given up. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import type { UserDb } from '../session/with-user.server.ts';
import type { Seal } from './encryption.server.ts';
import { type JobLoop, takeJobs } from './job-loop.server.ts';
import { QUEUES, type QueueName } from './queues.ts';

export type Jobs = {
  /**
   * Queues work; `payload` is JSON and rests sealed. `concerns` says whom it is about, by user id and by every address: with the
   * account it goes, done or not; nobody: []. Comes back when PostgreSQL has it.
   */
  send(queue: QueueName, payload: unknown, concerns: readonly string[]): Promise<void>;
  /** The same as part of a transaction: the work is there when that is committed, and otherwise never was. */
  sendWithin(transaction: Transaction, queue: QueueName, payload: unknown, concerns: readonly string[]): Promise<void>;
  /** Queues work that is to be done if `db`'s transaction is committed, and of which no trace is kept once it is done or given up. */
  sendFinal(db: UserDb, queue: QueueName, payload: unknown): Promise<void>;
  /** Takes away, in `db`'s transaction, all work about these user ids and addresses: waiting, under way, done, failed and kept. */
  forget(db: UserDb, concerned: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

/** A landlord's transaction, or a connection on which one was begun. */
type Transaction = UserDb | pg.PoolClient;

/** What does the work of each queue. A job may run twice (a server died in the middle), so handlers bear repetition. */
export type JobHandlers = Record<QueueName, (payload: unknown) => Promise<void>>;

/** As it lies in the queue. `marks` say whom it concerns, unreadably; what is `fleeting` leaves no row behind. */
type Sealed = { sealed: string; marks: string[]; fleeting?: true };

/** Twice through the jobs: one that fails or is put away meanwhile has moved on to where we had looked already. */
const FORGET = ['job', 'archive', 'job'].map(
  (table) => `delete from pgboss.${table} where data -> 'marks' ?| $1::text[]`,
);

/** What is done once an hour, whatever the number of servers: each offers it, and the queue takes it once. */
const HOURLY = ['clear-expired', 'clear-files', 'lease-notices'] as const satisfies QueueName[];
const HOUR = 3600;
/** Milliseconds between offers: an hour in which no server ran is made up for soon. */
const OFFER = 5 * 60_000;

/** The most milliseconds that the jobs under way may take to end when the server stops. */
const LAST_JOBS = 10_000;

/** The pool as pg-boss uses it. */
export function queueDatabase(pool: pg.Pool) {
  return {
    // Its upkeep sends BEGIN and COMMIT in one text: when that fails, the connection stands in a failed transaction and must go.
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

/** Starts taking jobs. The tables were made at migration; the app role only uses them. */
export async function startJobs(plan: {
  pool: pg.Pool;
  seal: Seal;
  log: Logger;
  handlers: JobHandlers;
}): Promise<Jobs> {
  const { pool, seal, log, handlers } = plan;
  // Its own clock goes through its own worker, which we do without (job-loop.server.ts).
  const boss = new PgBoss({
    db: queueDatabase(pool),
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: HOUR,
    deleteAfterDays: 14,
  });
  // The database may be gone for a while; the queue goes on by itself when it is back.
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not reach its tables'));
  await boss.start();
  // Ids and addresses are written in more than one way.
  const marksOf = (concerns: readonly string[]) => concerns.map((one) => seal.mark(one.trim().toLowerCase()));
  const sealed = (payload: unknown) => seal.seal(JSON.stringify(payload));
  const leaveNoTrace = async ({ marks }: Sealed) => {
    for (const statement of FORGET) await pool.query(statement, [marks]);
  };
  const loops = new Map<QueueName, JobLoop>();
  const failures: JobLoop[] = [];
  for (const { name, deadLetter, pollingIntervalSeconds: pause } of QUEUES) {
    const work = async ({ data }: PgBoss.Job<Sealed | null>) => {
      await handlers[name](data?.sealed ? JSON.parse(seal.open(data.sealed)) : undefined);
      if (data?.fleeting) await leaveNoTrace(data);
    };
    // Pauses are for what other servers queue and for retries; our own is taken at once.
    loops.set(name, takeJobs({ boss, queue: name, pause, log, work }));
    const giveUp = async ({ id, data }: PgBoss.Job<Sealed | null>) => {
      log.error({ job: id, queue: name }, 'A job was given up after its last try');
      if (data?.fleeting) await leaveNoTrace(data);
    };
    failures.push(takeJobs({ boss, queue: deadLetter, pause: 10, log, work: giveUp }));
  }
  const offer = async () => {
    for (const queue of HOURLY) if (await boss.send(queue, {}, { singletonSeconds: HOUR })) loops.get(queue)?.look();
  };
  const offerOrSay = () =>
    void offer().catch((error: unknown) => log.warn({ err: error }, 'The job queue could not reach its tables'));
  offerOrSay();
  const clock = setInterval(offerOrSay, OFFER);
  return {
    async send(queue, payload, concerns) {
      const id = await boss.send(queue, { sealed: sealed(payload), marks: marksOf(concerns) } satisfies Sealed);
      if (!id) throw new Error(`The queue ${queue} did not take the job`);
      loops.get(queue)?.look();
    },
    async sendWithin(transaction, queue, payload, concerns) {
      const data: Sealed = { sealed: sealed(payload), marks: marksOf(concerns) };
      const id = await boss.send(queue, data, { db: within(transaction) });
      if (!id) throw new Error(`The queue ${queue} did not take the job`);
    },
    async sendFinal(db, queue, payload) {
      const data: Sealed = { sealed: sealed(payload), marks: [randomUUID()], fleeting: true };
      const id = await boss.send(queue, data, { db: within(db) });
      if (!id) throw new Error(`The queue ${queue} did not take the job`);
    },
    async forget(db, concerned) {
      for (const statement of FORGET) await db.executeQuery(CompiledQuery.raw(statement, [marksOf(concerned)]));
    },
    async stop() {
      clearInterval(clock);
      const ended = Promise.all([...loops.values(), ...failures].map((loop) => loop.stop()));
      await Promise.race([ended, delay(LAST_JOBS, undefined, { ref: false })]);
      await boss.stop({ graceful: false, close: false });
    },
  };
}

function within(transaction: Transaction): PgBoss.Db {
  return {
    executeSql: async (text, values: unknown[]) =>
      'release' in transaction
        ? transaction.query(text, values)
        : transaction.executeQuery(CompiledQuery.raw(text, values)),
  };
}
