/** Buffers rows on disk for slow clients. The file is unlinked once open, so it never outlives the process. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** A sequence of lines: byte positions of its compressed blocks, and the number of lines. */
export type Section = { blocks: { at: number; length: number }[]; lines: number };

type Writer = {
  /** Adds lines, which contain no line breaks. */
  add(lines: readonly string[]): Promise<void>;
  end(): Promise<Section>;
};

export type TempFile = {
  /** Begins a section. Several may be open, but their calls must not overlap. */
  begin(): Writer;
  read(section: Section): AsyncGenerator<string[]>;
  close(): Promise<void>;
};

/** Characters compressed together: a compromise between ratio and blocking time. */
const BLOCK_CHARACTERS = 64 * 1024;

/** Creates a private file in `folder`. Writing throws ENOSPC if the disk is full. */
export async function openTempFile(folder: string): Promise<TempFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  let end = 0;

  function begin(): Writer {
    const section: Section = { blocks: [], lines: 0 };
    let pending: string[] = [];
    let size = 0;
    const write = async () => {
      if (pending.length === 0) return;
      const bytes = await compress(pending.join('\n'), { level: constants.Z_BEST_SPEED });
      pending = [];
      size = 0;
      await file.writev([bytes], end);
      section.blocks.push({ at: end, length: bytes.length });
      end += bytes.length;
    };
    return {
      async add(lines) {
        for (const line of lines) {
          pending.push(line);
          size += line.length;
          section.lines += 1;
          if (size >= BLOCK_CHARACTERS) await write();
        }
      },
      async end() {
        await write();
        return section;
      },
    };
  }

  async function* read({ blocks }: Section): AsyncGenerator<string[]> {
    for (const { at, length } of blocks) {
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, { position: at });
      if (bytesRead < length) throw new Error('The temporary file could not be read back');
      yield (await decompress(bytes)).toString().split('\n');
    }
  }

  return { begin, read, close: () => file.close() };
}
