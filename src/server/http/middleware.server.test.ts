import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { landlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newPerson, newProperty } from '../../../test/fixtures/make.ts';
import type { Ask } from '../../../test/reading/browser.ts';
import { exchange } from '../../../test/reading/raw.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { createApi, createApp, describeApi } from '../../app/server/app.server.ts';

const own = new URL(server.services.appUrl);
/** Accepts the payment provider's signature instead of an origin (billing.api.test.ts). */
const WEBHOOK = '/api/payments/webhook';
const changing = Object.entries(describeApi(createApi(server.services), server.services).paths ?? {}).flatMap(
  ([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, randomUUID()) })),
);

describe('the host of a request', () => {
  const ask = (host: string, path = '/') => exchange(server, { head: [`GET ${path} HTTP/1.1`, `Host: ${host}`] });

  it.each(['evil.example', `evil.example:${own.port}`, 'localhost', `localhost:1${own.port}`, '', 'localhost:80@evil'])(
    'is rejected when it is %s',
    async (host) => {
      for (const path of ['/', '/api/properties', '/api/auth/get-session', '/nowhere']) {
        const answer = await ask(host, path);
        expect(['400 ', '421 unknown_host']).toContain(answer.outcome);
        expect(answer.text).not.toContain('evil');
      }
    },
  );

  it.each([
    ...['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'].map((name) => [`${name}:${own.port}`, '/']),
    ...['/healthz', '/readyz'].map((path) => ['10.0.0.7', path]),
  ])('is accepted as %s for %s', async (host, path) => {
    expect((await ask(host ?? '', path)).status).toBe(200);
  });
});

it.each(['TRACE', 'PUT', 'PROPFIND'])('rejects the method %s where it is not used', async (method) => {
  for (const path of ['/', '/api/properties', '/healthz']) {
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${own.host}`, `Origin: ${own.origin}`, 'X-Secret: mine'];
    const answer = await exchange(server, { head: [...head, 'Content-Length: 0'] });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('mine');
  }
});

describe('the origin of a change', () => {
  it.each(changing.filter(({ path }) => path !== WEBHOOK))(
    'must be our own for $method $path',
    async ({ method, path }) => {
      const ada = await landlord();
      const foreign = [
        '',
        'null',
        'https://evil.example',
        `http://localhost:${own.port}.evil.example`,
        `${own.origin}/`,
      ];
      for (const origin of [...foreign, own.origin.replace('http:', 'https:')]) {
        expect((await ada.send(method, path, { headers: { origin }, body: {} })).outcome).toBe('403 wrong_origin');
      }
      const head = [`${method} ${path} HTTP/1.1`, `Host: ${own.host}`, `Cookie: ${ada.cookieHeader()}`];
      expect((await exchange(server, { head: [...head, 'Content-Length: 0'] })).outcome).toBe('403 wrong_origin');
      expect((await ada.get('/api/properties')).status).toBe(200);
    },
  );
});

describe('a body', () => {
  const send = async (ask: Ask) => (await landlord()).send('POST', '/api/properties', ask);
  const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'Application/JSON'];
  const OTHER_TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ];
  const property = JSON.stringify(newProperty());
  const padded = (bytes: number) => `${' '.repeat(bytes - 2)}{}`;

  it.each<[outcome: string, what: string, Ask]>([
    ...JSON_TYPES.map((type): [string, string, Ask] => [
      'served',
      type,
      { headers: { 'content-type': type }, body: property },
    ]),
    ...OTHER_TYPES.map((type): [string, string, Ask] => [
      '415 unsupported_media_type',
      type,
      { headers: { 'content-type': type }, body: property },
    ]),
    ...['{"address":', '{', 'undefined', 'NaN', "{'address': 1}", '{"a":1}{"b":2}', '\uFEFF\u0000', ''].map(
      (body): [string, string, Ask] => ['400 bad_request', body, { body }],
    ),
    ...['null', '[]', '"text"', '1', 'true', '[[[[]]]]'].map((body): [string, string, Ask] => [
      '422 invalid_input',
      body,
      { body },
    ]),
    ['422 invalid_input', 'twenty levels', { body: '['.repeat(20) + ']'.repeat(20) }],
    ['413 payload_too_large', 'one level more', { body: '['.repeat(21) + ']'.repeat(21) }],
    ['422 invalid_input', '25,000 values', { body: `[${'1,'.repeat(25_000)}1]` }],
    ['413 payload_too_large', 'one value more', { body: `[${'1,'.repeat(25_001)}1]` }],
    ['422 invalid_input', 'brackets in a text', { body: JSON.stringify({ text: '"\\[,'.repeat(60_000) }) }],
    ['422 invalid_input', 'a megabyte', { body: padded(1024 * 1024) }],
    ['413 payload_too_large', 'one byte more', { body: padded(1024 * 1024 + 1) }],
  ])('returns %s when it is %s', async (outcome, _, ask) => {
    expect((await send(ask)).outcome).toBe(outcome);
  });

  it.each([
    ['422 invalid_input', 16 * 1024],
    ['413 payload_too_large', 16 * 1024 + 1],
  ])('returns %s for %i bytes where no session is needed', async (outcome, bytes) => {
    const ask = { body: padded(bytes), headers: { 'content-type': 'application/json' } };
    expect((await visitor().send('POST', '/api/auth/sign-in/email', ask)).outcome).toBe(outcome);
  });

  it.each(changing)('must be JSON unless it is a file, for $method $path', async ({ method, path }) => {
    const ada = await landlord();
    const ask = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const isFile = /^\/api\/(files\/[^/]+|statements|imports(\/[^/]+\/files)?|my-data\/restores)$/.test(path);
    // Routes for files reject this body too, for other reasons.
    const { status } = await ada.send(method, path, ask);
    expect([status >= 400, status === 415]).toEqual([true, !isFile]);
  });

  const headOf = ({ host, origin }: URL, length: string) => [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: application/json',
    length,
  ];

  it('is rejected with conflicting lengths, against request smuggling', async () => {
    for (const other of ['Content-Length: 5', 'Transfer-Encoding: chunked']) {
      const response = exchange(server, { head: [...headOf(own, 'Content-Length: 6'), other], body: ['0\r\n\r\nG'] });
      await expect(response).rejects.toThrow('HTTP/1.1 400 Bad Request');
    }
  });

  it('is rejected if it is not valid UTF-8', async () => {
    const bytes = `{"email":"\xff\xfe","password":"12345678"}`;
    const answer = await exchange(server, { head: headOf(own, `Content-Length: ${bytes.length}`), body: [bytes] });
    expect(answer.outcome).toBe('400 bad_request');
  });

  const MEGABYTE = 1024 * 1024;
  const piece = 'x'.repeat(64 * 1024);
  function* pieces(one: string) {
    for (let count = 0; count < 100 * 16; count++) yield one;
  }

  it.each([
    ['before reading if it declares its size', `Content-Length: ${100 * MEGABYTE}`, piece],
    ['while reading if it does not', 'Transfer-Encoding: chunked', `10000\r\n${piece}\r\n`],
  ])('is rejected at 100 MB %s, without blocking others', async (_, length, one) => {
    const answer = await exchange(server, { head: headOf(own, length), body: pieces(one) });
    expect([answer.outcome, answer.headers.get('connection')]).toEqual(['413 payload_too_large', 'close']);
    expect(answer.sent).toBeLessThan(50 * MEGABYTE);
    expect((await visitor().get('/healthz')).status).toBe(200);
  });

  it('times out and closes the connection if it never arrives', async () => {
    const hasty = await startServer({
      database: server.database,
      app: (services, web) => createApp(services, web, { milliseconds: 100 }),
    });
    onTestFinished(() => hasty.stop());
    const head = headOf(new URL(hasty.services.appUrl), 'Content-Length: 100');
    const answer = await exchange(hasty, { head, body: ['{"email":'] });
    expect([answer.outcome, answer.headers.get('connection')]).toEqual(['408 request_timeout', 'close']);
  });
});

describe('every response', () => {
  it('has a request id', async () => {
    const answer = await visitor().get('/api/properties');
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).toContain(`"requestId":"${id}"`);
    expect((await visitor().get('/api/properties')).headers.get('x-request-id')).not.toBe(id);
  });

  it('has security headers', async () => {
    const ada = await landlord();
    const answers = await Promise.all([
      ada.get('/api/properties'),
      ada.get('/api/nowhere'),
      ada.get('/'),
      ada.get('/nowhere'),
      visitor().post('/api/auth/sign-up/email', { ...newPerson(), email: 'x' }),
      visitor().get('/healthz'),
      visitor().send('POST', '/', { headers: { origin: 'https://evil.example' } }),
    ]);
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      });
      for (const one of ['base-uri', 'frame-ancestors'])
        expect(headers.get('content-security-policy')).toContain(`${one} 'none'`);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect([headers.has('x-powered-by'), headers.has('server')]).toEqual([false, false]);
      expect(headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('is not cached by proxies when it has a landlord’s data', async () => {
    const ada = await landlord();
    for (const path of ['/api/properties', '/api/auth/get-session']) {
      expect((await ada.get(path)).headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await visitor().get('/api/properties')).headers.get('cache-control')).toBe('no-store');
  });
});
