/** Deletes unused files: first their rows, then their bytes. Safe to run concurrently with uploads and saves. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import type { Files } from '../../outside/files/files.ts';
import { FILE_LOCK } from '../../server/db/file-lock.ts';
import { handle, hourlyQueue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { Services } from '../../server/services.server.ts';
import { pathOf } from './store.server.ts';

export const CLEAR_FILES = hourlyQueue('clear-files');

export function fileJobs({ pool, files, clock }: { pool: pg.Pool; files: Files; clock: Clock }): QueueHandler[] {
  return [
    handle(CLEAR_FILES, async () => {
      await pool.query('select app.clear_files($1)', [clock.now()]);
      await removeListed(pool, files);
    }),
  ];
}

/** Queues the clearing after a deletion. A failure is only logged, since the job also runs hourly. */
export async function requestFileClearing({ jobs, log }: Pick<Services, 'jobs' | 'log'>): Promise<void> {
  try {
    await jobs.send(CLEAR_FILES, {});
  } catch (error) {
    log.warn({ err: error }, 'Could not queue the clearing of files; the hourly job will do it');
  }
}

/** Small enough for a batch to finish within the idle timeout of its transaction, even with a slow store. */
const BATCH_SIZE = 20;

type Removal = { id: number; bucket: string; path: string; sizes: string[] };
type Removed = { ids: number[]; failures: unknown[] };

/** Deletes bytes in batches. A failed removal stays listed and does not block other removals. */
async function removeListed(pool: pg.Pool, files: Files): Promise<void> {
  const failures: unknown[] = [];
  for (let last = 0; ; ) {
    const batch = await withStoreLock(pool, (client) => removeSome(client, { files, after: last }));
    failures.push(...(batch?.failures ?? []));
    const end = batch?.ids.at(-1);
    if (end === undefined) break;
    last = end;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some files could not be deleted from the store');
}

/** Runs `work` with the file store's lock. Returns undefined if a backup or another job holds the lock. */
async function withStoreLock<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T | undefined> {
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
    // Closing the connection ends the transaction and releases the lock.
    client.release(error as Error);
    throw error;
  }
}

async function removeSome(client: pg.PoolClient, { files, after }: { files: Files; after: number }): Promise<Removed> {
  const { rows } = await client.query<Removal>(
    'select id, bucket, path, sizes from app.file_removals where id > $1 order by id limit $2',
    [after, BATCH_SIZE],
  );
  const results = await Promise.allSettled(rows.map((removal) => removeBytes(files, removal)));
  const gone = rows.filter((_, index) => results[index]?.status === 'fulfilled');
  await client.query('delete from app.file_removals where id = any($1)', [gone.map(({ id }) => id)]);
  return {
    // If every removal failed, the store itself is failing, so stop.
    ids: gone.length > 0 ? rows.map(({ id }) => id) : [],
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])),
  };
}

async function removeBytes(files: Files, removal: Removal): Promise<void> {
  for (const size of [undefined, ...removal.sizes]) await files.remove(pathOf(removal, size));
}
