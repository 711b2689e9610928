import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { startReceiver } from '../../../test/servers/webhook-receiver.ts';
import { httpWebhooks } from './http.server.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());

const { port } = new URL(receiver.url);
const open = httpWebhooks({ allowed: ['127.0.0.1'], timeoutMs: 1_000 });
const post = (path: string, webhooks = open) =>
  webhooks.post({ url: `${receiver.url}${path}`, headers: { 'webhook-id': 'msg_1' }, body: '{"type":"test"}' });

describe('a webhook', () => {
  it('is posted with its headers and body', async () => {
    expect(await post('/200')).toMatchObject({ status: 200, failure: undefined });
    expect(receiver.to('/200')).toMatchObject([
      { headers: { 'webhook-id': 'msg_1', 'content-length': '15' }, body: '{"type":"test"}' },
    ]);
  });

  it.each([301, 410, 429, 500])('returns the status %s without following a redirect', async (status) => {
    expect(await post(`/${status}`)).toMatchObject({ status, failure: undefined });
    expect(receiver.to('/200-elsewhere')).toEqual([]);
  });

  it('returns Retry-After, and does not wait for a body', async () => {
    receiver.answer('/slow', 503, { 'retry-after': '120' });
    expect(await post('/slow')).toMatchObject({ status: 503, retryAfter: '120' });
  });

  it('fails without an answer in time, a connection, or TLS', async () => {
    expect(await post('/never')).toMatchObject({ status: undefined, failure: 'timeout' });
    expect(await post('/cut')).toMatchObject({ status: undefined, failure: 'connection' });
    const refused = { url: 'http://127.0.0.1:1/', headers: {}, body: '' };
    expect(await open.post(refused)).toMatchObject({ failure: 'connection' });
    const secure = { url: `https://127.0.0.1:${port}/`, headers: {}, body: '' };
    expect(await open.post(secure)).toMatchObject({ status: undefined });
  });

  it('fails in time if its host’s name is not resolved', async () => {
    const hanging = httpWebhooks({ allowed: [], timeoutMs: 50, resolve: () => new Promise(() => {}) });
    expect(await hanging.post({ url: 'https://hooks.example/', headers: {}, body: '' })).toMatchObject({
      failure: 'timeout',
    });
    const unknown = httpWebhooks({ allowed: [], resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await unknown.post({ url: 'https://hooks.example/', headers: {}, body: '' })).toMatchObject({
      failure: 'name',
    });
  });
});

const pem = (name: string) => readFileSync(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url), 'utf8');
const localhost = async () => [{ address: '127.0.0.1', family: 4 }];

describe('over TLS', () => {
  const names: string[] = [];
  const secure = createServer({ key: pem('hooks.example.key.pem'), cert: pem('hooks.example.pem') }, (_, response) => {
    response.end('A body');
  });
  secure.on('secureConnection', ({ servername }: TLSSocket) => names.push(String(servername)));
  const listening = once(secure.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    secure.close();
    secure.closeAllConnections();
  });
  async function answerOf(host: string, ca?: string) {
    await listening;
    const webhooks = httpWebhooks({ allowed: [host], resolve: localhost, ...(ca && { ca }) });
    const { port } = secure.address() as AddressInfo;
    return webhooks.post({ url: `https://${host}:${port}/`, headers: {}, body: '{}' });
  }

  it('is sent to a host with a trusted certificate for its name', async () => {
    expect(await answerOf('hooks.example', pem('authority.pem'))).toMatchObject({ status: 200, failure: undefined });
    expect(names).toEqual(['hooks.example']);
  });

  it.each([
    ['of another host', 'elsewhere.example', pem('authority.pem')],
    ['by an authority that is not trusted', 'hooks.example', undefined],
  ])('is refused for a certificate %s', async (_, host, ca) => {
    expect(await answerOf(host, ca)).toMatchObject({ status: undefined, failure: 'certificate' });
  });
});

describe('a connection', () => {
  const connections: Socket[] = [];
  /** Destroys a connection on a request to '/once', unless it is the connection's first request. */
  const counting = createPlainServer((request, response) => {
    const { socket } = request;
    if (request.url === '/once' && used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end(request.url === '/long' ? 'x'.repeat(100_000) : 'A body');
  });
  const used = new WeakSet<Socket>();
  counting.on('connection', (socket: Socket) => connections.push(socket));
  const listening = once(counting.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    counting.close();
    counting.closeAllConnections();
  });
  let address = '127.0.0.1';
  const webhooks = httpWebhooks({ allowed: ['hooks.example'], resolve: async () => [{ address, family: 4 }] });
  async function posted(path: string) {
    await listening;
    const { port } = counting.address() as AddressInfo;
    const before = connections.length;
    const { status } = await webhooks.post({ url: `http://hooks.example:${port}${path}`, headers: {}, body: '{}' });
    return [status, connections.length - before];
  }

  it('is used again, except after a long body', async () => {
    expect([await posted('/'), await posted('/'), await posted('/long'), await posted('/')]).toEqual([
      [200, 1],
      [200, 0],
      [200, 0],
      [200, 1],
    ]);
  });

  it('is replaced if the receiver has closed it', async () => {
    expect(await posted('/')).toEqual([200, 0]);
    expect(await posted('/once')).toEqual([200, 1]);
  });

  it('is not used again once the name has another address', async () => {
    expect(await posted('/')).toEqual([200, 0]);
    address = '127.0.0.2';
    expect(await posted('/')).toEqual([undefined, 0]);
  });
});

describe('a host name with an address in the server’s network', () => {
  const request = { url: `https://hooks.example:${port}/`, headers: {}, body: '' };

  it('is refused when it is saved, and after it has changed', async () => {
    let address = '93.184.215.14';
    const webhooks = httpWebhooks({ allowed: [], resolve: async () => [{ address, family: 4 }] });
    expect(await webhooks.problem(request.url)).toBeUndefined();
    address = '127.0.0.1';
    expect(await webhooks.problem(request.url)).toBe('Enter an address on the public internet');
    expect(await webhooks.post(request)).toMatchObject({ status: undefined, failure: 'address' });
  });

  it('is looked up once for an attempt, and the connection uses that address', async () => {
    let lookups = 0;
    // The host is allowed, so that the response shows which address was used.
    const webhooks = httpWebhooks({
      allowed: ['hooks.example'],
      resolve: async () => {
        lookups += 1;
        return [{ address: '127.0.0.1', family: 4 }];
      },
    });
    const answer = await webhooks.post({ ...request, url: `http://hooks.example:${port}/named` });
    expect([answer.status, lookups]).toEqual([200, 1]);
    expect(receiver.to('/named')).toMatchObject([{ headers: { host: `hooks.example:${port}` } }]);
  });
});
