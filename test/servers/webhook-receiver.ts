/** A receiver of webhooks on loopback, whose response depends on the path. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  url: string;
  received: Received[];
  to(path: string): Received[];
  answer(path: string, status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
};

/**
 * By default, '/never' does not respond, '/slow' sends a body that does not end, '/cut' closes the connection, and
 * other paths respond with the status in their name, or 200.
 */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, { status: number; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const answer = answers.get(path);
      if (!answer && path.startsWith('/never')) return;
      if (!answer && path.startsWith('/cut')) return void request.socket.destroy();
      const status = answer?.status ?? Number(/^\/(\d{3})/.exec(path)?.[1] ?? 200);
      response.writeHead(status, { location: '/200-elsewhere', ...answer?.headers });
      response.write('A body of a receiver');
      if (!path.startsWith('/slow')) response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    to: (path) => received.filter((one) => one.path === path),
    answer: (path, status, headers = {}) => void answers.set(path, { status, headers }),
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
