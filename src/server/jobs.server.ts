/** The job queue: work that several server processes share, tried again when it fails, and seen in the logs when it is given up. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
import { type JobLoop, takeJobs } from './job-loop.server.ts';
import { QUEUES, type QueueName } from './queues.ts';
import type { Seal } from './seal.server.ts';

export type Jobs = {
  /** Queues work; `payload` is JSON and rests sealed. Comes back when PostgreSQL has it. */
  send(queue: QueueName, payload: unknown): Promise<void>;
  stop(): Promise<void>;
};

/** What does the work of each queue. A job may run twice (a server died in the middle), so handlers bear repetition. */
export type JobHandlers = Record<QueueName, (payload: unknown) => Promise<void>>;

type Sealed = { sealed: string };

/** What is done once an hour, whatever the number of servers: each offers it, and the queue takes it once. */
const HOURLY = ['clear-expired', 'clear-files'] as const satisfies QueueName[];
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
  const loops = new Map<QueueName, JobLoop>();
  const failures: JobLoop[] = [];
  for (const { name, deadLetter, pollingIntervalSeconds: pause } of QUEUES) {
    const work = async ({ data }: PgBoss.Job<Sealed | null>) =>
      handlers[name](data?.sealed ? JSON.parse(seal.open(data.sealed)) : undefined);
    // Pauses are for what other servers queue and for retries; our own is taken at once.
    loops.set(name, takeJobs({ boss, queue: name, pause, log, work }));
    const giveUp = async ({ id }: PgBoss.Job) =>
      log.error({ job: id, queue: name }, 'A job was given up after its last try');
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
    async send(queue, payload) {
      const id = await boss.send(queue, { sealed: seal.seal(JSON.stringify(payload)) });
      if (!id) throw new Error(`The queue ${queue} did not take the job`);
      loops.get(queue)?.look();
    },
    async stop() {
      clearInterval(clock);
      const ended = Promise.all([...loops.values(), ...failures].map((loop) => loop.stop()));
      await Promise.race([ended, delay(LAST_JOBS, undefined, { ref: false })]);
      await boss.stop({ graceful: false, close: false });
    },
  };
}
