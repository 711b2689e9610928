/** Writing and reading a gzipped tar as a stream: one entry at a time, nothing held. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';

export type Archive = {
  add(name: string, content: string | Buffer): Promise<void>;
  /** `size` is exactly how many bytes `content` has. */
  addStream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
};

/** Makes `file` (mode 0600) of what `fill` adds. On the disk when it comes back; whoever asked removes what a failure leaves. */
export async function writeArchive(
  { file, signal }: { file: string; signal: AbortSignal },
  fill: (archive: Archive) => Promise<void>,
): Promise<void> {
  // Opened first: a stream opens by itself later, and one that is stopped before would make the file when it was removed already.
  const target = await open(file, 'wx', 0o600);
  const tar = pack();
  // Beside a running server, time counts for more than the last tenth of the size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const written = pipeline(tar, gzip, target.createWriteStream({ flush: true }), { signal });
  written.catch(() => undefined); // awaited below
  const begin = (name: string, size: number) => {
    let end: (error?: Error | null) => void;
    const added = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    added.catch(() => undefined); // so is this, unless its content fails first
    return { entry: tar.entry({ name, size, mode: 0o600 }, (error) => end(error)), added };
  };
  try {
    await fill({
      async add(name, content) {
        const bytes = Buffer.from(content);
        const { entry, added } = begin(name, bytes.length);
        entry.end(bytes);
        await added;
      },
      async addStream(name, size, content) {
        const { entry, added } = begin(name, size);
        for await (const chunk of content) {
          if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), added]);
        }
        entry.end(null);
        await added;
      },
    });
    tar.finalize();
  } catch (error) {
    // When writing failed, that is the reason and `written` tells it; else what we were to write was not to be had.
    tar.destroy(error as Error);
  }
  await written;
}

export type ArchiveEntry = { header: Header; body: AsyncIterable<Buffer> };

/** The entries of `file`, in order. Each body can be read until the next entry is asked for. */
export async function* readArchive(file: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar, { signal });
  read.catch(() => undefined); // awaited below, and the loop hears of it too
  for await (const entry of tar) {
    yield { header: entry.header, body: entry as AsyncIterable<Buffer> };
    entry.resume();
  }
  await read;
}
