/** Stores an upload: check, re-encode images, add the row, store the bytes. No transaction is open while storing. */
import { createHash } from 'node:crypto';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { checkContent, type Kind } from './content.server.ts';
import { type BucketName, bucketOf, FILE_TYPES, keptName, MAX_FILE_BYTES, type StoredFile } from './file.ts';
import { requestFileClearing } from './jobs.server.ts';
import { MAX_CONCURRENT, type Picture, preparePhoto, prepareScan } from './photo/photo.server.ts';
import { takenAt } from './photo/taken.server.ts';
import {
  dropFile,
  type ListedFile,
  listFile,
  markStored,
  type NewFile,
  newPath,
  pathOf,
  queueOrphanRemoval,
} from './store.server.ts';
import { cutOff, fairSemaphore } from './thread/fair-semaphore.server.ts';

/** Shared by all APIs that process images. A landlord takes at most one slot. */
export const pictures = fairSemaphore({ slots: MAX_CONCURRENT });

/** Each upload takes up to 20 MB of memory. */
export const uploadSemaphore = () => fairSemaphore({ slots: 16, maxPerOwner: 50 });

type Uploader = { owner: string; most: number };
type Received = { owner: string; bytes: Buffer; signal: AbortSignal };

/** Waits for a slot, held until `work` ends, and reads the body. Throws `unavailable`, or as `receiveBytes` does. */
export function uploadReceiver(limits: ReceiveLimits) {
  const semaphore = uploadSemaphore();
  return async <T>(request: Request, uploader: Uploader, work: (upload: Received) => Promise<T>): Promise<T> => {
    const { signal } = request;
    const release = await semaphore.enter({ ...uploader, signal });
    try {
      return await work({ owner: uploader.owner, bytes: await receiveBytes(request, limits), signal });
    } finally {
      release();
    }
  };
}

type Upload = {
  owner: string;
  bucket: BucketName;
  name: string;
  bytes: Uint8Array;
  /** Stores an image as JPEG in several sizes, as in photo buckets. */
  photo?: true;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
};

/** Throws `invalid_input` at `file`, `quota_exceeded`, `insufficient_storage` or `unavailable`. */
export async function storeUpload(services: Services, asOwner: AsOwner, upload: Upload): Promise<StoredFile> {
  const { clock } = services;
  const { owner, bucket } = upload;
  const name = keptName(upload.name);
  const { kind, picture } = await prepare({ ...upload, name });
  const file: NewFile = {
    bucket,
    path: newPath({ owner, bucket, kind, at: clock.now() }),
    name,
    contentType: FILE_TYPES[kind],
    bytes: picture.bytes.byteLength,
    sha256: createHash('sha256').update(picture.bytes).digest('hex'),
    sizes: Object.keys(picture.small),
    takenAt: bucketOf(bucket).dated ? await takenAt(upload.bytes, clock.now()) : null,
  };
  const listed = await asOwner((db) => listFile(db, file));
  try {
    await putAll(services.files, file, picture);
    await asOwner((db) => markStored(db, listed.url));
  } catch (error) {
    await discardUpload(services, asOwner, { ...file, url: listed.url });
    throw error;
  }
  return listed;
}

async function prepare(upload: Upload): Promise<{ kind: Kind; picture: Picture }> {
  const kind = await checkContent(upload);
  const { bytes, bucket, owner, photo, signal } = upload;
  if (kind !== 'jpg' && kind !== 'png') return { kind, picture: { bytes, small: {} } };
  const release = await pictures.enter({ owner, most: 1, ...(signal && { signal }) });
  try {
    if (photo || bucketOf(bucket).photo) return { kind: 'jpg', picture: await preparePhoto(bytes) };
    return { kind, picture: await prepareScan(bytes, kind) };
  } finally {
    release();
  }
}

export async function putAll(files: Services['files'], file: ListedFile, { bytes, small }: Picture): Promise<void> {
  const { contentType } = file;
  await files.put(pathOf(file), { bytes, contentType });
  for (const [size, picture] of Object.entries(small))
    await files.put(pathOf(file, size), { bytes: picture, contentType });
}

/** Deletes the row of a failed upload; bytes already stored are queued for removal. */
export async function discardUpload(
  services: Services,
  asOwner: AsOwner,
  file: ListedFile & { url: string },
): Promise<void> {
  try {
    await asOwner((db) => dropFile(db, file.url)).catch(ignoreSignedOut);
    await queueOrphanRemoval(services.jobsPool, file);
    await requestFileClearing(services);
  } catch (error) {
    // The row stays unserved until it is cleared after a day.
    services.log.warn({ err: error }, 'Could not delete the row of a failed upload');
  }
}

function ignoreSignedOut(error: unknown): void {
  if (!(error instanceof AppError && /^(?:unauthenticated|no_account)$/.test(error.code))) throw error;
}

/** Total and idle timeouts in milliseconds. The defaults suffice for 20 MB from a phone on a slow connection. */
export type ReceiveLimits = { milliseconds?: number; silence?: number };

/** Reads the whole body. Throws `payload_too_large`, `request_timeout`, or `bad_request` if it is incomplete. */
export async function receiveBytes(request: Request, limits: ReceiveLimits): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  await receiveChunks(request, limits, (chunk) => {
    bytes += chunk.byteLength;
    // Some clients read the response only after sending the whole body, so up to 20 MB more are discarded.
    if (bytes > 2 * MAX_FILE_BYTES) throw tooLarge();
    if (bytes > MAX_FILE_BYTES) chunks.length = 0;
    else chunks.push(chunk);
  });
  if (bytes > MAX_FILE_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Reads the body in chunks. Throws `request_timeout`, or `bad_request` if it is incomplete. */
export async function receiveChunks(
  request: Request,
  { milliseconds = 5 * 60_000, silence = 30_000 }: ReceiveLimits,
  take: (chunk: Uint8Array) => Promise<void> | void,
): Promise<void> {
  const announced = request.headers.get('content-length');
  if (!request.body) return;
  const reader = request.body.getReader();
  let bytes = 0;
  const timers: NodeJS.Timeout[] = [];
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () => reject(new AppError('request_timeout', { message: 'The upload took too long. Try again.' }));
    timers.push(setTimeout(tooSlow, milliseconds), setTimeout(tooSlow, silence));
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read().catch(rejectCutOff), late]);
      if (done) break;
      timers[1]?.refresh();
      bytes += value.byteLength;
      await take(value);
    }
  } finally {
    timers.forEach(clearTimeout);
  }
  if (announced !== null && bytes !== Number(announced)) throw cutOff(undefined);
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: 'This file is larger than 20 MB. Choose a smaller file.' });
}

function rejectCutOff(cause: unknown): never {
  throw cutOff(cause);
}
