/** The typed API client. HTTP responses become values or AppErrors only here. */
import type { ClientResponse } from 'hono/client';
import { hc } from 'hono/client';
import type { Api } from '../../app/server/app.server.ts';
import { AppError, type ChangedBy, type FieldErrors } from '../../shared/app-error.ts';
import type { ErrorCode } from '../../shared/error-codes.ts';
import { formSaveSignal } from './form-save.client.ts';
import { trackResponse } from './own-changes.client.ts';
import { SaveAborted } from './unknown-outcome.ts';

let paused: Promise<void> | undefined;

/** The page's account, sent with each request, so that an old tab never reads or writes another account. */
type PageAccount = { id: () => string | undefined; onLost: (code: 'account_switched' | 'no_account') => void };
let pageAccount: PageAccount | undefined;
export function setPageAccount(account: PageAccount): void {
  pageAccount = account;
}

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

/** The fallback is for first screens, which the server renders without requests. */
const ORIGIN = 'location' in globalThis ? location.origin : 'http://tenure.invalid';

/** Every route of the API by its path: `api.items.$get({ query })`. */
export const api = hc<Api>(ORIGIN, { init: { credentials: 'same-origin' }, fetch: pausableFetch }).api;

/** Makes requests wait until the returned function is called, except requests with their own `fetch`. */
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

/** Returns the value of a successful response. Otherwise throws AppError with the server's message. */
export async function read<R extends ClientResponse<unknown>>(answer: Promise<R>): Promise<Sent<R>> {
  const response = await reached(answer);
  // The connection may break during the body, or the body may not be JSON.
  return (await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) throw error;
    return throwUnavailable(error);
  })) as Sent<R>;
}

/** Awaits a response without content. Throws AppError as `read` does. */
export async function done(answer: Promise<ClientResponse<unknown>>): Promise<void> {
  await reached(answer);
}

/** Returns the `If-Match` header for a change to this version. */
export function ifMatch({ version }: { version: number }): { headers: { 'if-match': string } } {
  return { headers: { 'if-match': `"${version}"` } };
}

/** Returns the raw response, for example of a file, if it was successful. Throws AppError as `read` does. */
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
  // A gateway's error has another body, so only its status is used.
  const { error = {}, requestId } = (await response.json().catch(() => ({}))) as Refusal;
  const { fields, current, yours, changedBy } = error;
  // After a gateway's 502 to 504 the outcome is unknown, unlike after a 500.
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
