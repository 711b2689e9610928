/** How much a landlord's files take, and what is said where no more may come. */
import type { Standing } from '../subscription/standing.ts';

const GB = 1024 ** 3;

/** Bytes that a landlord's files may take on each plan. */
export const ROOM_BYTES = {
  basic: 5 * GB,
  standard: 20 * GB,
  professional: 100 * GB,
  business: 500 * GB,
  enterprise: 2048 * GB,
};

/** The same in the trial, and without a plan. */
const TRIAL_BYTES = GB;

/** The most uploads that no record names yet, and their bytes together: one form takes 701 files. */
const MAX_UNNAMED = { files: 1000, bytes: GB };

/** A plan that is paid and whose name we do not know is taken for the largest. */
export function roomBytes({ status, plan }: Pick<Standing, 'status' | 'plan'>): number {
  if (status !== 'active') return TRIAL_BYTES;
  return new Map(Object.entries(ROOM_BYTES)).get(plan ?? '') ?? ROOM_BYTES.enterprise;
}

/** Bytes of all files of a landlord, without the smaller sizes of photos; those of them that no record names go within a day. */
export type Storage = { usedBytes: number; limitBytes: number; leavingBytes: number };

/** With what decides of an upload. */
export type StorageState = Storage & {
  status: Standing['status'];
  /** Uploads that no record has ever named. */
  unnamed: { files: number; bytes: number };
};

export type Fill = 'some' | 'nearly' | 'full';

/** How full the room is: nearly from nine tenths on. */
export function fillOf({ usedBytes, limitBytes }: Pick<Storage, 'usedBytes' | 'limitBytes'>): Fill {
  if (usedBytes >= limitBytes) return 'full';
  return usedBytes >= 0.9 * limitBytes ? 'nearly' : 'some';
}

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** '412 kB', '1.2 GB', '2 TB', with 1,024 bytes to the kB. Rounded down, so that it never says full before it is. */
export function storageWords(bytes: number): string {
  const unit = UNITS.findLastIndex((_, step) => bytes >= 1024 ** (step + 1));
  const amount = bytes / 1024 ** (Math.max(unit, 0) + 1);
  const precision = 10 ** (unit <= 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2);
  return `${(Math.floor(amount * precision) / precision).toLocaleString('en-GB')} ${UNITS[Math.max(unit, 0)]}`;
}

/** Why a file of so many bytes may not come; undefined where it may. */
export function uploadRefusal(storage: StorageState, bytes: number): string | undefined {
  const { usedBytes, limitBytes, unnamed } = storage;
  if (usedBytes + bytes > limitBytes)
    return `${roomWords(storage)}, and ${storageWords(usedBytes)} is used. ${makeRoomWords(storage)}`;
  if (unnamed.files < MAX_UNNAMED.files && unnamed.bytes + bytes <= MAX_UNNAMED.bytes) return undefined;
  return `${unnamed.files.toLocaleString('en-GB')} uploaded files are not saved with any record yet. Please save the forms you have open. What is not saved goes within a day.`;
}

function roomWords({ status, limitBytes }: StorageState): string {
  const room = storageWords(limitBytes);
  if (status === 'active') return `Your plan has room for ${room} of files`;
  return status === 'trialing'
    ? `Your trial has room for ${room} of files`
    : `Without a plan there is room for ${room} of files`;
}

/** What a landlord can do for more room. */
export function makeRoomWords({ status, limitBytes }: Pick<StorageState, 'status' | 'limitBytes'>): string {
  if (limitBytes >= ROOM_BYTES.enterprise) return 'Please delete files that you no longer need.';
  return `Delete files, or choose a ${status === 'active' ? 'larger ' : ''}plan.`;
}
