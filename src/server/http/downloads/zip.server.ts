/** Streams a zip with backpressure, one entry after the other. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export type Sum = { bytes: number; sha256: string };

/** Adds an entry. `packed` is false for photos and PDFs, which are compressed already. */
export type Add = (
  path: string,
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  how?: { packed: boolean },
) => Promise<Sum>;

type Plan = { at: Date; signal: AbortSignal };

/** Streams the zip to which `fill` adds entries. If `fill` throws, the stream fails and the zip is incomplete. */
export function zipStream({ at, signal }: Plan, fill: (add: Add) => Promise<void>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const add: Add = async (path, content, { packed } = { packed: true }) => {
    const hash = createHash('sha256');
    let bytes = 0;
    const entry = Readable.from(
      (async function* () {
        for await (const chunk of content) {
          const piece = Buffer.from(chunk as Uint8Array);
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      })(),
      { objectMode: false, highWaterMark: 64 * 1024 },
    );
    zip.addReadStream(entry, path, { mtime: at, mode: 0o100600, compress: packed });
    try {
      await finished(entry, { signal });
    } finally {
      entry.destroy();
    }
    return { bytes, sha256: hash.digest('hex') };
  };
  // An error means that the client has disconnected; `signal` then stops the work.
  output.on('error', () => undefined);
  fill(add).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error as Error),
  );
  return output;
}

/** Adds a stored file without compression. Cancels its content if the zip fails before reading it. */
export async function addStored(add: Add, path: string, content: ReadableStream<Uint8Array>): Promise<Sum> {
  try {
    return await add(path, content, { packed: false });
  } finally {
    if (!content.locked) await content.cancel();
  }
}
