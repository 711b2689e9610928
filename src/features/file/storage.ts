import type { Standing } from '../subscription/standing.ts';

const GB = 1024 ** 3;

/** Storage limits of the plans, in bytes. */
export const QUOTA_BYTES = {
  basic: 5 * GB,
  standard: 20 * GB,
  professional: 100 * GB,
  business: 500 * GB,
  enterprise: 2048 * GB,
};

/** Storage limit during the trial and without a plan, in bytes. */
const TRIAL_BYTES = GB;

/** Limits on uploads not used by any record yet: one form can have 701 files. */
const MAX_UNREFERENCED = { files: 1000, bytes: GB };

/** An unknown paid plan counts as the largest. */
export function quotaBytes({ status, plan }: Pick<Standing, 'status' | 'plan'>): number {
  if (status !== 'active') return TRIAL_BYTES;
  return new Map(Object.entries(QUOTA_BYTES)).get(plan ?? '') ?? QUOTA_BYTES.enterprise;
}

/** `usedBytes` excludes the smaller sizes of photos. `leavingBytes` are in unused files, deleted within a day. */
export type Storage = { usedBytes: number; limitBytes: number; leavingBytes: number };

export type StorageState = Storage & {
  status: Standing['status'];
  /** Uploads never used by any record. */
  unnamed: { files: number; bytes: number };
};

export type Fill = 'some' | 'nearly' | 'full';

export function fillOf({ usedBytes, limitBytes }: Pick<Storage, 'usedBytes' | 'limitBytes'>): Fill {
  if (usedBytes >= limitBytes) return 'full';
  return usedBytes >= 0.9 * limitBytes ? 'nearly' : 'some';
}

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** '412 kB', '1.2 GB', '2 TB', with 1,024 bytes per kB. Rounded down, so that storage never looks full too early. */
export function formatStorage(bytes: number): string {
  const unit = UNITS.findLastIndex((_, step) => bytes >= 1024 ** (step + 1));
  const amount = bytes / 1024 ** (Math.max(unit, 0) + 1);
  const precision = 10 ** (unit <= 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2);
  return `${(Math.floor(amount * precision) / precision).toLocaleString('en-GB')} ${UNITS[Math.max(unit, 0)]}`;
}

/** Returns why the plan has no space for `bytes`; undefined if it has. */
export function quotaRefusal(storage: StorageState, bytes: number): string | undefined {
  const { usedBytes, limitBytes } = storage;
  if (usedBytes + bytes <= limitBytes) return undefined;
  return `${quotaText(storage)}. You have used ${formatStorage(usedBytes)}. ${freeSpaceText(storage)}`;
}

/** Returns why a file of this size is refused; undefined if it is accepted. */
export function uploadRefusal(storage: StorageState, bytes: number): string | undefined {
  const { unnamed } = storage;
  const full = quotaRefusal(storage, bytes);
  if (full) return full;
  if (unnamed.files < MAX_UNREFERENCED.files && unnamed.bytes + bytes <= MAX_UNREFERENCED.bytes) return undefined;
  return `${unnamed.files.toLocaleString('en-GB')} of your uploaded files are not saved with a record yet. Save the forms you have open. We delete unsaved files within a day.`;
}

function quotaText({ status, limitBytes }: StorageState): string {
  const limit = formatStorage(limitBytes);
  if (status === 'active') return `Your plan includes ${limit} of file storage`;
  return status === 'trialing'
    ? `Your trial includes ${limit} of file storage`
    : `You have ${limit} of file storage without a plan`;
}

export function freeSpaceText({ status, limitBytes }: Pick<StorageState, 'status' | 'limitBytes'>): string {
  if (limitBytes >= QUOTA_BYTES.enterprise) return 'Delete files you no longer need.';
  return `Delete files, or choose a ${status === 'active' ? 'larger ' : ''}plan.`;
}
