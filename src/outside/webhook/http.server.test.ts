import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
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

it('names its host in TLS, and fails without a certificate for it', async () => {
  const names: string[] = [];
  const tls = createServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error('No certificate'));
    },
  });
  tls.listen(0, '127.0.0.1');
  await once(tls, 'listening');
  const { port: tlsPort } = tls.address() as AddressInfo;
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const webhooks = httpWebhooks({ allowed: ['hooks.example'], resolve });
  const answer = await webhooks.post({ url: `https://hooks.example:${tlsPort}/`, headers: {}, body: '' });
  tls.close();
  expect(answer.status).toBeUndefined();
  expect(names).toEqual(['hooks.example']);
});

describe('a name that leads into the network of the server', () => {
  const request = { url: `https://hooks.example:${port}/`, headers: {}, body: '' };

  it('is refused when it is saved, and after it has changed', async () => {
    let address = '93.184.215.14';
    const webhooks = httpWebhooks({ allowed: [], resolve: async () => [{ address, family: 4 }] });
    expect(await webhooks.problem(request.url)).toBeUndefined();
    address = '127.0.0.1';
    expect(await webhooks.problem(request.url)).toBe('Enter an address on the public internet');
    expect(await webhooks.post(request)).toMatchObject({ status: undefined, failure: 'address' });
  });

  it('is looked up once for a try, and the connection uses that address', async () => {
    let lookups = 0;
    // Allowed, so that the answer shows where the connection went.
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
