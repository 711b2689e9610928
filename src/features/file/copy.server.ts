/** Stores files from a data download unchanged, after the same checks as an upload. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { sql } from 'kysely';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { checkContent, refusal } from './content.server.ts';
import { type BucketName, bucketOf, FILE_TYPES, isBucket, PHOTO_SIZE_NAMES } from './file.ts';
import { smallerSizes } from './photo/photo.server.ts';
import { readStorage } from './storage.server.ts';
import { quotaRefusal } from './storage.ts';
import { markStored, type NewFile, newPath } from './store.server.ts';
import { discardUpload, pictures, putAll } from './upload.server.ts';

/** A file from a data download. `path` includes its extension; `sizes` names its smaller sizes. */
export type Copied = { bucket: string; path: string; name: string; sizes: readonly string[]; takenAt: string | null };

/** The row of a stored copy, which is cleared after a day unless a record uses it. */
export type StoredCopy = NewFile & { url: string };

/** Locks the account. Throws `quota_exceeded` if the plan has no space for `bytes`. */
export async function assertSpaceFor(db: UserDb, bytes: number): Promise<void> {
  await sql`select app.lock_account()`.execute(db);
  const message = quotaRefusal(await readStorage(db), bytes);
  if (message) throw new AppError('quota_exceeded', { message });
}

/** Returns how this server would store a file from a download; undefined if it does not accept such files. */
export function placeOf({ bucket, path }: Pick<Copied, 'bucket' | 'path'>) {
  const ending = extname(path).slice(1);
  const kind = Object.keys(FILE_TYPES).find((extension): extension is keyof typeof FILE_TYPES => extension === ending);
  if (!kind || !isBucket(bucket) || !bucketOf(bucket).accepts.some((accepted) => accepted === kind)) return undefined;
  return { bucket, kind, contentType: FILE_TYPES[kind] };
}

type Plan = Copied & { owner: string; bytes: Uint8Array };

/** Throws `invalid_input` for content that an upload would not accept, `quota_exceeded`, and the store's errors. */
export async function storeCopy(services: Services, asOwner: AsOwner, plan: Plan): Promise<StoredCopy> {
  const { owner, name, bytes } = plan;
  const place = placeOf(plan);
  if (!place) throw refusal(`We do not store files like ‘${name}’.`);
  const { bucket, kind } = place;
  const path = newPath({ owner, bucket, kind, at: services.clock.now() });
  await checkContent({ bucket, name: path, bytes });
  const small = await sizesOf({ ...plan, bucket });
  const file: NewFile = {
    bucket,
    path,
    name,
    contentType: place.contentType,
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    sizes: Object.keys(small),
    takenAt: plan.takenAt,
  };
  const { url } = await asOwner(async (db) => {
    await assertSpaceFor(db, file.bytes);
    const { contentType, takenAt, ...columns } = file;
    return db
      .insertInto('files')
      .values({ ...columns, content_type: contentType, taken_at: takenAt })
      .returning('url')
      .executeTakeFirstOrThrow();
  });
  try {
    await putAll(services.files, file, { bytes, small });
    await asOwner((db) => markStored(db, url));
  } catch (error) {
    await discardUpload(services, asOwner, { ...file, url });
    throw error;
  }
  return { ...file, url };
}

async function sizesOf({ owner, bytes, sizes }: Plan & { bucket: BucketName }) {
  const requested = PHOTO_SIZE_NAMES.filter((size) => sizes.includes(size));
  if (requested.length === 0) return {};
  const release = await pictures.enter({ owner, most: 1 });
  try {
    return await smallerSizes(bytes, requested);
  } finally {
    release();
  }
}
