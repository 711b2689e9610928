import { fromBufferPromise } from 'yauzl';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner } from '../../server/session/with-user.server.ts';
import { AppError, isRefusal } from '../../shared/app-error.ts';
import { storeUpload } from '../file/upload.server.ts';
import { MAX_FILES } from '../import-file/kinds.ts';
import { REFUSED } from '../import-file/read/refusals.ts';
import { plainFileName } from '../import-row/rules/kinds/certificate.ts';

export const ZIP_LIMITS = { files: MAX_FILES, each: 20 * 1024 * 1024, all: 200 * 1024 * 1024 };

type ZipFile = { name: string; bytes: Buffer };

const refuse = (message: string) => new AppError('invalid_input', { message });

/** Folders, hidden files, and metadata of macOS and Windows. */
const isSkipped = (path: string) => /\/$|^__MACOSX\/|(?:^|\/)(?:\.[^/]*|Thumbs\.db)$/.test(path);

/** Yields the files one at a time. Counts real sizes, as declared sizes are not trusted. Throws `invalid_input`. */
export async function* filesOfZip(zip: Buffer, limits = ZIP_LIMITS): AsyncGenerator<ZipFile> {
  if (!zip.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))) throw refuse(REFUSED.notZip);
  const seen = new Set<string>();
  let size = 0;
  try {
    // `decodeStrings` rejects absolute paths, '..' and backslashes. The catch block turns its errors into reasons.
    const entries = await fromBufferPromise(zip, { decodeStrings: true, validateEntrySizes: true });
    for await (const entry of entries.eachEntry()) {
      const path = entry.fileName;
      if (isSkipped(path)) continue;
      const name = plainFileName(path);
      if (seen.has(name)) throw refuse(REFUSED.sameNames);
      if (seen.add(name).size > limits.files) throw refuse(REFUSED.tooManyFiles);
      const chunks: Buffer[] = [];
      let own = 0;
      const stream: AsyncIterable<Buffer> = await entries.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        own += chunk.byteLength;
        size += chunk.byteLength;
        if (own > limits.each || size > limits.all) throw refuse(REFUSED.largeFiles);
        chunks.push(chunk);
      }
      yield { name: path.split('/').at(-1) ?? path, bytes: Buffer.concat(chunks) };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuse(
      /invalid relative path|absolute path|invalid characters in fileName/.test(String(error))
        ? REFUSED.outside
        : REFUSED.damagedZip,
    );
  }
}

type Zip = { owner: string; bytes: Buffer; signal: AbortSignal };

/** Stores certificate files. Returns URLs by `plainFileName`. Throws `invalid_input` with the file's name. */
export async function storeZip(
  services: Services,
  asOwner: AsOwner,
  { owner, bytes: zip, signal }: Zip,
): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
  for await (const { name, bytes } of filesOfZip(zip)) {
    const upload = { owner, bucket: 'property-certificates' as const, name, bytes, signal };
    const { url } = await storeUpload(services, asOwner, upload).catch((error: unknown) => {
      if (!isRefusal(error, 'invalid_input')) throw error;
      throw refuse(`‘${name.slice(0, 100)}’: ${Object.values(error.details.fields ?? {})[0] ?? error.message}`);
    });
    urls[plainFileName(name)] = url;
  }
  return urls;
}
