import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** Returns contents by path, in directory order. Throws for a truncated zip or a duplicate path. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const content = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (content.has(entry.fileName)) throw new Error(`${entry.fileName} is in the zip twice.`);
    content.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return content;
}
