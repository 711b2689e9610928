import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.server.ts';

const GET = 'GET / HTTP/1.1\r\nhost: tenure.example\r\n';

async function open(limits: NonNullable<Parameters<typeof listen>[0]['limits']>) {
  const listening = await listen({ port: undefined, host: '127.0.0.1', limits });
  onTestFinished(() => listening.close(0));
  listening.answerWith((_, response) => void response.end('served'));
  return async (): Promise<Socket> => {
    const socket = connect(listening.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
}

async function served(socket: Socket): Promise<boolean> {
  socket.write(`${GET}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().includes('served');
}

describe('connections beyond the limit', () => {
  it('are closed while others are served, until one ends', async () => {
    const another = await open({ maxConnections: 2 });
    const [first, second] = [await another(), await another()];
    expect([await served(first), await served(second)]).toEqual([true, true]);
    expect(await text(await another())).toBe('');
    expect([await served(first), await served(second)]).toEqual([true, true]);
    first.end();
    await once(first, 'close');
    expect(await served(await another())).toBe(true);
  });
});

describe('a connection', () => {
  it('returns 408 and closes when headers arrive too slowly', async () => {
    const another = await open({ headersTimeout: 100, connectionsCheckingInterval: 20 });
    const slow = await another();
    slow.write(GET);
    expect(await text(slow)).toMatch(/^HTTP\/1.1 408/);
  }, 30_000);

  it('closes when idle', async () => {
    const another = await open({ keepAliveTimeout: 1_000 });
    const idle = await another();
    idle.write(`${GET}\r\n`);
    expect(await text(idle)).toMatch(/keep-alive: timeout=1\r\n/i);
  });
});
