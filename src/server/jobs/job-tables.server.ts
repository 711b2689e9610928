/** The job queue's tables: made by the owner, so that the app role needs no right to create anything. */
import pg from 'pg';
import PgBoss from 'pg-boss';
import { type DatabaseAddress, ROLES } from '../db/roles.server.ts';
import { QUEUES } from './queues.ts';

/** Installs or upgrades pg-boss and makes every queue of `queues.ts` with its dead letters. Quick when nothing is to do. */
export async function installJobs(owner: DatabaseAddress): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  });
  try {
    await boss.start();
    const present = new Set((await boss.getQueues()).map((queue) => queue.name));
    const missing = QUEUES.filter((queue) => !present.has(queue.name));
    for (const { name, deadLetter, rules } of missing) {
      await boss.createQueue(deadLetter, { name: deadLetter, policy: 'standard' });
      await boss.createQueue(name, { name, deadLetter, policy: 'standard', ...rules });
    }
    await client.query(`
      grant usage on schema pgboss to ${ROLES.app};
      grant select, insert, update, delete on all tables in schema pgboss to ${ROLES.app};
    `);
  } finally {
    await boss.stop({ graceful: false, close: false });
    await client.end();
  }
}
