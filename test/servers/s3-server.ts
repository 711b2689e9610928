/** An in-memory S3 store on loopback, with the part of Amazon's HTTP API that the adapter uses. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Place } from '../../src/outside/files/s3.server.ts';

/** A fault for one of the next requests. */
export type S3Fault =
  | { kind: 'answer'; status: number; code: string }
  /** The body and the connection end after this number of bytes. */
  | { kind: 'cut'; after: number }
  | { kind: 'silence' };

export type S3Server = {
  place: S3Place;
  env: Record<string, string>;
  /** The requests in order, as 'METHOD path content-type'. */
  asked: string[];
  faults: S3Fault[];
  /** Contents by '/bucket/key'. */
  objects: Map<string, Buffer>;
  /** Whether If-None-Match rejects existing keys, as in newer stores. */
  conditional: boolean;
  stop(): Promise<void>;
};

const BUCKET = 'tenure-files';
const ACCESS_KEY_ID = 'TESTKEY';
const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

export async function startS3(): Promise<S3Server> {
  const listener = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const endpoint = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: S3Server = {
    place: {
      endpoint,
      bucket: BUCKET,
      region: 'eu-west-2',
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_KEY,
    },
    env: {
      FILES_S3_URL: endpoint,
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_REGION: 'eu-west-2',
      FILES_S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
      FILES_S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    asked: [],
    faults: [],
    objects: new Map(),
    conditional: true,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    server.asked.push([method, url, headers['content-type']].filter(Boolean).join(' '));
    const fault = server.faults.shift();
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'answer') return refuse(response, fault.status, fault.code);
    if (!isSigned({ method, url, headers, body })) return refuse(response, 403, 'SignatureDoesNotMatch');
    const kept = reply(server, { method, url, headers, body });
    if (kept.status >= 400) return refuse(response, kept.status, kept.code);
    response.writeHead(kept.status, kept.headers);
    if (method === 'HEAD') return response.end();
    if (fault?.kind !== 'cut') return response.end(kept.body);
    response.write(kept.body.subarray(0, fault.after), () => response.destroy());
  }
}

type Params = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };
type Reply = { status: number; code: string; headers: Record<string, string | number>; body: Buffer };

const replied = (status: number, { code = '', body = Buffer.alloc(0), headers = {} }: Partial<Reply> = {}): Reply => ({
  status,
  code,
  body,
  headers: { ...(status !== 204 && { 'content-length': body.length }), ...headers },
});

function reply({ objects, conditional }: S3Server, { method, url, headers, body }: Params): Reply {
  const [path = '', query] = url.split('?');
  const [, bucket, key] = path.split('/');
  if (bucket !== BUCKET) return replied(404, { code: 'NoSuchBucket' });
  if (!key) {
    const keys = [...objects.keys()].map((name) => `<Contents><Key>${name}</Key></Contents>`);
    return replied(200, { body: Buffer.from(query ? `<ListBucketResult>${keys.join('')}</ListBucketResult>` : '') });
  }
  if (method === 'PUT') {
    if (conditional && headers['if-none-match'] === '*' && objects.has(path))
      return replied(412, { code: 'PreconditionFailed' });
    objects.set(path, body);
    return replied(200);
  }
  if (method === 'DELETE') {
    objects.delete(path);
    return replied(204);
  }
  const object = objects.get(path);
  if (!object) return replied(404, { code: 'NoSuchKey' });
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (!from) return replied(200, { body: object });
  if (Number(from) >= object.length) return replied(416, { code: 'InvalidRange' });
  const part = object.subarray(Number(from), Number(to) + 1);
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`;
  return replied(206, { body: part, headers: { 'content-range': range } });
}

function refuse(response: ServerResponse, status: number, code: string) {
  // Real stores quote the request in errors, and its secrets must not reach a log.
  const xml = `<Error><Code>${code}</Code><AWSAccessKeyId>${ACCESS_KEY_ID}</AWSAccessKeyId><Sent>${SECRET_KEY}</Sent></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(xml);
}

/** Checks Signature Version 4 by its specification, independent of the code under test. */
function isSigned({ method, url, headers, body }: Params): boolean {
  const sent =
    /^AWS4-HMAC-SHA256 Credential=TESTKEY\/(\d{8}\/eu-west-2\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/;
  const [, scope, names, signature] = sent.exec(headers.authorization ?? '') ?? [];
  if (!scope || !names || !signature) return false;
  const hash = headers['x-amz-content-sha256'];
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;
  const [path, query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query.split('&').sort().join('&'), lines.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((from, step) => hmac(from, step), `AWS4${SECRET_KEY}`);
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
