/** The typed API client. The only place where an HTTP response becomes a value or an AppError. */
import type { ClientResponse } from 'hono/client';
import { hc } from 'hono/client';
import type { Api } from '../../app/server/app.server.ts';
import { AppError, type ChangedBy, type FieldErrors } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { formSaveSignal } from './form-save.client.ts';
import { trackResponse } from './own-changes.client.ts';
import { SaveAborted } from './unknown-outcome.ts';

let paused: Promise<void> | undefined;

/** The page's account, named in each request, so that a tab left behind never reads or writes another one. */
type PageAccount = { id: () => string | undefined; onLost: (code: 'account_switched' | 'no_account') => void };
let pageAccount: PageAccount | undefined;
export function setPageAccount(account: PageAccount): void {
  pageAccount = account;
}

/** Responses to the requests of a form's save. */
const saveResponses = new WeakSet<object>();

const pausableFetch: typeof fetch = async (url, init) => {
  await paused;
  const isSave = init?.method !== 'GET';
  const signal = isSave && !init?.signal ? formSaveSignal() : undefined;
  const headers = new Headers(init?.headers);
  const account = pageAccount?.id();
  if (account) headers.set('tenure-account', account);
  const answer = await fetch(url, { ...init, headers, ...(signal && { signal }) });
  if (signal) saveResponses.add(answer);
  if (isSave) trackResponse(answer);
  return answer;
};

/** The server renders first screens and makes no requests. */
const ORIGIN = 'location' in globalThis ? location.origin : 'http://tenure.invalid';

/** Every route of the API by its path: `api.items.$get({ query })`. */
export const api = hc<Api>(ORIGIN, { init: { credentials: 'same-origin' }, fetch: pausableFetch }).api;

/** Requests wait until the returned function is called, except those with their own `fetch`. */
export function pauseRequests(): () => void {
  let go = () => {};
  paused = new Promise((resolve) => {
    go = resolve;
  });
  return () => {
    paused = undefined;
    go();
  };
}

type Success = 200 | 201;
type Sent<R> = R extends ClientResponse<infer T, infer Status, 'json'> ? (Status extends Success ? T : never) : never;

const throwUnavailable = (cause: unknown): never => {
  if (cause instanceof SaveAborted || cause instanceof AppError) throw cause;
  throw new AppError('unavailable', {
    message: 'We cannot reach the server. Check your connection and try again.',
    cause,
  });
};

/** The value of a successful response. Otherwise throws AppError with the server's sentence. */
export async function read<R extends ClientResponse<unknown>>(answer: Promise<R>): Promise<Sent<R>> {
  const response = await reached(answer);
  // The body may break off, or may not be JSON.
  return (await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) throw error;
    return throwUnavailable(error);
  })) as Sent<R>;
}

/** For responses without content. Throws AppError as `read` does. */
export async function done(answer: Promise<ClientResponse<unknown>>): Promise<void> {
  await reached(answer);
}

/** The `If-Match` header of a change, with the version it is based on. */
export function ifMatch({ version }: { version: number }): { headers: { 'if-match': string } } {
  return { headers: { 'if-match': `"${version}"` } };
}

/** The raw successful response, for example of a file. Throws AppError as `read` does. */
export async function reached<R extends ClientResponse<unknown>>(answer: Promise<R>): Promise<R> {
  const response = await answer.catch(throwUnavailable);
  if (response.ok) return response;
  throw await refusal(response);
}

const NOT_SAVED = 'We could not save this. Try again.';

type Refusal = {
  error?: {
    code?: ErrorCode;
    message?: string;
    fields?: FieldErrors;
    current?: unknown;
    yours?: unknown;
    changedBy?: ChangedBy;
  };
  requestId?: string;
};

async function refusal(response: ClientResponse<unknown>): Promise<AppError> {
  // The body of a gateway's error is not ours; then only the status counts.
  const { error = {}, requestId } = (await response.json().catch(() => ({}))) as Refusal;
  const { fields, current, yours, changedBy } = error;
  // After a gateway's 502 to 504 the outcome is unknown; after a 500 it is not.
  const code = error.code ?? (response.status > 500 ? 'unavailable' : 'internal');
  if (code === 'account_switched' || code === 'no_account') pageAccount?.onLost(code);
  const message = code === 'internal' && saveResponses.has(response) ? NOT_SAVED : error.message;
  return new AppError(code, {
    current,
    yours,
    changedBy,
    ...(message && { message }),
    ...(fields && { fields }),
    ...(requestId && { requestId }),
  });
}
