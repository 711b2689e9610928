import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { query } from '../servers/database.ts';
import { server } from '../servers/server.ts';

/** Runs `work` in a superuser's transaction, which is rolled back unless `work` ends it. */
export async function concurrently<T>(work: (other: pg.Client) => Promise<T>): Promise<T> {
  const other = new pg.Client(server.database);
  await other.connect();
  try {
    await other.query('begin');
    return await work(other);
  } finally {
    await other.end();
  }
}

export async function waitsForLock(many = 1): Promise<void> {
  for (;;) {
    const waiting = await query(
      server.database,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length >= many) return;
    await pause(20);
  }
}
