/** Serves files privately with our own media type, whole or as a range, with scripts disabled. */
import type { Context } from 'hono';
import type { ByteRange } from '../../outside/files/files.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { FILE_TYPES, type PhotoSize, savedName } from './file.ts';
import { type ListedFile, pathOf } from './store.server.ts';

/** Types that are shown inline; others are downloaded. */
const INLINE_TYPES: ReadonlySet<string> = new Set([FILE_TYPES.pdf, FILE_TYPES.jpg, FILE_TYPES.png]);

const NO_SCRIPTS = "default-src 'none'; sandbox; base-uri 'none'; frame-ancestors 'none'";
// A sandbox would block PDFs in Safari, and older Chromium needs `object` and inline styles. Scripts stay blocked.
const PDF_VIEWER =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a file or a smaller size. Throws `not_found` for a missing size, `unavailable` if the store has no bytes. */
export async function sendFile(
  { files }: Pick<Services, 'files'>,
  c: Context<AppEnv>,
  { file, size }: { file: ListedFile; size: PhotoSize | undefined },
): Promise<Response> {
  if (size && !file.sizes.includes(size)) throw new AppError('not_found');
  const etag = `"${file.sha256}${size ? `-${size}` : ''}"`;
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    'content-security-policy': file.contentType === FILE_TYPES.pdf ? PDF_VIEWER : NO_SCRIPTS,
  };
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  const described = { ...headers, 'content-type': file.contentType, 'content-disposition': disposition(file) };
  const store = { files, c, path: pathOf(file, size) };
  if (size) {
    // The length of a smaller size is not stored, so it is read first.
    const bytes = await new Response(await open(store)).arrayBuffer();
    return c.body(bytes, 200, { ...described, 'content-length': String(bytes.byteLength) });
  }
  const range = requestedRange(c, { etag, bytes: file.bytes });
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  const length = end - start + 1;
  const full = {
    ...described,
    'accept-ranges': 'bytes',
    'content-length': String(length),
    ...(range && { 'content-range': `bytes ${start}-${end}/${file.bytes}` }),
  };
  if (c.req.method === 'HEAD') return c.body(null, 200, full);
  return c.body(whole(store, await open(store, range), length), range ? 206 : 200, full);
}

type Store = { files: Services['files']; c: Context<AppEnv>; path: string };

async function open({ files, c, path }: Store, range?: ByteRange): Promise<ReadableStream<Uint8Array>> {
  const stream = await files.get(path, range);
  if (stream) return stream;
  // The file has a row, so its bytes are lost. The operator needs to see this in the log.
  c.var.log().error({ file: path }, 'A stored file is missing from the store');
  throw new AppError('unavailable', { message: 'We cannot open this file just now. Try again in a moment.' });
}

/** Streams the bytes. If they end early, the connection is destroyed, so that the browser reports a failed download. */
function whole({ c, path }: Store, stream: ReadableStream<Uint8Array>, length: number): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let sent = 0;
  let cancelled = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        sent += value?.byteLength ?? 0;
        if (sent > length || (done && sent < length)) throw new Error(`${sent} of ${length} bytes are in the store`);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (cancelled) return;
        c.var.log().error({ err: error, file: path }, 'A file could not be sent completely');
        c.env.outgoing.destroy();
      }
    },
    cancel: (reason) => {
      cancelled = true;
      return reader.cancel(reason);
    },
  });
}

/**
 * Returns the requested range. Undefined means the whole file, as for a header that is invalid, has several ranges or
 * is for another version.
 */
function requestedRange(c: Context<AppEnv>, { etag, bytes }: { etag: string; bytes: number }) {
  const version = c.req.header('if-range');
  const [, first, last] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/.exec(c.req.header('range') ?? '') ?? [];
  if (c.req.method === 'HEAD' || (version && version !== etag) || !(first || last)) return undefined;
  if (first && last && Number(first) > Number(last)) return undefined;
  // 'bytes=-500' means the last 500.
  const start = first ? Number(first) : Math.max(0, bytes - Number(last));
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  return start > end ? 'unsatisfiable' : { start, end };
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = header?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*') ?? false;
}

/** Returns an ASCII name, and the full name if it has other characters (RFC 6266). */
function disposition(file: ListedFile): string {
  const name = savedName(file);
  const ascii = name.replace(/[^ -~]/gu, '_');
  const plain = `${INLINE_TYPES.has(file.contentType) ? 'inline' : 'attachment'}; filename="${ascii.replace(/["\\]/g, '\\$&')}"`;
  // Some browsers decode '%41' in the plain name.
  if (ascii === name && !/%[\da-f]{2}/i.test(name)) return plain;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${plain}; filename*=UTF-8''${encoded}`;
}
