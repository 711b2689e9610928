/** A queue as the code that does its work declares it, and its tables in the database. */
import pg from 'pg';
import PgBoss from 'pg-boss';
import type { z } from 'zod';
import { type DatabaseAddress, ROLES } from '../db/roles.server.ts';

export type Queue<Payload = unknown> = {
  name: string;
  /** What a job carries, as JSON; a job that carries anything else fails, and is seen. */
  payload: z.ZodType<Payload>;
  /** The payload is unreadable in the database. */
  encrypted?: true;
  /** Offered once an hour, whatever the number of servers. */
  hourly?: true;
  retry: {
    retryLimit: number;
    /** Seconds until the first retry; doubles each time. */
    retryDelay: number;
    /** Seconds after which a job is taken to have failed. */
    expireInSeconds: number;
  };
};

/** What does the work of a queue. A job may run twice (a server died in the middle), so `work` bears repetition. */
export type QueueHandler = { queue: Queue; work: (payload: unknown) => Promise<void> };

export function handle<Payload>(queue: Queue<Payload>, work: (payload: Payload) => Promise<void>): QueueHandler {
  return { queue, work: async (payload) => work(queue.payload.parse(payload)) };
}

/** The queue of the jobs that were given up. */
export const deadLetterOf = ({ name }: Queue) => `${name}-failed`;

/** Installs or upgrades pg-boss and gives all queues their settings, as the owner. The app role may only queue: what waits says whom it is about. */
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
    const present = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const queue of queues) {
      const [name, deadLetter] = [queue.name, deadLetterOf(queue)];
      const settings = { name, deadLetter, policy: 'standard', retryBackoff: true, ...queue.retry } as const;
      if (present.has(name)) {
        await boss.updateQueue(name, settings);
        continue;
      }
      await boss.createQueue(deadLetter, { name: deadLetter, policy: 'standard' });
      await boss.createQueue(name, settings);
    }
    await client.query(`
      revoke all on all tables in schema pgboss from ${ROLES.app};
      grant usage on schema pgboss to ${ROLES.app};
      grant insert, select (id) on pgboss.job to ${ROLES.app};
      grant select on pgboss.queue to ${ROLES.app};
      grant select, insert, update, delete on all tables in schema pgboss to ${ROLES.jobs};
    `);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await client.end();
  }
}
