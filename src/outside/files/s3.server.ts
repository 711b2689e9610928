/** Uploads in an S3-compatible bucket with path-style URLs. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { alreadyExists, type Files, stepsOf, storeUnavailable } from './files.ts';
import { type S3Key, signed } from './signature.server.ts';

/** `endpoint` is http:// or https://. */
export type S3Place = S3Key & { endpoint: string; bucket: string };

type S3Request = { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer>; within?: number };

const ATTEMPTS = 3;
/** The longest wait for the response to start, over all attempts: enough for 20 MB over a slow line. */
const TIMEOUT_MS = 60_000;
const CHECK_TIMEOUT_MS = 5_000;

/** `isEmpty` checks the whole bucket and throws like the other functions. */
export function s3Files(place: S3Place): Files & { isEmpty(): Promise<boolean> } {
  const ask = requester(place);
  return {
    // If-None-Match prevents overwriting; the HEAD request covers stores that ignore it, as names are random.
    async put(path, { bytes, contentType }) {
      const key = keyOf(path);
      const there = await ask('HEAD', key);
      if (there.ok) throw alreadyExists(path);
      if (there.status !== 404) throw await refusal(there);
      const answer = await ask('PUT', key, {
        headers: { 'content-type': contentType, 'if-none-match': '*', 'x-amz-content-sha256': sha256(bytes) },
        body: new Uint8Array(bytes),
      });
      if (!answer.ok) throw await refusal(answer);
      await answer.body?.cancel();
    },
    async get(path, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const answer = await ask('GET', keyOf(path), headers && { headers });
      if (answer.status !== (range ? 206 : 200)) return absent(answer);
      const length = answer.headers.get('content-length');
      const promised = length === null ? undefined : Number(length);
      return answer.body ? wholeOf(answer.body, range ? range.end + 1 - range.start : promised) : undefined;
    },
    async remove(path) {
      const answer = await ask('DELETE', keyOf(path));
      if (!answer.ok) await absent(answer);
      await answer.body?.cancel();
    },
    async check() {
      const answer = await ask('HEAD', '', { within: CHECK_TIMEOUT_MS });
      if (!answer.ok) throw await refusal(answer);
    },
    async isEmpty() {
      const answer = await ask('GET', '?list-type=2&max-keys=1');
      if (!answer.ok) throw await refusal(answer);
      return !(await answer.text()).includes('<Key>');
    },
  };
}

/** Sends a request for `key`, which may include a query, with retries. The response body is unread. */
function requester(place: S3Place) {
  const base = `${place.endpoint.replace(/\/+$/, '')}/${encoded(place.bucket)}`;
  return async (method: string, key: string, { within = TIMEOUT_MS, ...given }: S3Request = {}): Promise<Response> => {
    const url = base + key;
    const timeoutMs = new AbortController();
    const timer = setTimeout(() => timeoutMs.abort(new Error('The file store did not respond in time')), within);
    try {
      for (let attempt = 1; ; attempt++) {
        const headers = signed(place, { method, url, headers: given.headers ?? {}, at: new Date() });
        const asking = { ...given, method, headers, redirect: 'manual', signal: timeoutMs.signal } as const;
        const answer = await fetch(url, asking).catch((error: unknown) => {
          if (attempt === ATTEMPTS || timeoutMs.signal.aborted) throw storeUnavailable(error);
        });
        if (answer && ((answer.status < 500 && answer.status !== 429) || attempt === ATTEMPTS)) return answer;
        await answer?.body?.cancel();
        await delay(50 * 2 ** attempt * (1 + Math.random()));
      }
    } finally {
      // The body may take as long as its reader does.
      clearTimeout(timer);
    }
  };
}

const keyOf = (path: string) => `/${stepsOf(path).map(encoded).join('/')}`;

/** RFC 3986 encoding as S3 signs it: encodeURIComponent leaves five more characters unencoded. */
function encoded(step: string): string {
  return encodeURIComponent(step).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Undefined if the key does not exist, otherwise throws. */
async function absent(answer: Response): Promise<undefined> {
  const code = await codeOf(answer);
  if (answer.status === 404 && code === 'NoSuchKey') return undefined;
  throw refused(answer, code);
}

async function refusal(answer: Response): Promise<AppError> {
  return refused(answer, await codeOf(answer));
}

const FULL = ['QuotaExceeded', 'XMinioAdminBucketQuotaExceeded'];

function refused({ status }: Response, code: string | undefined): AppError {
  // Only the code: the body may contain keys and signatures.
  const cause = new Error(`The file store returned ${status} ${code ?? ''}`.trim());
  if (status === 507 || (code && FULL.includes(code))) return new AppError('insufficient_storage', { cause });
  return storeUnavailable(cause);
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text().catch(() => ''); // the status is enough
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
}

/** Passes the body through; fails on a lost connection or a short body. */
function wholeOf(body: ReadableStream<Uint8Array>, expected: number | undefined): ReadableStream<Uint8Array> {
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
