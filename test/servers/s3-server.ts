/** A store that speaks S3, on this machine: s3rver keeps the objects, and a proxy before it checks what s3rver does not. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import type { S3Place } from '../../src/outside/files/s3.server.ts';

/** Faults for the next requests, one each, instead of the store's answer. */
export type Mishap =
  | { kind: 'answer'; status: number; code: string }
  /** The body ends after so many bytes, and the connection with it. */
  | { kind: 'cut'; after: number }
  /** No answer at all. */
  | { kind: 'silence' };

export type S3Server = {
  place: S3Place;
  /** The settings that lead a server there. */
  env: Record<string, string>;
  /** 'METHOD path content-type' of each request that came, in order. */
  asked: string[];
  mishaps: Mishap[];
  /** Whether a key that is taken is refused with If-None-Match, as newer stores do. */
  conditional: boolean;
  stop(): Promise<void>;
};

const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

export async function startS3(folder: string): Promise<S3Server> {
  const keeper = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'tenure-files', configs: [] }],
  });
  const { port: inner } = await keeper.run();
  const taken = new Set<string>();
  const proxy = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const server: S3Server = {
    place: {
      endpoint,
      bucket: 'tenure-files',
      region: 'eu-west-2',
      accessKeyId: 'S3RVER',
      secretAccessKey: SECRET_KEY,
    },
    env: {
      FILES_S3_URL: endpoint,
      FILES_S3_BUCKET: 'tenure-files',
      FILES_S3_REGION: 'eu-west-2',
      FILES_S3_ACCESS_KEY_ID: 'S3RVER',
      FILES_S3_SECRET_ACCESS_KEY: SECRET_KEY,
    },
    asked: [],
    mishaps: [],
    conditional: true,
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await keeper.close();
    },
  };
  return server;

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = incoming;
    const body = await buffer(incoming);
    server.asked.push([method, url, headers['content-type']].filter(Boolean).join(' '));
    const mishap = server.mishaps.shift();
    if (mishap?.kind === 'silence') return;
    if (mishap?.kind === 'answer') return refuse(response, mishap.status, mishap.code);
    if (!isSigned({ method, url, headers, body })) return refuse(response, 403, 'SignatureDoesNotMatch');
    if (method === 'PUT' && headers['if-none-match'] === '*' && server.conditional) {
      if (taken.has(url)) return refuse(response, 412, 'PreconditionFailed');
      taken.add(url);
    }
    const kept = await ask({ port: inner, method, url, headers, body });
    if (method === 'DELETE') taken.delete(url);
    response.writeHead(kept.status, kept.headers);
    if (mishap?.kind !== 'cut') return response.end(kept.body);
    response.write(kept.body.subarray(0, mishap.after), () => response.destroy());
  }
}

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer };

async function ask({ port, body, method, url, headers }: Asked & { port: number }) {
  const asking = request({ host: '127.0.0.1', port, method, path: url, headers });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: bytes };
}

function refuse(response: ServerResponse, status: number, code: string) {
  // Real stores quote what they were sent, so that it must not reach a log.
  const said = `<Error><Code>${code}</Code><AWSAccessKeyId>S3RVER</AWSAccessKeyId><Sent>${SECRET_KEY}</Sent></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(said);
}

/** Signature Version 4, as its specification says and without the code under test. */
function isSigned({ method, url, headers, body }: Asked): boolean {
  const sent =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\d{8}\/eu-west-2\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/;
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
