/** A minimal browser, which sends requests from one address with the site's Origin and keeps cookies. */
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { ErrorAnswer } from '../../src/server/http/errors.server.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
  /** Parses the JSON body by `schema`. */
  as<T extends z.ZodType>(schema: T): z.output<T>;
  /** 'served', or the status and code of an error, such as '404 not_found'. */
  outcome: string;
  code: string;
  fields: Record<string, string>;
};

/** `body` is sent as JSON unless it is text or bytes. */
export type Ask = { headers?: Record<string, string>; body?: unknown };

/** The server's local URL, and its public one. */
export type Address = { url: string; services: { appUrl: string } };

export type Browser = ReturnType<typeof openBrowser>;

// Test files start at different addresses, because rate limits count by address in a shared database.
let addresses = randomInt(2 ** 28);

/** Returns an unused address of the reserved range 240.0.0.0/4. */
function newAddress(): string {
  addresses = (addresses + 1) % 2 ** 28;
  return `${240 + (addresses >> 24)}.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Opens a browser without cookies, by default at a new address. `program` replaces the Origin with other headers. */
export function openBrowser(server: Address, address = newAddress(), program?: Record<string, string>) {
  const cookies = new Map<string, string>();

  async function send(method: string, path: string, { headers = {}, body }: Ask = {}): Promise<Answer> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(program ?? { origin: server.services.appUrl }),
        // Compressing every response would take a tenth of the tests' time.
        'accept-encoding': 'identity',
        // The server may close a keep-alive connection just when it is reused.
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
    cookies,
    cookieHeader,
    send,
    get: (path: string, ask?: Ask) => send('GET', path, ask),
    post: (path: string, body?: unknown, ask?: Ask) => send('POST', path, { ...ask, body }),
    /** `version` is sent in If-Match. */
    put: (path: string, body: unknown, version?: number) => send('PUT', path, { ...ifMatch(version), body }),
    patch: (path: string, body: unknown, version?: number) => send('PATCH', path, { ...ifMatch(version), body }),
    delete: (path: string, version?: number) => send('DELETE', path, ifMatch(version)),
  };
}

/** Returns the whole body, or the first chunk of an event stream. */
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
