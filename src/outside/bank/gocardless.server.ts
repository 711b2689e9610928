/** GoCardless Bank Account Data over HTTP: tokens, timeouts and retries. `gocardless.ts` translates the content. */
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { londonDay } from '../../shared/dates.ts';
import type { Clock } from '../clock.ts';
import { type Bank, BankError, type Consent, type Institution } from './bank.ts';
import {
  Agreement,
  Balances,
  balanceOf,
  Details,
  detailsOf,
  entriesOf,
  Institutions,
  institutionsOf,
  NewTokens,
  RECONFIRM_DAYS,
  Reconfirmation,
  Requisition,
  returnOf,
  stateOf,
  Tokens,
  Transactions,
  Unreadable,
} from './gocardless.ts';
import { limitOf, refusalOf } from './gocardless-limits.ts';

export type GoCardlessPlan = {
  /** Includes the version, as in https://bankaccountdata.gocardless.com/api/v2. */
  baseUrl: string;
  secretId: string;
  secretKey: string;
  clock: Clock;
  fetch?: typeof fetch;
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 250;
/** Maximum size of a response. Two years of a busy account have 5 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
const INSTITUTIONS_CACHE_MS = 3_600_000;
const TOKEN_MARGIN_MS = 60_000;

export function goCardlessBank(plan: GoCardlessPlan): Bank {
  const { clock } = plan;
  const { call, remove } = talk(plan);
  let cache: { institutions: Institution[]; expiresAt: number } | undefined;

  const agree = async (terms: { institution: string; historyDays: number; accessDays: number }) => {
    const { answer } = await call(Agreement, 'POST', ['agreements', 'enduser'], {
      institution_id: terms.institution,
      max_historical_days: terms.historyDays,
      access_valid_for_days: terms.accessDays,
      access_scope: ['balances', 'details', 'transactions'],
      ...(terms.accessDays > RECONFIRM_DAYS && { reconfirmation: true }),
    });
    return { id: answer.id, accessDays: terms.accessDays };
  };

  return {
    provider: 'gocardless',
    async institutions(signal) {
      const now = clock.now().getTime();
      if (cache && now < cache.expiresAt) return cache.institutions;
      const { answer } = await call(Institutions, 'GET', ['institutions'], { country: 'gb' }, signal);
      cache = { institutions: institutionsOf(answer), expiresAt: now + INSTITUTIONS_CACHE_MS };
      return cache.institutions;
    },
    async begin({
      institution: { id: institution, historyDays, accessDays },
      callbackUrl,
      reference,
    }): Promise<Consent> {
      const terms = { institution, historyDays, accessDays };
      const agreement = await agree(terms).catch((error: unknown) => {
        // Some banks advertise a longer consent but reject it.
        if (!isRefusal(error) || accessDays <= RECONFIRM_DAYS) throw error;
        return agree({ ...terms, accessDays: RECONFIRM_DAYS });
      });
      const { answer } = await call(Requisition, 'POST', ['requisitions'], {
        redirect: callbackUrl,
        institution_id: institution,
        agreement: agreement.id,
        reference,
        user_language: 'EN',
      });
      return {
        id: answer.id,
        agreementId: agreement.id,
        url: answer.link,
        accessDays: agreement.accessDays,
        reconfirmDays: agreement.accessDays > RECONFIRM_DAYS ? RECONFIRM_DAYS : null,
      };
    },
    returned: returnOf,
    state: async (consentId) => stateOf((await call(Requisition, 'GET', ['requisitions', consentId])).answer),
    async renew({ agreementId, callbackUrl }) {
      const path = ['agreements', 'enduser', agreementId, 'reconfirm'];
      const reconfirmation = call(Reconfirmation, 'POST', path, { redirect: callbackUrl });
      const { answer } = await reconfirmation.catch((error: unknown) => {
        // GoCardless refuses the renewal, for example if it is too late or not offered: a new consent is needed.
        throw isRefusal(error) ? new BankError('consent_ended', error.message) : error;
      });
      return { url: answer.reconfirmation_url };
    },
    async account(accountId) {
      const { answer, limit } = await call(Details, 'GET', ['accounts', accountId, 'details']);
      return { ...detailsOf(answer), limit };
    },
    async balance(accountId) {
      const { answer, limit } = await call(Balances, 'GET', ['accounts', accountId, 'balances']);
      return { ...readable(() => balanceOf(answer)), limit };
    },
    async entries(accountId, from) {
      const path = ['accounts', accountId, 'transactions'];
      const { answer, limit } = await call(Transactions, 'GET', path, { date_from: from });
      const today = londonDay(clock.now());
      return { ...readable(() => entriesOf(answer, { accountId, today })), limit };
    },
    revoke: (consentId) => remove(['requisitions', consentId]),
  };
}

class Refused extends BankError {}
const isRefusal = (error: unknown) => error instanceof Refused;

function readable<T>(translate: () => T): T {
  try {
    return translate();
  } catch (error) {
    throw error instanceof Unreadable ? new BankError('bad_answer', error.message) : error;
  }
}

type Method = 'GET' | 'POST' | 'DELETE';
type RequestData = Record<string, unknown>;
type Request = { method: Method; path: string[]; data?: RequestData; signal: AbortSignal; access?: string };

function talk({ baseUrl, secretId, secretKey, clock, fetch: call = fetch, timeoutMs = TIMEOUT_MS }: GoCardlessPlan) {
  const base = baseUrl.replace(/\/+$/, '');
  const now = () => clock.now().getTime();
  let tokens: { access: string; expiresAt: number; refresh: string; refreshExpiresAt: number } | undefined;
  let renewing: Promise<string> | undefined;

  /** Returns a token other than `stale`. Concurrent callers share one request. */
  async function token(stale?: string): Promise<string> {
    if (tokens && tokens.access !== stale && now() < tokens.expiresAt) return tokens.access;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renew(): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs);
    if (tokens && now() < tokens.refreshExpiresAt) {
      const data = { refresh: tokens.refresh };
      const answer = await send({ method: 'POST', path: ['token', 'refresh'], data, signal });
      if (answer.status === 200) {
        const { access, access_expires } = checked(Tokens, answer);
        tokens = { ...tokens, access, expiresAt: expiryOf(access_expires) };
        return access;
      }
      // If the refresh token was revoked, new tokens are requested with the keys.
      if (answer.status !== 401) throw answer.refusal;
    }
    tokens = undefined;
    const data = { secret_id: secretId, secret_key: secretKey };
    const answer = checked(NewTokens, await send({ method: 'POST', path: ['token', 'new'], data, signal }));
    const { access, access_expires, refresh, refresh_expires } = answer;
    tokens = { access, expiresAt: expiryOf(access_expires), refresh, refreshExpiresAt: expiryOf(refresh_expires) };
    return access;
  }

  const expiryOf = (seconds: number) => now() + seconds * 1000 - TOKEN_MARGIN_MS;

  async function send({ method, path, data, signal, access }: Request): Promise<Answer> {
    const name = nameOf(method, path);
    const query = method === 'GET' && data ? `?${new URLSearchParams(data as Record<string, string>)}` : '';
    try {
      const response = await call(`${base}/${path.map(encodeURIComponent).join('/')}/${query}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(access && { authorization: `Bearer ${access}` }),
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        ...(method === 'POST' && { body: JSON.stringify(data) }),
        redirect: 'manual',
        signal,
      });
      return answerOf(name, response, { body: await jsonOf(response, name), now: clock.now() });
    } catch (error) {
      if (error instanceof BankError) throw error;
      if (isTimeout(error) || isTimeout(signal.reason)) throw new BankError('timed_out', name);
      if (signal.aborted) throw signal.reason;
      throw new BankError('unavailable', `${name}, ${codeOf(error)}`);
    }
  }

  /** Sends an authenticated request. Retries GET and DELETE after connection errors and provider failures. */
  async function attempt({
    method,
    path,
    data,
    signal: callerSignal,
  }: Omit<Request, 'signal'> & { signal?: AbortSignal | undefined }) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout;
    let stale: string | undefined;
    for (let count = 1; ; count++) {
      const access = await token(stale);
      const request = { method, path, signal, access, ...(data && { data }) };
      const answer = await send(request).catch((error: unknown) => {
        const isRetryable = error instanceof BankError && error.failure === 'unavailable';
        if (!isRetryable || method === 'POST' || count >= MAX_ATTEMPTS) throw error;
      });
      if (answer?.staleToken && stale === undefined) stale = access;
      else if (answer && (!answer.isProviderFailure || method === 'POST' || count >= MAX_ATTEMPTS)) return answer;
      else await pause(count, { signal, name: nameOf(method, path) });
    }
  }

  return {
    async call<S extends z.ZodType>(
      schema: S,
      method: 'GET' | 'POST',
      path: string[],
      data?: RequestData,
      signal?: AbortSignal,
    ) {
      const answer = await attempt({ method, path, ...(data && { data }), signal });
      return { answer: checked(schema, answer), limit: answer.limit };
    },
    async remove(path: string[]): Promise<void> {
      const { status, refusal } = await attempt({ method: 'DELETE', path });
      if (status !== 404 && refusal) throw refusal;
    },
  };
}

async function pause(count: number, { signal, name }: { signal: AbortSignal; name: string }): Promise<void> {
  await delay(PAUSE_MS * 2 ** count * (0.5 + Math.random()), undefined, { signal }).catch(() => {
    throw isTimeout(signal.reason) ? new BankError('timed_out', name) : signal.reason;
  });
}

/** Names a request in the log without ids: 'GET /accounts/…/details/'. */
const nameOf = (method: string, path: string[]) =>
  `${method} /${path.map((step) => (/^[a-z]+$/.test(step) ? step : '…')).join('/')}/`;

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';

/** Returns the system's error code, which `fetch` puts in `cause`. */
function codeOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'no connection';
}

type Answer = {
  status: number;
  name: string;
  body: unknown;
  limit: ReturnType<typeof limitOf>;
  refusal: BankError | undefined;
  staleToken: boolean;
  isProviderFailure: boolean;
};

function answerOf(
  name: string,
  { status, headers, ok }: Response,
  { body, now }: { body: unknown; now: Date },
): Answer {
  const common = { status, name, body, limit: limitOf(headers, now) };
  if (ok) return { ...common, refusal: undefined, staleToken: false, isProviderFailure: false };
  const { failure, reason, retryAt, byBank } = refusalOf({ status, headers, body }, now);
  const BadRequest = status === 400 ? Refused : BankError;
  return {
    ...common,
    refusal: new BadRequest(failure, `${name} returned ${[status, reason].filter(Boolean).join(' ')}`, retryAt),
    staleToken: status === 401 && failure === 'refused_us',
    isProviderFailure: status >= 500 && !byBank,
  };
}

function checked<S extends z.ZodType>(schema: S, { name, body, refusal }: Answer): z.output<S> {
  if (refusal) throw refusal;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  // The message has only the issue's path, as the value could be a name.
  const [issue] = parsed.error.issues;
  throw new BankError('bad_answer', `${name}, ${issue?.code ?? ''} at ${issue?.path.join('.') ?? ''}`);
}

/** Parses a body of at most `MAX_BYTES`; undefined if an error response is not JSON. */
async function jsonOf(response: Response, name: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new BankError('bad_answer', `${name}, more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    if (!response.ok) return undefined;
    throw new BankError('bad_answer', `${name}, invalid JSON`);
  }
}
