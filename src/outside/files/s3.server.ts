/** Uploads in an S3-compatible bucket with path-style URLs. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { alreadyExists, type Files, stepsOf, storeUnavailable } from './files.ts';
import { type S3Key, signed } from './signature.server.ts';

export type S3Place = S3Key & { endpoint: string; bucket: string };

type S3Request = { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer>; timeoutMs?: number };

const MAX_ATTEMPTS = 3;
/** Maximum wait for the start of a response, over all attempts. Enough to upload 20 MB over a slow connection. */
const TIMEOUT_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;

/** `isEmpty` checks the whole bucket. It throws like the other functions. */
export function s3Files(place: S3Place): Files & { isEmpty(): Promise<boolean> } {
  const send = requester(place);
  return {
    // If-None-Match prevents overwriting. For stores that ignore it, the HEAD request suffices, as names are random.
    async put(path, { bytes, contentType }) {
      const key = keyOf(path);
      const existing = await send('HEAD', key);
      if (existing.ok) throw alreadyExists(path);
      if (existing.status !== 404) throw await refusal(existing);
      const answer = await send('PUT', key, {
        headers: { 'content-type': contentType, 'if-none-match': '*', 'x-amz-content-sha256': sha256(bytes) },
        body: new Uint8Array(bytes),
      });
      if (!answer.ok) throw await refusal(answer);
      await answer.body?.cancel();
    },
    async get(path, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const answer = await send('GET', keyOf(path), headers && { headers });
      if (answer.status !== (range ? 206 : 200)) return undefinedIfMissing(answer);
      const length = answer.headers.get('content-length');
      const contentLength = length === null ? undefined : Number(length);
      return answer.body ? assertLength(answer.body, range ? range.end + 1 - range.start : contentLength) : undefined;
    },
    async remove(path) {
      const answer = await send('DELETE', keyOf(path));
      if (!answer.ok) await undefinedIfMissing(answer);
      await answer.body?.cancel();
    },
    async check() {
      const answer = await send('HEAD', '', { timeoutMs: CHECK_TIMEOUT_MS });
      if (!answer.ok) throw await refusal(answer);
    },
    async isEmpty() {
      const answer = await send('GET', '?list-type=2&max-keys=1');
      if (!answer.ok) throw await refusal(answer);
      return !(await answer.text()).includes('<Key>');
    },
  };
}

/** Returns a function that sends requests with retries. `key` may include a query. Throws AppError `unavailable`. */
function requester(place: S3Place) {
  const base = `${place.endpoint.replace(/\/+$/, '')}/${encoded(place.bucket)}`;
  return async (
    method: string,
    key: string,
    { timeoutMs = TIMEOUT_MS, ...init }: S3Request = {},
  ): Promise<Response> => {
    const url = base + key;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error('The file store did not respond in time')), timeoutMs);
    try {
      for (let attempt = 1; ; attempt++) {
        const headers = signed(place, { method, url, headers: init.headers ?? {}, at: new Date() });
        const options = { ...init, method, headers, redirect: 'manual', signal: timeout.signal } as const;
        const answer = await fetch(url, options).catch((error: unknown) => {
          if (attempt === MAX_ATTEMPTS || timeout.signal.aborted) throw storeUnavailable(error);
        });
        if (answer && ((answer.status < 500 && answer.status !== 429) || attempt === MAX_ATTEMPTS)) return answer;
        await answer?.body?.cancel();
        await delay(50 * 2 ** attempt * (1 + Math.random()));
      }
    } finally {
      // Reading the body has no timeout.
      clearTimeout(timer);
    }
  };
}

const keyOf = (path: string) => `/${stepsOf(path).map(encoded).join('/')}`;

/** Encodes as S3 signs (RFC 3986). encodeURIComponent leaves five more characters unencoded. */
function encoded(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Returns undefined if the key does not exist; throws for any other failure. */
async function undefinedIfMissing(answer: Response): Promise<undefined> {
  const code = await codeOf(answer);
  if (answer.status === 404 && code === 'NoSuchKey') return undefined;
  throw refused(answer, code);
}

async function refusal(answer: Response): Promise<AppError> {
  return refused(answer, await codeOf(answer));
}

const FULL = ['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded'];

function refused({ status }: Response, code: string | undefined): AppError {
  // The message has only the code, as the body may contain keys and signatures.
  const cause = new Error(`The file store returned ${status} ${code ?? ''}`.trim());
  if (status === 507 || (code && FULL.includes(code))) return new AppError('insufficient_storage', { cause });
  return storeUnavailable(cause);
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text().catch(() => ''); // the status is enough
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
}

/** Passes the body through. The stream fails if the connection is lost or the length differs from `expected`. */
function assertLength(body: ReadableStream<Uint8Array>, expected: number | undefined): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let count = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (value) {
            count += value.length;
            controller.enqueue(value);
          }
          if (!done) return;
          if (count !== (expected ?? count)) throw new Error(`The file ended at byte ${count} instead of ${expected}`);
          controller.close();
        } catch (error) {
          throw storeUnavailable(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
