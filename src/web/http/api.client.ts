/** Talking to our server: the typed client, and the one place where an HTTP answer becomes a value or an AppError. */
import type { ClientResponse } from 'hono/client';
import { hc } from 'hono/client';
import type { Api } from '../../app/server/app.server.ts';
import { AppError, ERROR_CODES, type ErrorCode, type FieldErrors } from '../../shared/app-error.ts';
import { formSaveSignal } from './form-save.client.ts';
import { noteAnswer } from './own-changes.client.ts';
import { SaveStopped } from './retry-unknown.ts';

let held: Promise<void> | undefined;

/** Answers to the requests of a form's save. */
const ofSaves = new WeakSet<object>();

const patientFetch: typeof fetch = async (url, init) => {
  await held;
  const isSave = init?.method !== 'GET';
  const signal = isSave && !init?.signal ? formSaveSignal() : undefined;
  const answer = await fetch(url, signal ? { ...init, signal } : init);
  if (signal) ofSaves.add(answer);
  if (isSave) noteAnswer(answer);
  return answer;
};

/** The server draws first screens, and asks nothing. */
const ORIGIN = 'location' in globalThis ? location.origin : 'http://tenure.invalid';

/** Every route of the API by its path: `api.items.$get({ query })`. */
export const api = hc<Api>(ORIGIN, { init: { credentials: 'same-origin' }, fetch: patientFetch }).api;

/** Requests made from now on wait until the answer is called; one that is not to wait brings its own `fetch`. */
export function pauseRequests(): () => void {
  let go = () => {};
  held = new Promise((resolve) => {
    go = resolve;
  });
  return () => {
    held = undefined;
    go();
  };
}

type Success = 200 | 201;
type Sent<R> = R extends ClientResponse<infer T, infer Status, 'json'> ? (Status extends Success ? T : never) : never;

const noAnswer = (cause: unknown): never => {
  if (cause instanceof SaveStopped || cause instanceof AppError) throw cause;
  throw new AppError('unavailable', {
    message: 'We cannot reach the server. Please check your connection and try again.',
    cause,
  });
};

/** The value of a successful answer; throws AppError otherwise, with the server's sentence. */
export async function read<R extends ClientResponse<unknown>>(answer: Promise<R>): Promise<Sent<R>> {
  const response = await reached(answer);
  // It may break off in the middle, or be no JSON at all.
  return (await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) throw error;
    return noAnswer(error);
  })) as Sent<R>;
}

/** For answers without content. Throws AppError as `read` does. */
export async function done(answer: Promise<ClientResponse<unknown>>): Promise<void> {
  await reached(answer);
}

/** The header of a change: the version it starts from. */
export function ifMatch({ version }: { version: number }): { headers: { 'if-match': string } } {
  return { headers: { 'if-match': `"${version}"` } };
}

/** The successful answer as it comes, for what is no JSON, such as a file. Throws AppError as `read` does. */
export async function reached<R extends ClientResponse<unknown>>(answer: Promise<R>): Promise<R> {
  const response = await answer.catch(noAnswer);
  if (response.ok) return response;
  throw await refusal(response);
}

const NOT_SAVED = 'We could not save this. Try again.';

type Refusal = {
  error?: { code?: string; message?: string; fields?: FieldErrors; current?: unknown; yours?: unknown };
  requestId?: string;
};

async function refusal(response: ClientResponse<unknown>): Promise<AppError> {
  // Something between us and the server may answer in its own words; then only the status counts.
  const { error = {}, requestId } = (await response.json().catch(() => ({}))) as Refusal;
  const { fields, current, yours } = error;
  // A gateway's 502 to 504 leaves open what our server did; a 500 does not.
  const code = isErrorCode(error.code) ? error.code : response.status > 500 ? 'unavailable' : 'internal';
  const message = code === 'internal' && ofSaves.has(response) ? NOT_SAVED : error.message;
  return new AppError(code, {
    current,
    yours,
    ...(message && { message }),
    ...(fields && { fields }),
    ...(requestId && { requestId }),
  });
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
