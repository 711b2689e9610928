/** Where uploads lie: a port in our words. Paths are '{bucket}/{userId}/{name}', made by us and never by a person. */
import { AppError } from '../../shared/app-error.ts';

/** Bytes `start` to `end`, both included, counted from 0. */
export type ByteRange = { start: number; end: number };

export type Files = {
  /**
   * Keeps the bytes under `path`, whole or not at all, and comes back when they are safe. Nothing is overwritten: throws when
   * something lies there. Throws AppError `storage_full` or `unavailable`.
   */
  put(path: string, file: { bytes: Uint8Array; contentType: string }): Promise<void>;
  /**
   * The bytes, or those of `range`, as they come; undefined when nothing lies there. Throws AppError `unavailable`. A stream
   * that cannot go on fails, so that its reader knows.
   */
  get(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Takes it away; nothing there is fine. Throws AppError `unavailable`. */
  remove(path: string): Promise<void>;
  /** Throws when files can be neither written nor read just now. */
  check(): Promise<void>;
};

/** The steps of a path. Throws when it could lead out of the store: we make paths, so that would be a mistake of ours. */
export function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (/[\0\\]/.test(path) || steps.some((step) => ['', '.', '..'].includes(step))) {
    throw new Error('A path leads out of the file store');
  }
  return steps;
}

export function storeAway(cause: unknown): AppError {
  const message = 'We cannot reach the file store just now. Please try again in a moment.';
  return new AppError('unavailable', { message, cause });
}

/** Nothing is overwritten; names are random, so this is a mistake of ours too. */
export function somethingLies(path: string): Error {
  return new Error(`Something lies at ${path} already`);
}
