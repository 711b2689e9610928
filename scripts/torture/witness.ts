/** Looks at the database itself, past the server: which rows are there, who runs on the folder, whether it is sound. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Asks the running database as its superuser; again for a while, as one whose session was killed ends all others too. */
async function ask<T>(dataFolder: string, question: (client: pg.Client) => Promise<T>): Promise<T> {
  for (let trial = 1; ; trial++) {
    const file = await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8');
    const password = (await readFile(join(dataFolder, 'superuser-password'), 'utf8')).trim();
    const client = new pg.Client({ host: file.split('\n')[4], user: 'postgres', password, database: 'tenure' });
    client.on('error', () => {}); // the question's answer tells it
    try {
      await client.connect();
      return await question(client);
    } catch (error) {
      if (trial === 50) throw error;
      await delay(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Of `ids`, those of properties that are not in the database. */
export function missingRows(dataFolder: string, ids: Iterable<string>): Promise<string[]> {
  return ask(dataFolder, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from public.properties');
    const present = new Set(rows.map((row) => row.id));
    return [...ids].filter((id) => !present.has(id));
  });
}

/** Reads every page of every table and index and compares them: sentences on what is wrong. */
export function unsoundness(dataFolder: string): Promise<string[]> {
  return ask(dataFolder, async (client) => {
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

type PostgresProcess = { pid: number; parent: number };

/** Every process of this folder's database; Linux only, as all of this. */
export async function databaseProcesses(dataFolder: string): Promise<PostgresProcess[]> {
  const found: PostgresProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if ((await readlink(`/proc/${name}/cwd`)) !== join(dataFolder, 'postgres')) continue;
      const stat = await readFile(`/proc/${name}/stat`, 'utf8');
      found.push({ pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) });
    } catch {
      // it ended while we looked
    }
  }
  return found;
}

/** Watches until the signal; answers with the most databases that ever ran on the folder at once. */
export async function mostDatabasesAtOnce(dataFolder: string, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    const processes = await databaseProcesses(dataFolder);
    const pids = new Set(processes.map(({ pid }) => pid));
    // A database is a process of the folder with children there: one that was refused the folder never has any.
    const databases = new Set(processes.map(({ parent }) => parent).filter((parent) => pids.has(parent)));
    most = Math.max(most, databases.size);
    await delay(10);
  }
  return most;
}
