/** The job queue: work that several server processes share, tried again when it fails, and seen in the logs when it is given up. */
import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Logger } from 'pino';
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

/** When the clearing runs, in cron's terms: every hour, at a quarter past. */
const CLEARING = '15 * * * *';

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
  const boss = new PgBoss({
    db: queueDatabase(pool),
    migrate: false,
    archiveCompletedAfterSeconds: 60 * 60,
    deleteAfterDays: 14,
  });
  // The database may be gone for a while; the queue goes on by itself when it is back.
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not reach its tables'));
  await boss.start();
  const workers = new Map<QueueName, string>();
  // Polling is for what other servers queue and for retries; our own is taken at once.
  const lookAgain = (queue: QueueName) => boss.notifyWorker(workers.get(queue) ?? '');
  for (const { name, deadLetter, pollingIntervalSeconds } of QUEUES) {
    const worker = await boss.work<Sealed>(name, { pollingIntervalSeconds }, async (batch) => {
      lookAgain(name);
      for (const job of batch) {
        try {
          await handlers[name](job.data?.sealed ? JSON.parse(seal.open(job.data.sealed)) : undefined);
        } catch (error) {
          log.warn({ job: job.id, queue: name, err: error }, 'A job failed and will be tried again');
          throw error;
        }
      }
    });
    workers.set(name, worker);
    await boss.work(deadLetter, { pollingIntervalSeconds: 10 }, async (batch) => {
      for (const job of batch) log.error({ job: job.id, queue: name }, 'A job was given up after its last try');
    });
  }
  await boss.schedule('clear-expired', CLEARING);
  return {
    async send(queue, payload) {
      const id = await boss.send(queue, { sealed: seal.seal(JSON.stringify(payload)) });
      if (!id) throw new Error(`The queue ${queue} did not take the job`);
      lookAgain(queue);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000, wait: true, close: false }),
  };
}
