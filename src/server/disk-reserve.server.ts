/** Free space reserved on the data folder's disk, so that the database can still write when uploads are rejected. */
import { statfs } from 'node:fs/promises';
import type { Settings } from './env.server.ts';

const MEGABYTE = 1024 ** 2;

/** PostgreSQL's default `max_wal_size`: the WAL between two checkpoints. */
const MAX_DEFAULT_RESERVE = 1024 * MEGABYTE;
const SHARE_OF_SMALL_DISK = 0.05;

/** Returns a check that resolves to a warning for the operator if free space is below the reserve. */
export function diskReserve(
  folder: string,
  { diskReserve: configured, s3 }: Pick<Settings, 'diskReserve' | 's3'>,
): () => Promise<string | undefined> {
  return async () => {
    // The health checks of files and database report an unreadable disk.
    const disk = await statfs(folder).catch(() => undefined);
    const short = disk && diskShortage({ free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }, configured);
    return short && `${short} Free some space.${s3 ? '' : ' Uploads are rejected until then.'}`;
  };
}

export function diskShortage(
  { free, total }: { free: number; total: number },
  configured?: number,
): string | undefined {
  const reserve = configured ?? Math.min(MAX_DEFAULT_RESERVE, SHARE_OF_SMALL_DISK * total);
  if (free >= reserve) return undefined;
  return `The disk of DATA_DIR has ${megabytes(free)} free, less than the ${megabytes(reserve)} of DISK_RESERVE_MB.`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString('en-GB')} MB`;
}
