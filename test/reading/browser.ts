/** What a browser does and no more: sends requests from one address with the site's Origin, keeps cookies. */
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { ErrorAnswer } from '../../src/server/http/errors.server.ts';

/** An answer, read whole. */
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The body as it came. */
  bytes: Buffer;
  /** The JSON of the body, in the shape of `schema`. */
  as<T extends z.ZodType>(schema: T): z.output<T>;
  /** 'served', or the status and code of a failed answer: '404 not_found'. */
  outcome: string;
  /** The code of a failed answer; empty when it is none. */
  code: string;
  /** The sentences by field of a failed answer. */
  fields: Record<string, string>;
};

/** `body` is JSON, or a text, or the bytes of a file. */
export type Ask = { headers?: Record<string, string>; body?: unknown };

/** Where a server listens, and what it calls itself. */
export type Address = { url: string; services: { appUrl: string } };

export type Browser = ReturnType<typeof openBrowser>;

// Files that share a database begin at different places: what one has done at an address would count for the next.
let addresses = randomInt(2 ** 28);

/** An IPv4 address that no other browser has, of those that are nobody's. */
function newAddress(): string {
  addresses = (addresses + 1) % 2 ** 28;
  return `${240 + (addresses >> 24)}.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** A new browser without cookies, at an address of its own. */
export function openBrowser(server: Address, address = newAddress()) {
  const cookies = new Map<string, string>();

  /** Sends a request as it is told; `body` becomes JSON unless it is text or bytes already. */
  async function send(method: string, path: string, { headers = {}, body }: Ask = {}): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: server.services.appUrl,
        // A connection that is kept may be closed by the server just as it is used again.
        connection: 'close',
        'x-forwarded-for': address,
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isAsItIs(body) ? body : JSON.stringify(body) }),
    });
    keep(response.headers.getSetCookie());
    return answerOf(response.status, response.headers, await bytesOf(response));
  }

  function keep(received: string[]): void {
    for (const line of received) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const ended = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
      if (ended) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  function cookieHeader(): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  return {
    address,
    /** By name, as they stand. */
    cookies,
    cookieHeader,
    send,
    get: (path: string, ask?: Ask) => send('GET', path, ask),
    post: (path: string, body?: unknown, ask?: Ask) => send('POST', path, { ...ask, body }),
    /** `version` goes into If-Match. */
    put: (path: string, body: unknown, version?: number) => send('PUT', path, { ...ifMatch(version), body }),
    patch: (path: string, body: unknown, version?: number) => send('PATCH', path, { ...ifMatch(version), body }),
    delete: (path: string, version?: number) => send('DELETE', path, ifMatch(version)),
  };
}

/** All of it; of a stream of events, which has no end, what comes first. */
async function bytesOf(response: Response): Promise<Buffer> {
  const endless = response.body && response.headers.get('content-type') === 'text/event-stream';
  if (!endless) return Buffer.from(await response.arrayBuffer());
  const reader = response.body.getReader();
  const { value = new Uint8Array() } = await reader.read();
  await reader.cancel();
  return Buffer.from(value);
}

function isAsItIs(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function ifMatch(version: number | undefined): Ask {
  return version === undefined ? {} : { headers: { 'if-match': `"${version}"` } };
}

/** An answer from its parts, for requests that were not sent by `send`. */
export function answerOf(status: number, headers: Headers, body: Buffer | string): Answer {
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
  const { error } = ErrorAnswer.partial().safeParse(isJson ? JSON.parse(text) : {}).data ?? {};
  return {
    status,
    headers,
    text,
    bytes,
    as: (schema) => schema.parse(JSON.parse(text)),
    outcome: status < 400 ? 'served' : `${status} ${error?.code ?? ''}`,
    code: error?.code ?? '',
    fields: error?.fields ?? {},
  };
}
