/** What is kept free on the disk of the data folder, so that the database can still write when uploads no longer may. */
import { statfs } from 'node:fs/promises';
import type { Settings } from './env.server.ts';

const MEGABYTE = 1024 ** 2;

/** Bytes: as much as the log of changes that PostgreSQL lets grow between two checkpoints. */
const RESERVE = 1024 * MEGABYTE;

/** The share of a small disk that is enough. */
const SHARE = 0.05;

/** Asks how the disk stands: answers a sentence for the operator where less is free than the reserve, else undefined. */
export function diskReserve(
  folder: string,
  { diskReserve: wanted, s3 }: Pick<Settings, 'diskReserve' | 's3'>,
): () => Promise<string | undefined> {
  return async () => {
    // A disk that cannot be asked is told of as missing, by the check of files or database.
    const disk = await statfs(folder).catch(() => undefined);
    const short = disk && shortage({ free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }, wanted);
    return short && `${short} Please make room.${s3 ? '' : ' Until then uploads are refused.'}`;
  };
}

/** What is wrong with a disk of so many bytes; undefined where its reserve is free. */
export function shortage({ free, total }: { free: number; total: number }, wanted?: number): string | undefined {
  const reserve = wanted ?? Math.min(RESERVE, SHARE * total);
  if (free >= reserve) return undefined;
  return `The disk of DATA_DIR has ${megabytes(free)} free, less than the ${megabytes(reserve)} of DISK_RESERVE_MB.`;
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / MEGABYTE).toLocaleString('en-GB')} MB`;
}
