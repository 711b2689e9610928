/** Keeping an upload: checked, re-encoded where it is a picture, listed, stored, and only then served. No transaction waits for the store. */
import { createHash } from 'node:crypto';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { checkContent, type Kind } from './content.server.ts';
import { type BucketName, bucketOf, FILE_TYPES, keptName, MAX_FILE_BYTES, type StoredFile } from './file.ts';
import { clearFilesSoon } from './jobs.server.ts';
import { AT_ONCE, type Picture, preparePhoto, prepareScan } from './photo.server.ts';
import { dropFile, type ListedFile, listFile, markStored, newPath, noteStray, pathOf } from './store.server.ts';
import { cutOff, turns } from './turns.server.ts';

/** Every picture is worked on here, whichever API it came by. One landlord has one place, so that another is free for others. */
const pictures = turns({ places: AT_ONCE });

/** The room for uploads, each up to 20 MB in memory. */
export const uploadRoom = () => turns({ places: 16, line: 50 });

/** Runs work as the landlord who uploads, in a transaction of its own. */
type AsOwner = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

type Upload = {
  owner: string;
  bucket: BucketName;
  /** As the file is called on the landlord's machine. */
  name: string;
  bytes: Uint8Array;
  /** Aborted when whoever uploads has gone. */
  signal?: AbortSignal;
};

/** Throws `invalid_input` with a sentence for `file`, `storage_limit`, `storage_full` or `unavailable`; then nothing of it is kept. */
export async function keepUpload(services: Services, asOwner: AsOwner, upload: Upload): Promise<StoredFile> {
  const { owner, bucket } = upload;
  const name = keptName(upload.name);
  const { kind, picture } = await prepare({ ...upload, name });
  const file: ListedFile = {
    bucket,
    path: newPath({ owner, bucket, kind, at: services.clock.now() }),
    name,
    contentType: FILE_TYPES[kind],
    bytes: picture.bytes.byteLength,
    sha256: createHash('sha256').update(picture.bytes).digest('hex'),
    sizes: Object.keys(picture.small),
  };
  const listed = await asOwner((db) => listFile(db, file));
  try {
    await putAll(services.files, file, picture);
    await asOwner((db) => markStored(db, listed.url));
  } catch (error) {
    await giveUp(services, asOwner, { ...file, url: listed.url });
    throw error;
  }
  return listed;
}

/** The bytes as they will be kept, and what they are then. */
async function prepare(upload: Upload): Promise<{ kind: Kind; picture: Picture }> {
  const kind = await checkContent(upload);
  const { bytes, bucket, owner, signal } = upload;
  if (kind !== 'jpg' && kind !== 'png') return { kind, picture: { bytes, small: {} } };
  const leave = await pictures.enter({ owner, most: 1, ...(signal && { signal }) });
  try {
    if (bucketOf(bucket).photo) return { kind: 'jpg', picture: await preparePhoto(bytes) };
    return { kind, picture: await prepareScan(bytes, kind) };
  } finally {
    leave();
  }
}

async function putAll(files: Services['files'], file: ListedFile, { bytes, small }: Picture): Promise<void> {
  const { contentType } = file;
  await files.put(pathOf(file), { bytes, contentType });
  for (const [size, picture] of Object.entries(small))
    await files.put(pathOf(file, size), { bytes: picture, contentType });
}

/** Off the list again. A file that has reached the store already is noted with that, and a job takes it away. */
async function giveUp(services: Services, asOwner: AsOwner, file: ListedFile & { url: string }): Promise<void> {
  try {
    await asOwner((db) => dropFile(db, file.url)).catch(unlessSignedOut);
    await noteStray(services.jobsPool, file);
    await clearFilesSoon(services);
  } catch (error) {
    // It stays on the list unserved until the clearing after a day.
    services.log.warn({ err: error }, 'An upload that failed could not be taken off the list of files');
  }
}

function unlessSignedOut(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'unauthenticated')) throw error;
}

/** Milliseconds an upload may take altogether, and may pause. A phone on a slow line sends 20 MB in less. */
export type ReceiveLimits = { milliseconds?: number; silence?: number };

/** Reads the body whole. Throws `too_large`, `too_slow`, or `bad_request` when it ends before its end. */
export async function receiveBytes(request: Request, limits: ReceiveLimits): Promise<Buffer> {
  const { milliseconds = 5 * 60_000, silence = 30_000 } = limits;
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new AppError('too_slow', { message: 'The upload took too long. Please try again.' }));
    timers.push(setTimeout(tooSlow, milliseconds), setTimeout(tooSlow, silence));
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(rejectCutOff), late]);
      if (done) break;
      timers[1]?.refresh();
      bytes += value.byteLength;
      // A client that is answered while it still sends may never read the answer, so a little too much is read and thrown away.
      if (bytes > 2 * MAX_FILE_BYTES) throw tooLarge();
      if (bytes > MAX_FILE_BYTES) chunks.length = 0;
      else chunks.push(value);
    }
  } finally {
    timers.forEach(clearTimeout);
  }
  if (bytes > MAX_FILE_BYTES) throw tooLarge();
  if (announced !== null && bytes !== Number(announced)) throw cutOff(undefined);
  return Buffer.concat(chunks);
}

function tooLarge(): AppError {
  return new AppError('too_large', { message: 'This file is larger than 20 MB.' });
}

function rejectCutOff(cause: unknown): never {
  throw cutOff(cause);
}
