/** Reading a zip as any program would. */
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** What lies in it, by path, in the order of its directory. Throws where it is cut short or says a thing twice. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { strictFileNames: true });
  const content = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    if (content.has(entry.fileName)) throw new Error(`${entry.fileName} lies in the zip twice.`);
    content.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return content;
}
