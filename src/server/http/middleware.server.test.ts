/** What every request must pass: the right host, the right origin, a body that is JSON, not too large and not too slow. */
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
/** Its messages come from the payment provider's server, signed: billing.api.test.ts. */
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
    'is not answered when it is %s',
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
  ])('may be %s for %s', async (host, path) => {
    expect((await ask(host ?? '', path)).status).toBe(200);
  });
});

it.each(['TRACE', 'PUT', 'PROPFIND'])('the method %s is not answered where nothing needs it', async (method) => {
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
      '415 unsupported_type',
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
    ['413 too_large', 'a level more', { body: '['.repeat(21) + ']'.repeat(21) }],
    ['422 invalid_input', '25,000 values', { body: `[${'1,'.repeat(25_000)}1]` }],
    ['413 too_large', 'a value more', { body: `[${'1,'.repeat(25_001)}1]` }],
    ['422 invalid_input', 'brackets in a text', { body: JSON.stringify({ text: '"\\[,'.repeat(60_000) }) }],
    ['422 invalid_input', 'a megabyte', { body: padded(1024 * 1024) }],
    ['413 too_large', 'a byte more', { body: padded(1024 * 1024 + 1) }],
  ])('is answered %s when it is %s', async (outcome, _, ask) => {
    expect((await send(ask)).outcome).toBe(outcome);
  });

  it.each([
    ['422 invalid_input', 16 * 1024],
    ['413 too_large', 16 * 1024 + 1],
  ])('is answered %s of %i bytes, where nobody need be signed in', async (outcome, bytes) => {
    const ask = { body: padded(bytes), headers: { 'content-type': 'application/json' } };
    expect((await visitor().send('POST', '/api/auth/sign-in/email', ask)).outcome).toBe(outcome);
  });

  it.each(changing)('is taken as JSON only, unless it is a file, for $method $path', async ({ method, path }) => {
    const ada = await landlord();
    const ask = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const isFile = /^\/api\/(files\/[^/]+|statements)$/.test(path);
    // Without a name a file is not taken either, but for that reason.
    expect((await ada.send(method, path, ask)).outcome).toBe(isFile ? '400 bad_request' : '415 unsupported_type');
  });

  const headOf = ({ host, origin }: URL, length: string) => [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: application/json',
    length,
  ];

  it('whose length is told in two ways is refused: a proxy may have believed the other', async () => {
    for (const other of ['Content-Length: 5', 'Transfer-Encoding: chunked']) {
      const asked = exchange(server, { head: [...headOf(own, 'Content-Length: 6'), other], body: ['0\r\n\r\nG'] });
      await expect(asked).rejects.toThrow('HTTP/1.1 400 Bad Request');
    }
  });

  it('of bytes that are no text is refused', async () => {
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
    ['before it is read, when it says its size', `Content-Length: ${100 * MEGABYTE}`, piece],
    ['once it is too much, when it does not say', 'Transfer-Encoding: chunked', `10000\r\n${piece}\r\n`],
  ])('of 100 MB is refused %s, and keeps nobody waiting', async (_, length, one) => {
    const answer = await exchange(server, { head: headOf(own, length), body: pieces(one) });
    expect([answer.outcome, answer.headers.get('connection')]).toEqual(['413 too_large', 'close']);
    expect(answer.sent).toBeLessThan(50 * MEGABYTE);
    expect((await visitor().get('/healthz')).status).toBe(200);
  });

  it('that does not arrive is given up, and the connection with it', async () => {
    const hasty = await startServer({
      database: server.database,
      app: (services, web) => createApp(services, web, { milliseconds: 100 }),
    });
    onTestFinished(() => hasty.stop());
    const head = headOf(new URL(hasty.services.appUrl), 'Content-Length: 100');
    const answer = await exchange(hasty, { head, body: ['{"email":'] });
    expect([answer.outcome, answer.headers.get('connection')]).toEqual(['408 too_slow', 'close']);
  });
});

describe('every answer', () => {
  it('names its request', async () => {
    const answer = await visitor().get('/api/properties');
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).toContain(`"requestId":"${id}"`);
    expect((await visitor().get('/api/properties')).headers.get('x-request-id')).not.toBe(id);
  });

  it('forbids browsers what it does not need', async () => {
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

  it('with a landlord’s data is kept by nobody on the way', async () => {
    const ada = await landlord();
    for (const path of ['/api/properties', '/api/auth/get-session']) {
      expect((await ada.get(path)).headers.get('cache-control')).toBe('private, no-cache');
    }
    expect((await visitor().get('/api/properties')).headers.get('cache-control')).toBe('no-store');
  });
});
