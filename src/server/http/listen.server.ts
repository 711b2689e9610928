import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_PORT = 3000;
const PORTS_TRIED = 100;

const LIMITS = {
  /** Allows a large upload over a slow connection. Other bodies have 20 seconds (`jsonBody`). */
  requestTimeout: 10 * 60_000,
  /** Headers arrive with the first packets; slower ones suggest a slow-loris attack. */
  headersTimeout: 15_000,
  /** Longer than a proxy's timeout (60 seconds), as the proxy would otherwise reuse a closing connection. */
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  /** For each process: 5,000 live streams and 5,000 other connections. Further connections are closed. */
  maxConnections: 10_000,
};

type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type Listening = {
  port: number;
  /** Replaces the initial listener, which returns 503. */
  answerWith(listener: Listener): void;
  /** Stops accepting, lets requests in flight finish within `milliseconds`, then closes all connections. */
  close(milliseconds: number): Promise<void>;
};

type ListenPlan = { port: number | undefined; host: string; limits?: Partial<typeof LIMITS> };

/** The port cannot be used. The message is for the operator. */
export class PortTaken extends Error {}

/** Listens on `port`, or by default on 3000 or the next free port. Throws `PortTaken`. */
export async function listen({ port, host, limits }: ListenPlan): Promise<Listening> {
  const { maxConnections, ...timeouts } = { ...LIMITS, ...limits };
  let answer: Listener = (_, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Tenure is starting.\n');
  };
  const server = createServer(timeouts, (request, response) => void answer(request, response));
  server.maxConnections = maxConnections;
  for (let candidate = port ?? DEFAULT_PORT; ; candidate++) {
    if (await listensOn(server, candidate, host)) break;
    if (port !== undefined) {
      throw new PortTaken(
        `Port ${port} on ${host} is used by another program. Stop it, or set PORT to another number (by default, the next free one is used).`,
      );
    }
    if (candidate >= DEFAULT_PORT + PORTS_TRIED) {
      throw new PortTaken(`Ports ${DEFAULT_PORT} to ${candidate} are all in use. Set PORT to a free one.`);
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    answerWith: (listener) => {
      answer = listener;
    },
    close: (milliseconds) => close(server, milliseconds),
  };
}

async function listensOn(server: Server, port: number, host: string): Promise<boolean> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return false;
    if (code === 'EACCES')
      throw new PortTaken(`Port ${port} needs more rights than this user has. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new PortTaken(`HOST is ${host}, which is not an address of this machine.`);
    throw error;
  }
}

async function close(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const deadline = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
