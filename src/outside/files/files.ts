/** Port for uploads. Tenure generates their paths, '{bucket}/{userId}/{name}'. */
import { AppError } from '../../shared/app-error.ts';

/** Zero-based, both ends included. */
export type ByteRange = { start: number; end: number };

export type Files = {
  /** Stores atomically and durably. Throws if `path` exists, or AppError `insufficient_storage` or `unavailable`. */
  put(path: string, file: { bytes: Uint8Array; contentType: string }): Promise<void>;
  /** Streams the file or `range`; undefined without a file. Throws AppError `unavailable`, also from the stream. */
  get(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Deletes the file if it exists. Throws AppError `unavailable`. */
  remove(path: string): Promise<void>;
  /** Throws AppError `unavailable` if the store cannot be used. */
  check(): Promise<void>;
};

/** Returns the segments of a path. Throws if the path leads outside the store, which would be a bug. */
export function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (/[\0\\]/.test(path) || steps.some((step) => ['', '.', '..'].includes(step))) {
    throw new Error('A path is outside the file store');
  }
  return steps;
}

export function storeUnavailable(cause: unknown): AppError {
  const message = 'We cannot reach the file store just now. Try again in a moment.';
  return new AppError('unavailable', { message, cause });
}

/** Returns the error for a duplicate path, which would be a bug, as names are random. */
export function alreadyExists(path: string): Error {
  return new Error(`A file already exists at ${path}`);
}
