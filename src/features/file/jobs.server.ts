/** Clearing files away: off the list first, then, by the list of removals, their bytes. May run twice, and beside uploads and saves. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Files } from '../../outside/files/files.ts';
import { FILE_LOCK } from '../../server/db/file-lock.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { Services } from '../../server/services.server.ts';
import { pathOf } from './store.server.ts';

export const CLEAR_FILES: Queue = {
  name: 'clear-files',
  payload: z.unknown(),
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 900 },
};

export function fileJobs({ pool, files, clock }: { pool: pg.Pool; files: Files; clock: Clock }): QueueHandler[] {
  return [
    handle(CLEAR_FILES, async () => {
      await pool.query('select app.clear_files($1)', [clock.now()]);
      await removeListed(pool, files);
    }),
  ];
}

/** Has the clearing done at once, after something was deleted. That it could not be asked for is logged: the hourly one comes. */
export async function clearFilesSoon({ jobs, log }: Pick<Services, 'jobs' | 'log'>): Promise<void> {
  try {
    await jobs.send(CLEAR_FILES, {});
  } catch (error) {
    log.warn({ err: error }, 'The clearing of files could not be asked for; it comes by the clock');
  }
}

/** Few enough that even a slow store is done before the database gives up a connection that waits. */
const BATCH = 20;

type Removal = { id: number; bucket: string; path: string; sizes: string[] };
type Removed = { ids: number[]; failures: unknown[] };

/** Takes away the bytes of every removal on the list, batch by batch. One that fails stays on it and does not hold up the others. */
async function removeListed(pool: pg.Pool, files: Files): Promise<void> {
  const failures: unknown[] = [];
  for (let last = 0; ; ) {
    const batch = await alone(pool, (client) => removeSome(client, { files, after: last }));
    failures.push(...(batch?.failures ?? []));
    const end = batch?.ids.at(-1);
    if (end === undefined) break;
    last = end;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some files could not be taken out of the store');
}

/** Runs `work` in a transaction that holds the lock of the file store; undefined, and nothing done, while a backup or another remover does. */
async function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1) as locked', [
      FILE_LOCK,
    ]);
    const done = rows[0]?.locked ? await work(client) : undefined;
    await client.query('commit');
    client.release();
    return done;
  } catch (error) {
    // With its connection the transaction ends, and the lock with it.
    client.release(error as Error);
    throw error;
  }
}

async function removeSome(client: pg.PoolClient, { files, after }: { files: Files; after: number }): Promise<Removed> {
  const { rows } = await client.query<Removal>(
    'select id, bucket, path, sizes from app.file_removals where id > $1 order by id limit $2',
    [after, BATCH],
  );
  const results = await Promise.allSettled(rows.map((removal) => removeBytes(files, removal)));
  const gone = rows.filter((_, index) => results[index]?.status === 'fulfilled');
  await client.query('delete from app.file_removals where id = any($1)', [gone.map(({ id }) => id)]);
  return {
    // Where the store took away nothing at all, it is the store that fails, and the rest would fail too.
    ids: gone.length > 0 ? rows.map(({ id }) => id) : [],
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  };
}

async function removeBytes(files: Files, removal: Removal): Promise<void> {
  for (const size of [undefined, ...removal.sizes]) await files.remove(pathOf(removal, size));
}
