/** Uploads in a bucket of a store that speaks S3, under path-style addresses. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import { type Files, somethingLies, stepsOf, storeAway } from './files.ts';
import { type S3Key, signed } from './signature.server.ts';

/** A bucket and who may read, write, delete and list there. `endpoint` is http:// or https://. */
export type S3Place = S3Key & { endpoint: string; bucket: string };

type Asking = { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer>; within?: number };

const ATTEMPTS = 3;
/** Until the answer begins, over all attempts. A slow line sends 20 MB in this time. Milliseconds. */
const TIMEOUT_MS = 60_000;
const CHECK_PATIENCE = 5_000;

/** `isEmpty` tells whether nothing at all lies in the bucket. Throws as the rest does. */
export function s3Files(place: S3Place): Files & { isEmpty(): Promise<boolean> } {
  const ask = asker(place);
  return {
    // A store that knows If-None-Match never overwrites; one that ignores it is asked before. Between the two a store of the
    // second kind could overwrite what another put under the very same name in that moment: names are random, so nobody does.
    async put(path, { bytes, contentType }) {
      const key = keyOf(path);
      const there = await ask('HEAD', key);
      if (there.ok) throw somethingLies(path);
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
      const answer = await ask('HEAD', '', { within: CHECK_PATIENCE });
      if (!answer.ok) throw await refusal(answer);
    },
    async isEmpty() {
      const answer = await ask('GET', '?list-type=2&max-keys=1');
      if (!answer.ok) throw await refusal(answer);
      return !(await answer.text()).includes('<Key>');
    },
  };
}

/** Asks for `key`, which may bring a query; again where the store stumbled. The answer's body has not been read. */
function asker(place: S3Place) {
  const base = `${place.endpoint.replace(/\/+$/, '')}/${encoded(place.bucket)}`;
  return async (method: string, key: string, { within = TIMEOUT_MS, ...given }: Asking = {}): Promise<Response> => {
    const url = base + key;
    const timeoutMs = new AbortController();
    const timer = setTimeout(() => timeoutMs.abort(new Error('The file store did not answer in time')), within);
    try {
      for (let attempt = 1; ; attempt++) {
        const headers = signed(place, { method, url, headers: given.headers ?? {}, at: new Date() });
        const asking = { ...given, method, headers, redirect: 'manual', signal: timeoutMs.signal } as const;
        const answer = await fetch(url, asking).catch((error: unknown) => {
          if (attempt === ATTEMPTS || timeoutMs.signal.aborted) throw storeAway(error);
        });
        if (answer && ((answer.status < 500 && answer.status !== 429) || attempt === ATTEMPTS)) return answer;
        await answer?.body?.cancel();
        await delay(50 * 2 ** attempt * (1 + Math.random()));
      }
    } finally {
      // The rest of a file takes as long as its reader does.
      clearTimeout(timer);
    }
  };
}

const keyOf = (path: string) => `/${stepsOf(path).map(encoded).join('/')}`;

/** As S3 signs it: RFC 3986, where encodeURIComponent leaves five more signs alone. */
function encoded(step: string): string {
  return encodeURIComponent(step).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Nothing, where the answer says that the key is not there; else throws. */
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
  // Only the code is told on: the rest of such an answer may name keys and signatures.
  const cause = new Error(`The file store answered ${status} ${code ?? ''}`.trim());
  if (status === 507 || (code && FULL.includes(code))) return new AppError('storage_full', { cause });
  return storeAway(cause);
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text().catch(() => ''); // the status says enough
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
}

/** The body as it comes. Fails when the connection does, and where fewer bytes came than were promised. */
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
          throw storeAway(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
