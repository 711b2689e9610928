/** What every request must pass: the right host, the right origin, a body that is JSON, not too large and not too slow. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { landlord, visitor } from '../../../test/landlords.ts';
import { newPerson, newProperty } from '../../../test/make.ts';
import { exchange } from '../../../test/raw.ts';
import { server } from '../../../test/server.ts';
import { startServer } from '../../../test/start-server.ts';
import { createApi, createApp, describeApi } from '../../app/server/app.server.ts';

const own = new URL(server.services.appUrl);
const changing = Object.entries(describeApi(createApi(server.services), own.origin).paths ?? {}).flatMap(
  ([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get')
      .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, randomUUID()) })),
);

describe('the host a request names', () => {
  const ask = (host: string, path = '/') => exchange(server, { head: [`GET ${path} HTTP/1.1`, `Host: ${host}`] });

  it.each(['evil.example', `evil.example:${own.port}`, 'localhost', `localhost:1${own.port}`, '', 'localhost:80@evil'])(
    'is not answered when it is %s',
    async (host) => {
      for (const path of ['/', '/api/properties', '/api/auth/get-session', '/nowhere']) {
        const answer = await ask(host, path);
        expect([400, 421]).toContain(answer.status);
        expect(answer.text).not.toContain('evil');
      }
    },
  );

  it('is answered 421 when it is another’s', async () => {
    expect((await ask('evil.example')).outcome).toBe('421 unknown_host');
  });

  it('may be any way to say this machine, in any case', async () => {
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      expect((await ask(`${name}:${own.port}`)).status).toBe(200);
    }
  });

  it('does not matter to who asks whether the server lives', async () => {
    expect((await ask('10.0.0.7', '/healthz')).status).toBe(200);
    expect((await ask('10.0.0.7', '/readyz')).status).toBe(200);
  });
});

describe('the origin of a change', () => {
  it.each(changing)('must be our own for $method $path', async ({ method, path }) => {
    const ada = await landlord();
    const foreign = ['', 'null', 'https://evil.example', `http://localhost:${own.port}.evil.example`, `${own.origin}/`];
    for (const origin of [...foreign, own.origin.replace('http:', 'https:')]) {
      expect((await ada.send(method, path, { headers: { origin }, body: {} })).outcome).toBe('403 wrong_origin');
    }
    const head = [`${method} ${path} HTTP/1.1`, `Host: ${own.host}`, `Cookie: ${ada.cookieHeader()}`];
    expect((await exchange(server, { head: [...head, 'Content-Length: 0'] })).outcome).toBe('403 wrong_origin');
  });

  it('is found wrong before anything is done', async () => {
    const ada = await landlord();
    const evil = { headers: { origin: 'https://evil.example' } };
    expect((await ada.post('/api/auth/sign-out', undefined, evil)).outcome).toBe('403 wrong_origin');
    expect((await ada.get('/api/properties')).status).toBe(200);
  });
});

describe('a body', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/jsonp', ''])(
    'is not taken as %s',
    async (type) => {
      const ada = await landlord();
      const ask = { headers: { 'content-type': type }, body: JSON.stringify(newProperty()) };
      expect((await ada.send('POST', '/api/properties', ask)).outcome).toBe('415 unsupported_type');
    },
  );

  it.each(changing)('is taken as JSON only, unless it is a file, for $method $path', async ({ method, path }) => {
    const ada = await landlord();
    const ask = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    const isFile = /^\/api\/files\/[^/]+$/.test(path);
    // Without a name a file is not taken either, but for that reason.
    expect((await ada.send(method, path, ask)).outcome).toBe(isFile ? '400 bad_request' : '415 unsupported_type');
  });

  it('is taken as JSON in any of its spellings', async () => {
    const ada = await landlord();
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      const ask = { headers: { 'content-type': type }, body: newProperty() };
      expect((await ada.send('POST', '/api/properties', ask)).status).toBe(201);
    }
  });

  it.each(['{"address":', '{', 'undefined', 'NaN', "{'address': 1}", '{"a":1}{"b":2}', '\uFEFF\u0000', ''])(
    'that is no JSON (%s) is refused as such',
    async (body) => {
      const ada = await landlord();
      expect((await ada.send('POST', '/api/properties', { body })).outcome).toBe('400 bad_request');
      expect((await visitor().send('POST', '/api/auth/sign-up/email', { body })).outcome).toBe('400 bad_request');
    },
  );

  it.each(['null', '[]', '"text"', '1', 'true', '[[[[]]]]', '['.repeat(400_000) + ']'.repeat(400_000)])(
    'that is JSON but no object is refused by its fields',
    async (body) => {
      const ada = await landlord();
      expect((await ada.send('POST', '/api/properties', { body })).outcome).toBe('422 invalid_input');
    },
  );

  it('of bytes that are no text is refused', async () => {
    const bytes = `{"email":"\xff\xfe","password":"12345678"}`;
    const head = ['POST /api/auth/sign-in/email HTTP/1.1', `Host: ${own.host}`, `Origin: ${own.origin}`];
    const answer = await exchange(server, {
      head: [...head, 'Content-Type: application/json', `Content-Length: ${bytes.length}`],
      body: [bytes],
    });
    expect(answer.outcome).toBe('400 bad_request');
  });

  it('of a megabyte is read, of a byte more is not', async () => {
    const ada = await landlord();
    const padded = (bytes: number) => `${' '.repeat(bytes - 2)}{}`;
    expect((await ada.send('POST', '/api/properties', { body: padded(1024 * 1024) })).outcome).toBe(
      '422 invalid_input',
    );
    expect((await ada.send('POST', '/api/properties', { body: padded(1024 * 1024 + 1) })).outcome).toBe(
      '413 too_large',
    );
  });

  describe('of 100 MB', () => {
    const megabytes = 100;
    const head = (length: string) => [
      'POST /api/auth/sign-up/email HTTP/1.1',
      `Host: ${own.host}`,
      `Origin: ${own.origin}`,
      'Content-Type: application/json',
      length,
    ];
    const piece = 'x'.repeat(64 * 1024);

    it('is refused before it is read, when it says its size', async () => {
      const pieces = function* () {
        for (let count = 0; count < megabytes * 16; count++) yield piece;
      };
      const answer = await exchange(server, {
        head: head(`Content-Length: ${megabytes * 1024 * 1024}`),
        body: pieces(),
      });
      expect(answer.outcome).toBe('413 too_large');
      expect(answer.headers.get('connection')).toBe('close');
    });

    it('is refused once it is too much, when it does not say', async () => {
      const pieces = function* () {
        for (let count = 0; count < megabytes * 16; count++) yield `10000\r\n${piece}\r\n`;
        yield '0\r\n\r\n';
      };
      const answer = await exchange(server, { head: head('Transfer-Encoding: chunked'), body: pieces() });
      expect(answer.outcome).toBe('413 too_large');
      expect(answer.sent).toBeLessThan(50 * 1024 * 1024);
    });

    it('does not keep others waiting', async () => {
      expect((await visitor().get('/healthz')).status).toBe(200);
    });
  });

  it('that does not arrive is given up, and the connection with it', async () => {
    const hasty = await startServer({
      database: server.database,
      app: (services, web) => createApp(services, web, { milliseconds: 100 }),
    });
    try {
      const { host, origin } = new URL(hasty.services.appUrl);
      const answer = await exchange(hasty, {
        head: [
          'POST /api/auth/sign-in/email HTTP/1.1',
          `Host: ${host}`,
          `Origin: ${origin}`,
          'Content-Type: application/json',
          'Content-Length: 100',
        ],
        body: ['{"email":'],
      });
      expect(answer.outcome).toBe('408 too_slow');
      expect(answer.headers.get('connection')).toBe('close');
    } finally {
      await hasty.stop();
    }
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
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
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
