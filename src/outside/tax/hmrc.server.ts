/** HMRC's Making Tax Digital APIs over HTTP: tokens, timeouts and retries. `hmrc.ts` translates the content. */
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { fraudHeaders, type Vendor } from './fraud-headers.ts';
import {
  BusinessDetails,
  Businesses,
  businessOf,
  CumulativeUpdate,
  codeOf,
  failureOf,
  Obligations,
  obligationsOf,
  returnOf,
  Tokens,
  ukPropertyIds,
  updateOf,
} from './hmrc.ts';
import { type Call, type Grant, type TaxAuthority, TaxError, type TaxFailure } from './tax.ts';

export type HmrcPlan = {
  /** Origin of the API: https://test-api.service.hmrc.gov.uk, https://api.service.hmrc.gov.uk or a sandbox. */
  baseUrl: string;
  /** URL of the page on which a person grants access; by default HMRC's page for `baseUrl`. */
  authorizeUrl?: string;
  clientId: string;
  clientSecret: string;
  vendor: Vendor;
  clock: Clock;
  fetch?: typeof fetch;
  timeoutMs?: number;
};

const TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 250;
const MAX_BYTES = 4 * 1024 * 1024;
const TOKEN_MARGIN_MS = 60_000;
const SCOPE = 'read:self-assessment write:self-assessment';
/** API versions for the Accept header. Version 5 of the property API is retired. */
const VERSIONS = { details: '2.0', obligations: '3.0', property: '6.0' } as const;
const MANAGE_URL = 'https://www.tax.service.gov.uk/applications-manage-authority/applications';

export function hmrcTax(plan: HmrcPlan): TaxAuthority {
  const { clock, clientId, clientSecret } = plan;
  const base = plan.baseUrl.replace(/\/+$/, '');
  const { callApi, tokens } = talk(plan);
  const grantOf = ({ access_token, refresh_token, expires_in }: z.output<typeof Tokens>): Grant => ({
    access: access_token,
    accessUntil: new Date(clock.now().getTime() + expires_in * 1000 - TOKEN_MARGIN_MS),
    refresh: refresh_token,
  });
  const keys = { client_id: clientId, client_secret: clientSecret };
  const cumulative = ({ nino }: Call, { businessId, year }: { businessId: string; year: string }) => [
    'individuals/business/property/uk',
    nino,
    businessId,
    'cumulative',
    year,
  ];
  return {
    connect({ callbackUrl, state }) {
      const url = new URL(plan.authorizeUrl ?? authorizeUrlOf(base));
      const query = { response_type: 'code', client_id: clientId, scope: SCOPE, state, redirect_uri: callbackUrl };
      url.search = new URLSearchParams(query).toString();
      return url.href;
    },
    returned: returnOf,
    grant: async ({ code, callbackUrl }) =>
      grantOf(await tokens({ ...keys, grant_type: 'authorization_code', redirect_uri: callbackUrl, code })),
    refresh: async (refresh) => grantOf(await tokens({ ...keys, grant_type: 'refresh_token', refresh_token: refresh })),
    async businesses(call) {
      const root = ['individuals/business/details', call.nino];
      const { body } = await callApi(call, { method: 'GET', path: [...root, 'list'], version: VERSIONS.details });
      const ids = ukPropertyIds(checked(Businesses, body));
      return Promise.all(
        ids.map(async (id) => {
          const details = await callApi(call, { method: 'GET', path: [...root, id], version: VERSIONS.details });
          return businessOf(id, checked(BusinessDetails, details.body));
        }),
      );
    },
    async obligations(call, { businessId, from, to }) {
      const query = { typeOfBusiness: 'uk-property', businessId, fromDate: from, toDate: to };
      const path = ['obligations/details', call.nino, 'income-and-expenditure'];
      const { body } = await callApi(call, { method: 'GET', path, query, version: VERSIONS.obligations });
      return obligationsOf(checked(Obligations, body), businessId);
    },
    async chooseQuarters(call, { businessId, year, kind }) {
      const path = ['individuals/business/details', call.nino, businessId, year];
      const text = JSON.stringify({ quarterlyPeriodType: kind });
      await callApi(call, { method: 'PUT', path, text, version: VERSIONS.details });
    },
    async send(call, { text, ...of }) {
      const path = cumulative(call, of);
      const { correlationId } = await callApi(call, { method: 'PUT', path, text, version: VERSIONS.property });
      return { correlationId };
    },
    async read(call, of) {
      const path = cumulative(call, of);
      const request = callApi(call, { method: 'GET', path, version: VERSIONS.property });
      const answer = await request.catch((error: unknown) => {
        if (error instanceof TaxError && error.failure === 'no_business') return null;
        throw error;
      });
      return answer && updateOf(checked(CumulativeUpdate, answer.body));
    },
    disconnect: () => MANAGE_URL,
  };
}

function authorizeUrlOf(base: string): string {
  const url = new URL('/oauth/authorize', base);
  url.host = url.host.replace(/^(test-)?api\.service\.hmrc\.gov\.uk$/, '$1www.tax.service.gov.uk');
  return url.href;
}

type Request = {
  method: 'GET' | 'PUT' | 'POST';
  path: string[];
  version?: string;
  query?: Record<string, string>;
  /** JSON body, or a form if `version` is undefined. */
  text?: string;
};
type Answer = { status: number; body: unknown; correlationId: string | null; name: string };

function talk({ baseUrl, vendor, fetch: fetchAnswer = fetch, timeoutMs = TIMEOUT_MS }: HmrcPlan) {
  const base = baseUrl.replace(/\/+$/, '');

  async function send(request: Request, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    const { method, path, query, text, version } = request;
    const name = nameOf(request);
    const search = query ? `?${new URLSearchParams(query)}` : '';
    let response: Response;
    try {
      const kind = version ? 'application/json' : 'application/x-www-form-urlencoded';
      response = await fetchAnswer(`${base}/${path.join('/')}${search}`, {
        method,
        headers: { ...headers, ...(text !== undefined && { 'content-type': kind }) },
        ...(text !== undefined && { body: text }),
        redirect: 'manual',
        signal,
      });
      const { status, headers: answered } = response;
      const correlationId = answered.get('x-correlationid');
      return { status, name, correlationId, body: await jsonOf(response, name) };
    } catch (error) {
      if (error instanceof TaxError) throw error;
      const code = causeOf(error);
      // After any other error, the request may have arrived.
      const failure = NOT_SENT_CODES.has(code) ? 'unavailable' : 'no_answer';
      throw new TaxError(failure, `${name}, ${signal.aborted ? 'timed out' : code}`);
    }
  }

  /** Retries GET after transient failures. A change is sent once: the caller reads it back before a retry. */
  async function callApi({ access, sender }: Call, request: Request): Promise<Answer> {
    const headers = {
      accept: `application/vnd.hmrc.${request.version}+json`,
      authorization: `Bearer ${access}`,
      ...fraudHeaders(sender, vendor),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    for (let attempt = 1; ; attempt++) {
      const answer = await send(request, headers, signal)
        .then(assertAccepted)
        .catch((error: unknown) => {
          const isTransient = error instanceof TaxError && TRANSIENT_FAILURES.has(error.failure);
          if (!isTransient || request.method !== 'GET' || attempt >= MAX_ATTEMPTS || signal.aborted) throw error;
        });
      if (answer) return answer;
      await delay(PAUSE_MS * 2 ** attempt * (0.5 + Math.random()), undefined, { signal }).catch(() => {
        throw new TaxError('no_answer', `${nameOf(request)}, timed out`);
      });
    }
  }

  /** Requests tokens without retries, as codes and refresh tokens are single-use. */
  async function tokens(form: Record<string, string>): Promise<z.output<typeof Tokens>> {
    const text = new URLSearchParams(form).toString();
    const request: Request = { method: 'POST', path: ['oauth', 'token'], text };
    const answer = await send(request, { accept: 'application/json' }, AbortSignal.timeout(timeoutMs));
    if (answer.status === 200) return checked(Tokens, answer.body);
    const code = codeOf(answer.body);
    const { status, name, correlationId } = answer;
    const failure: TaxFailure =
      code === 'invalid_grant' ? 'consent_ended' : status === 429 || status >= 500 ? 'unavailable' : 'refused_us';
    throw new TaxError(failure, `${name} returned ${[status, code].filter(Boolean).join(' ')}`, {
      code,
      correlationId,
    });
  }

  return { callApi, tokens };
}

const TRANSIENT_FAILURES: ReadonlySet<TaxFailure> = new Set(['unavailable', 'no_answer']);
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function assertAccepted(answer: Answer): Answer {
  const { status, body, correlationId, name } = answer;
  if (status === 200 || status === 204) return answer;
  const code = codeOf(body);
  const detail = `${name} returned ${[status, code].filter(Boolean).join(' ')}`;
  throw new TaxError(failureOf(status, code), detail, { code, correlationId });
}

/** Names a request in the log without personal ids: 'GET /individuals/business/details/…/list'. */
const nameOf = ({ method, path }: Request) =>
  `${method} /${path.map((segment) => (/^[a-z/-]+$/.test(segment) ? segment : '…')).join('/')}`;

/** Returns the system's error code, which `fetch` puts in `cause`. */
function causeOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'connection lost';
}

function checked<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  // The message has only the issue's path, as the value could be personal.
  const [issue] = parsed.error.issues;
  throw new TaxError('bad_answer', `${issue?.code ?? ''} at ${issue?.path.join('.') ?? ''}`);
}

/** Parses a body of at most `MAX_BYTES`; undefined if it is empty, or if an error response is not JSON. */
async function jsonOf(response: Response, name: string): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new TaxError('bad_answer', `${name}, more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  if (bytes === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    if (!response.ok) return undefined;
    throw new TaxError('bad_answer', `${name}, invalid JSON`);
  }
}
