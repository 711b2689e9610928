/** Where uploads lie: a port in our words. Paths are '{bucket}/{userId}/{name}', made by us and never by a person. */

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
   * that cannot go on fails, so that whoever reads it knows.
   */
  get(path: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Takes it away; nothing there is fine. Throws AppError `unavailable`. */
  remove(path: string): Promise<void>;
  /** Throws when files can be neither written nor read just now. */
  check(): Promise<void>;
};
