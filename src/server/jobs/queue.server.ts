import pg from 'pg';
import PgBoss from 'pg-boss';
import { z } from 'zod';
import { type DatabaseAddress, ROLES } from '../db/roles.server.ts';

export type Queue<Payload = unknown> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** Encrypts the payload in the database. */
  encrypted?: true;
  /** Runs once an hour across all servers. */
  hourly?: true;
  /** Runs once a minute across all servers. */
  minutely?: true;
  retry: {
    retryLimit: number;
    /** Seconds until the first retry; doubles each time. */
    retryDelay: number;
    /** Seconds after which a running job counts as failed. */
    expireInSeconds: number;
  };
};

/** A job without a payload that runs once an hour. */
export const hourlyQueue = (name: string, expireInSeconds = 900): Queue => ({
  name,
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds },
});

/** Processes a queue. `work` must be idempotent, as a job can run twice if a server dies. */
export type QueueHandler = { queue: Queue; work: (payload: unknown) => Promise<void> };

export function handle<Payload>(queue: Queue<Payload>, work: (payload: Payload) => Promise<void>): QueueHandler {
  return { queue, work: async (payload) => work(queue.payload.parse(payload)) };
}

/** The queue of jobs whose last retry has failed. */
export const deadLetterOf = ({ name }: Queue) => `${name}-failed`;

/**
 * Installs pg-boss and configures all queues, as the owner. The app and member roles can add jobs but not read them, as
 * payloads contain personal data.
 */
export async function installJobs(owner: DatabaseAddress, queues: readonly Queue[]): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  try {
    await boss.start();
    const existing = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const queue of queues) {
      const [name, deadLetter] = [queue.name, deadLetterOf(queue)];
      const settings = { name, deadLetter, policy: 'standard', retryBackoff: true, ...queue.retry } as const;
      if (existing.has(name)) {
        await boss.updateQueue(name, settings);
        continue;
      }
      await boss.createQueue(deadLetter, { name: deadLetter, policy: 'standard' });
      await boss.createQueue(name, settings);
    }
    await client.query(`
      revoke all on all tables in schema pgboss from ${ROLES.app}, ${ROLES.member};
      grant usage on schema pgboss to ${ROLES.app}, ${ROLES.member};
      grant insert, select (id) on pgboss.job to ${ROLES.app}, ${ROLES.member};
      grant select on pgboss.queue to ${ROLES.app}, ${ROLES.member};
      grant select, insert, update, delete on all tables in schema pgboss to ${ROLES.jobs};
    `);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await client.end();
  }
}

/**
 * Runs `work` for one row after another, such as for each account. Continues after a failure, and throws the first one
 * at the end, so that the job is retried.
 */
export async function inTurn<Row>(rows: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (const row of rows)
    await work(row).catch((error: unknown) => {
      failed.push(error);
    });
  if (failed.length > 0) throw failed[0];
}
