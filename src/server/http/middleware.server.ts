/** What every request passes before a feature sees it: a name for the logs, the right host, the right origin, a body of bearable size. */
import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { clientAddress } from './client-address.server.ts';

type Guard = MiddlewareHandler<AppEnv>;

const UNHEEDED =
  'Requests come with X-Forwarded-For and TRUST_PROXY is 0: behind a proxy all visitors are limited as one. Please set TRUST_PROXY.';

/** Names the request, finds the caller's address, and logs one line when it has been answered: no query, no body, no address. */
export function named({ log, settings: { trustedProxies }, warnings }: Services): Guard {
  return async (c, next) => {
    const forwarded = c.req.header('x-forwarded-for');
    if (forwarded && trustedProxies === 0 && !warnings.has(UNHEEDED)) {
      warnings.add(UNHEEDED);
      log.warn(UNHEEDED);
    }
    const requestId = randomUUID();
    const started = performance.now();
    let child: Logger | undefined;
    c.set('requestId', requestId);
    // Most requests write no line.
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
    const level = levelOf(c.req.method, c.req.path, status);
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(performance.now() - started);
    c.var.log()[level]({ method: c.req.method, path: loggable(c.req.path), status, ms }, 'Answered');
  };
}

const SIGN_IN =
  /^\/(?:api\/(?:auth|profile|sessions|account)|login|signup|sign-out|forgot-password|reset-password)(?:\/|$)/;
/** Nobody, not from here, not this host, too often. */
const REFUSED = new Set([401, 403, 421, 429]);

/** What an operator reads back after an attack is told at the usual level: every act of signing in, and every refusal to let somebody in. */
function levelOf(method: string, path: string, status: number): 'warn' | 'info' | 'debug' {
  if (status >= 500) return 'warn';
  return REFUSED.has(status) || (!READING.has(method) && SIGN_IN.test(path)) ? 'info' : 'debug';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SIX_DIGITS = /\d(?:(?:[ -]|%20)?\d){5}/;

// Ids and our own words are worth logging; a long unknown segment may be somebody's token, and digits the number of their account.
function loggable(path: string): string {
  return path
    .split('/')
    .map((segment) => (UUID.test(segment) || (segment.length <= 40 && !SIX_DIGITS.test(segment)) ? segment : '…'))
    .join('/');
}

/**
 * Security headers on every answer; documents replace the content policy, which allows nothing. Set on Node's own response: through
 * Hono's `Headers` these cost a tenth of the server's time for a list.
 */
export function headers({ appUrl }: Pick<Services, 'appUrl'>): Guard {
  const secure = new Map([
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
  if (appUrl.startsWith('https:')) secure.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  return async (c, next) => {
    c.env.outgoing.setHeaders(secure);
    await next();
  };
}

/** Answers of the API are one person's, and are asked for again each time; a route may say otherwise. */
export const privateAnswers: Guard = async (c, next) => {
  c.env.outgoing.setHeader('cache-control', 'private, no-cache');
  await next();
  // compress() would add this itself, by reading the body as a stream.
  c.res.headers.append('vary', 'Accept-Encoding');
};

/** Answers only to our own names: links and cookies then never carry a name that somebody put in the Host header. */
export function knownHost({ hosts }: Services): Guard {
  return async (c, next) => {
    if (!hosts.has(c.req.header('host')?.toLowerCase() ?? '')) throw new AppError('unknown_host');
    await next();
  };
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Paths where a change may come from elsewhere, each with a proof of its own: a signature over the body, or over the landlord's id. */
const OTHER_ORIGINS: ReadonlySet<string> = new Set(['/api/payments/webhook', '/unsubscribe']);

/** Refuses changes that another site's page sent with our cookie. Clients that are no browser send Origin too. */
export function sameOrigin({ hosts, appUrl }: Services): Guard {
  const { protocol } = new URL(appUrl);
  const origins = new Set([appUrl, ...[...hosts].map((host) => `${protocol}//${host}`)]);
  return async (c, next) => {
    if (!READING.has(c.req.method) && !OTHER_ORIGINS.has(c.req.path) && !origins.has(c.req.header('origin') ?? '')) {
      throw new AppError('wrong_origin');
    }
    await next();
  };
}

/** The most bytes a JSON body may have, where nobody need be signed in and elsewhere, and how long it may take to arrive. */
const MAX_BYTES = { auth: 16 * 1024, elsewhere: 1024 * 1024 };
const MAX_BODY_MS = 20_000;

export type BodyLimits = { milliseconds?: number };

/** Where a body is a file and no JSON: the route reads it, by limits of its own, once it knows who sends it. */
const FILE_BODIES = [/^\/api\/files\/[^/]+$/, /^\/api\/statements$/];

/** Reads a JSON body whole before the work begins, so that a slow or endless one never holds a transaction. */
export function jsonBody({ milliseconds = MAX_BODY_MS }: BodyLimits): Guard {
  return async (c, next) => {
    if (READING.has(c.req.method) || FILE_BODIES.some((path) => path.test(c.req.path))) return next();
    if (!c.req.raw.body) return next();
    const most = MAX_BYTES[c.req.path.startsWith('/api/auth/') ? 'auth' : 'elsewhere'];
    if (Number(c.req.header('content-length') ?? 0) > most) throw new AppError('too_large');
    const text = await readText(c.req.raw.body, { most, milliseconds });
    if (isIntricate(text)) throw new AppError('too_large', { message: TOO_INTRICATE });
    if (text !== '' && !/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      throw new AppError('unsupported_type', { message: 'Please send JSON (Content-Type: application/json).' });
    }
    c.req.raw = new Request(c.req.raw, { body: text });
    return next();
  };
}

/** Parsing and checking take as long as there are values, not bytes: of a megabyte of brackets 0.3 s. */
const MAX_VALUES = 25_000;
const MAX_DEPTH = 20;
const TOO_INTRICATE = `Please send at most ${MAX_VALUES.toLocaleString('en-GB')} values, at most ${MAX_DEPTH} levels deep.`;

/** Whether JSON has more values or levels than any of our routes takes. One pass over its text; what is no JSON is refused later. */
function isIntricate(text: string): boolean {
  let [values, depth, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted && sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ',') values += 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

type TextLimits = { most: number; milliseconds: number };

async function readText(stream: ReadableStream<Uint8Array>, { most, milliseconds }: TextLimits): Promise<string> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('too_slow')), milliseconds);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return textOf(Buffer.concat(chunks));
      bytes += value.byteLength;
      if (bytes > most) throw new AppError('too_large');
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
    throw new AppError('bad_request', { message: 'Please send text in UTF-8.', cause });
  }
}
