/** Direct checks of the database: missing rows, concurrent instances and corruption. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectToDatabase, databaseProcesses } from '../server-process.ts';

/** Queries as superuser. Retries, as PostgreSQL ends all sessions after one was killed. */
async function queryWithRetries<T>(dataFolder: string, query: (client: pg.Client) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let client: pg.Client | undefined;
    try {
      client = await connectToDatabase({ dataFolder });
      client.on('error', () => {}); // the query rejects too
      return await query(client);
    } catch (error) {
      if (attempt === 50) throw error;
      await delay(100);
    } finally {
      await client?.end().catch(() => {});
    }
  }
}

/** Returns the ids without a property in the database. */
export function missingRows(dataFolder: string, ids: Iterable<string>): Promise<string[]> {
  return queryWithRetries(dataFolder, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from public.properties');
    const existing = new Set(rows.map((row) => row.id));
    return [...ids].filter((id) => !existing.has(id));
  });
}

/** Checks every page of every table and index; returns a message for each corruption. */
export function corruption(dataFolder: string): Promise<string[]> {
  return queryWithRetries(dataFolder, async (client) => {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<{ problem: string }>(`
      select format('%s: %s', c.oid::regclass, msg) as problem
      from pg_class c, lateral verify_heapam(c.oid) where c.relkind in ('r', 't') and c.relpersistence = 'p'`);
    await client.query(`
      select bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid
      join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid`);
    return rows.map((row) => row.problem);
  });
}

/** Returns how many databases ran on the folder at the same time, at most, before `signal` aborted. */
export async function maxDatabasesAtOnce(dataFolder: string, signal: AbortSignal): Promise<number> {
  let max = 0;
  while (!signal.aborted) {
    const processes = await databaseProcesses({ dataFolder });
    const pids = new Set(processes.map(({ pid }) => pid));
    // A running database has child processes; one that was refused the folder never has any.
    const databases = new Set(processes.map(({ parent }) => parent).filter((parent) => pids.has(parent)));
    max = Math.max(max, databases.size);
    await delay(10);
  }
  return max;
}
