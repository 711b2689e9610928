/** Runs before every route: request id and log, host and origin checks, and limits on the body. */
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { clientAddress } from './client-address.server.ts';

type Guard = MiddlewareHandler<AppEnv>;

const PROXY_WARNING =
  'Requests have X-Forwarded-For but TRUST_PROXY is 0, so visitors behind the proxy share one rate limit. Set TRUST_PROXY.';

/** Sets the request id and the client's address, and logs one line per request without query, body or address. */
export function named({ log, settings: { trustedProxies }, warnings }: Services): Guard {
  return async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for');
    if (forwarded && trustedProxies === 0 && !warnings.has(PROXY_WARNING)) {
      warnings.add(PROXY_WARNING);
      log.warn(PROXY_WARNING);
    }
    const requestId = randomUUID();
    const started = performance.now();
    let child: Logger | undefined;
    c.set('requestId', requestId);
    // Created lazily, as most requests log nothing.
    c.set('log', () => {
      child ??= log.child({ requestId });
      return child;
    });
    c.set(
      'clientAddress',
      clientAddress({
        socket: c.env.incoming.socket.remoteAddress,
        forwarded,
        trustedProxies,
      }),
    );
    c.env.outgoing.setHeader('x-request-id', requestId);
    await next();
    const { status } = c.res;
    const level = logLevelOf(c.req.method, c.req.path, status);
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(performance.now() - started);
    c.var.log()[level]({ method: c.req.method, path: redactPath(c.req.path), status, ms }, 'Answered');
  };
}

const SIGN_IN =
  /^\/(?:api\/(?:auth|profile|sessions|account|login)|login|signup|sign-out|forgot-password|reset-password)(?:\/|$)/;
const REFUSED = new Set([401, 403, 421, 429]);

/** Logs sign-ins and rejections at the default level, for an operator to review after an attack. */
function logLevelOf(method: string, path: string, status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return REFUSED.has(status) || (!READING.has(method) && SIGN_IN.test(path)) ? 'info' : 'debug';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SIX_DIGITS = /\d(?:(?:[ -]|%20)?\d){5}/;

/** Hides long segments, which may be tokens, and those with six digits, which may be account numbers. Shows UUIDs. */
function redactPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (UUID.test(segment) || (segment.length <= 40 && !SIX_DIGITS.test(segment)) ? segment : '…'))
    .join('/');
}

/**
 * Sets security headers on every response. The content policy forbids everything; documents replace it. The headers are
 * set on Node's response, as Hono's `Headers` cost a tenth of the server's time for a list.
 */
export function headers({ appUrl }: Pick<Services, 'appUrl'>): Guard {
  const securityHeaders = new Map([
    ['content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['origin-agent-cluster', '?1'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
    ['referrer-policy', 'same-origin'],
    ['x-content-type-options', 'nosniff'],
    ['x-dns-prefetch-control', 'off'],
    ['x-download-options', 'noopen'],
    ['x-frame-options', 'DENY'],
    ['x-permitted-cross-domain-policies', 'none'],
    ['x-xss-protection', '0'],
  ]);
  if (appUrl.startsWith('https:'))
    securityHeaders.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  return async (c, next) => {
    c.env.outgoing.setHeaders(securityHeaders);
    await next();
  };
}

/** Makes API responses private and revalidated each time, unless a route overrides this. */
export const noStore: Guard = async (c, next) => {
  c.env.outgoing.setHeader('cache-control', 'private, no-cache');
  await next();
  // To add this header itself, compress() would create a new response with a streamed body.
  c.res.headers.append('vary', 'Accept-Encoding');
};

/** Accepts only known host names, so that links and cookies never use a forged Host header. */
export function checkHost({ hosts }: Services): Guard {
  return async (c, next) => {
    if (!hosts.has(c.req.header('host')?.toLowerCase() ?? '')) throw new AppError('unknown_host');
    await next();
  };
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Paths that accept changes from other origins. Each checks a signature, of the body or of the landlord's id. */
const OTHER_ORIGINS: ReadonlySet<string> = new Set(['/api/payments/webhook', '/unsubscribe']);

/** Protects from CSRF: a change needs an API key, or an Origin header of this server. */
export function sameOrigin({ hosts, appUrl }: Services): Guard {
  const { protocol } = new URL(appUrl);
  const origins = new Set([appUrl, ...[...hosts].map((host) => `${protocol}//${host}`)]);
  return async (c, next) => {
    if (
      !c.var.apiKey &&
      !READING.has(c.req.method) &&
      !OTHER_ORIGINS.has(c.req.path) &&
      !origins.has(c.req.header('origin') ?? '')
    ) {
      throw new AppError('wrong_origin');
    }
    await next();
  };
}

const MAX_BYTES = { auth: 16 * 1024, bulk: 2 * 1024 * 1024, elsewhere: 1024 * 1024 };
const MAX_BODY_MS = 20_000;

export type BodyLimits = { milliseconds?: number };

/** Paths whose body contains files, which the route reads with its own limits after authentication. */
const FILE_BODIES = [
  /^\/api\/files\/[^/]+$/,
  /^\/api\/(?:statements|imports|my-data\/restores)$/,
  /^\/api\/imports\/[^/]+\/files$/,
];

/** Buffers a JSON body before the handler runs, so that a slow client never holds a transaction open. */
export function jsonBody({ milliseconds = MAX_BODY_MS }: BodyLimits): Guard {
  return async (c, next) => {
    if (READING.has(c.req.method) || FILE_BODIES.some((path) => path.test(c.req.path))) return next();
    if (!c.req.raw.body) return next();
    const kind = kindOf(c.req.path);
    const max = MAX_BYTES[kind];
    if (Number(c.req.header('content-length') ?? 0) > max) throw new AppError('payload_too_large');
    const text = await readText(c.req.raw.body, { max, milliseconds });
    const values = MAX_VALUES[kind];
    if (isTooComplex(text, values)) throw new AppError('payload_too_large', { message: tooComplex(values) });
    if (text !== '' && !/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new AppError('unsupported_media_type', { message: 'Send JSON (Content-Type: application/json).' });
    }
    c.req.raw = new Request(c.req.raw, { body: text });
    return next();
  };
}

/** Parsing time depends on the number of values, not bytes: 0.3 s for a megabyte of brackets. */
const MAX_VALUES = { auth: 25_000, bulk: 50_000, elsewhere: 25_000 };
const MAX_DEPTH = 20;
const tooComplex = (values: number) =>
  `Send at most ${values.toLocaleString('en-GB')} values, at most ${MAX_DEPTH} levels deep.`;

function kindOf(path: string): keyof typeof MAX_BYTES {
  if (path.startsWith('/api/auth/')) return 'auth';
  return path.startsWith('/api/bulk/') ? 'bulk' : 'elsewhere';
}

/** Whether JSON has more than `max` values or is too deep. Invalid JSON is rejected later. */
function isTooComplex(text: string, max: number): boolean {
  let [values, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > MAX_DEPTH || values > max) return true;
  }
  return false;
}

type TextLimits = { max: number; milliseconds: number };

async function readText(stream: ReadableStream<Uint8Array>, { max, milliseconds }: TextLimits): Promise<string> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('request_timeout')), milliseconds);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout]);
      if (done) return textOf(Buffer.concat(chunks));
      bytes += value.byteLength;
      if (bytes > max) throw new AppError('payload_too_large');
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError('bad_request', { message: 'Send text in UTF-8.', cause });
  }
}
