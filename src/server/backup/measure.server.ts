/** Rows, bytes and checksum of what passes by. */
import { createHash } from 'node:crypto';
import type { Sum } from './manifest.ts';

const LINE_END = 0x0a;

/** In COPY's text a line end within a value is written as two other characters, so lines are rows. */
export function measure(): { add(bytes: Buffer): void; sum(): Sum } {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
    },
    sum: () => ({ rows, bytes, sha256: hash.digest('hex') }),
  };
}

export async function measured(source: AsyncIterable<Buffer>): Promise<Sum> {
  const { add, sum } = measure();
  for await (const chunk of source) add(chunk);
  return sum();
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The same whether or not `rows` were counted: a file has none. */
export function isSame(found: Omit<Sum, 'rows'> | undefined, noted: Omit<Sum, 'rows'> | undefined): boolean {
  return found !== undefined && found.bytes === noted?.bytes && found.sha256 === noted.sha256;
}
