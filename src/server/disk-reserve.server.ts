/** Free space reserved on the data folder's disk, so that the database can still write when uploads are rejected. */
import { statfs } from 'node:fs/promises';
import type { Settings } from './env.server.ts';

const MEGABYTE = 1024 ** 2;

/** Bytes: PostgreSQL's maximum WAL size between two checkpoints. */
const RESERVE = 1024 * MEGABYTE;

/** The share of a small disk that is enough. */
const SHARE = 0.05;

/** Checks free space: resolves to a warning for the operator if it is below the reserve. */
export function diskReserve(
  folder: string,
  { diskReserve: wanted, s3 }: Pick<Settings, 'diskReserve' | 's3'>,
): () => Promise<string | undefined> {
  return async () => {
    // An unreadable disk is reported by the check of files or database.
    const disk = await statfs(folder).catch(() => undefined);
    const short = disk && diskShortage({ free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }, wanted);
    return short && `${short} Free some space.${s3 ? '' : ' Uploads are rejected until then.'}`;
  };
}

export function diskShortage({ free, total }: { free: number; total: number }, wanted?: number): string | undefined {
  const reserve = wanted ?? Math.min(RESERVE, SHARE * total);
  if (free >= reserve) return undefined;
  return `The disk of DATA_DIR has ${megabytes(free)} free, less than the ${megabytes(reserve)} of DISK_RESERVE_MB.`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString('en-GB')} MB`;
}
