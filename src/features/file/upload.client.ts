import type { ClientResponse } from 'hono/client';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { HEIC_UNREAD, isHeic, isPicture, longestSide, nameToSend, refusalOf, TOO_LARGE } from './choice.ts';
import { type BucketName, bucketOf, FILE_MESSAGES, MAX_FILE_BYTES, type StoredFile, savedName } from './file.ts';
import { cameraTimeIn, jpegHeadWith, tiffIn } from './photo/exif-time.ts';
import type { ScaleRequest, ScaleResult } from './photo/scale-worker.client.ts';

/** `share` is the progress from 0 to 1, undefined while scaling. `again` is true if a retry may succeed. */
type Attempt = {
  file: File;
  ready?: File | undefined;
} & ({ is: 'uploading'; share?: number } | { is: 'failed'; reason: string; again: boolean });

/** Errors after which a retry with the same file would fail again. */
export const NOT_RETRYABLE: readonly ErrorCode[] = ['invalid_input', 'payload_too_large'];

type Options = {
  bucket: BucketName;
  onStored: (file: StoredFile) => void;
  /** Called with true when an upload starts and false when it ends, including on unmount. */
  onBusy?: ((busy: boolean) => void) | undefined;
};

export function useUpload({ bucket, onStored, onBusy }: Options) {
  const [attempt, setAttempt] = useState<Attempt>();
  const running = useRef<AbortController>(undefined);
  // Form rows can move during an upload, so the latest callback receives the result.
  const latest = useRef(onStored);
  useLayoutEffect(() => {
    latest.current = onStored;
  });

  const busy = attempt?.is === 'uploading';
  const reportBusy = useEffectEvent((now: boolean) => onBusy?.(now));
  useEffect(() => {
    if (!busy) return undefined;
    reportBusy(true);
    return () => reportBusy(false);
  }, [busy]);
  useEffect(() => () => running.current?.abort(), []);

  const stop = () => {
    running.current?.abort();
    setAttempt(undefined);
  };
  const start = async (files: File[]) => {
    const [file, ...others] = files;
    if (!file) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const show = (next: Attempt | undefined) => {
      if (!signal.aborted) setAttempt(next);
    };
    let ready: File | undefined;
    const refuse = (reason: string) => show({ is: 'failed', file, ready, reason, again: false });

    const refusal = refusalOf([file, ...others], bucket);
    if (refusal) return refuse(refusal);
    show({ is: 'uploading', file });
    try {
      ready = await scaled(file, bucket, signal);
      if (!ready) return refuse(HEIC_UNREAD);
      if (ready.size > MAX_FILE_BYTES) return refuse(TOO_LARGE);
      show({ is: 'uploading', file, ready });
      const onProgress = (share: number) => show({ is: 'uploading', file, ready, share });
      const stored = await upload({ bucket, file: ready, onProgress, signal });
      if (signal.aborted) return;
      show(undefined);
      latest.current(stored);
      toast.success(FILE_MESSAGES.uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, details } = error instanceof AppError ? error : new AppError('internal');
      const reason = details.fields?.file ?? message;
      show({ is: 'failed', file, ready, reason, again: !NOT_RETRYABLE.includes(code) });
      const title = isConnectionLost(error) ? FILE_MESSAGES.failed : FILE_MESSAGES.refused;
      if (code !== 'trial_expired') toast.error(title, { description: reason });
    }
  };
  return { attempt, start: (files: File[]) => void start(files), stop };
}

/** Checks, scales and uploads one file. Throws AppError with the reason. */
export async function uploadFile({ file, ...options }: Upload): Promise<StoredFile> {
  const refusal = refusalOf([file], options.bucket);
  if (refusal) throw new AppError('invalid_input', { message: refusal });
  const ready = await scaled(file, options.bucket, options.signal);
  if (!ready) throw new AppError('invalid_input', { message: HEIC_UNREAD });
  if (ready.size > MAX_FILE_BYTES) throw new AppError('payload_too_large', { message: TOO_LARGE });
  return upload({ ...options, file: ready });
}

type Upload = {
  bucket: BucketName;
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Rejects with AppError or the signal's reason. Resends the file if the person had to sign in again. */
async function upload(options: Upload): Promise<StoredFile> {
  return withSession(() => read(sendRequest(options) as Promise<Stored>));
}

type Stored = ClientResponse<StoredFile, 201, 'json'>;

/** Whether the server was unreachable, rather than refusing the file. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable' && error.details.cause !== undefined;
}

/** Resolves with any response; rejects if there is none. */
async function sendRequest({ bucket, file, onProgress, signal }: Upload): Promise<Response> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    const request = new XMLHttpRequest();
    // Unlike URLSearchParams, encodeURIComponent throws for lone surrogates.
    request.open('POST', `/api/files/${bucket}?${new URLSearchParams({ name: nameToSend(file) })}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener('error', () => reject(new Error('The connection ended before the answer')));
    request.addEventListener('abort', stop);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/**
 * Scales an image to the longest side of its bucket, upright, as JPEG. In dated buckets, it keeps the camera's time.
 * Returns the same file if it is small enough, not an image, or unreadable, which the server then reports. HEIC always
 * becomes JPEG; returns undefined if the browser cannot convert it.
 */
async function scaled(file: File, bucket: BucketName, signal: AbortSignal): Promise<File | undefined> {
  if (!isPicture(file)) return file;
  const always = isHeic(file);
  const jpeg = await scaleInWorker({ file, longest: longestSide(bucket), always }, signal);
  if (!jpeg) return always ? undefined : file;
  const parts = bucketOf(bucket).dated ? await withCameraTime(file, jpeg) : [jpeg];
  return new File(parts, savedName({ name: file.name, contentType: jpeg.type }), { type: jpeg.type });
}

async function withCameraTime(original: File, jpeg: Blob): Promise<BlobPart[]> {
  const tiff = tiffIn(new Uint8Array(await original.arrayBuffer()));
  const time = tiff && cameraTimeIn(tiff);
  return time ? [jpegHeadWith(time), jpeg.slice(2)] : [jpeg];
}

/** Uses a worker per image, so that its memory, up to several hundred megabytes, is freed afterwards. */
async function scaleInWorker(request: ScaleRequest, signal: AbortSignal): Promise<ScaleResult> {
  const worker = new Worker(new URL('./photo/scale-worker.client.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<ScaleResult>((resolve, reject) => {
      port1.addEventListener('message', ({ data }: MessageEvent<ScaleResult>) => resolve(data));
      port1.start();
      // If the worker fails to start, the image is sent unscaled.
      worker.addEventListener('error', () => resolve(null));
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      worker.postMessage(request, [port2]);
    });
  } finally {
    worker.terminate();
    port1.close();
  }
}
