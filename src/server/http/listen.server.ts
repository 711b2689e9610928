/** Listening: the port asked for or the next free one, and an end that lets requests in flight finish. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DEFAULT_PORT = 3000;
const PORTS_TRIED = 100;

const LIMITS = {
  /** A large upload over a slow line; other bodies have 20 seconds. */
  requestTimeout: 10 * 60_000,
  /** Headers come with the first packets: slower ones hold a connection on purpose. */
  headersTimeout: 15_000,
  /** How long an idle connection is kept: longer than by a proxy (60 seconds), which would else send on one that is being closed. */
  keepAliveTimeout: 65_000,
  /** How often those limits are looked after. */
  connectionsCheckingInterval: 5_000,
  /** Of one process: 5,000 streams of changes and as many for all else. What comes beyond is closed, so that those within are served. */
  maxConnections: 10_000,
};

/** Answers a request; deals with its own failures. */
type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export type Listening = {
  port: number;
  /** Who answers from now on; until then callers hear 503. */
  answerWith(listener: Listener): void;
  /** Takes no new connections, lets requests in flight finish within `milliseconds`, then closes what is left. */
  close(milliseconds: number): Promise<void>;
};

type Place = { port: number | undefined; host: string; limits?: Partial<typeof LIMITS> };

/** The port is taken, in a sentence. */
export class PortTaken extends Error {}

/** Listens on `port`, or, when undefined, on 3000 or the next free port above it. Throws `PortTaken`. */
export async function listen({ port, host, limits }: Place): Promise<Listening> {
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
        `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another number (unset, the next free one is used).`,
      );
    }
    if (candidate >= DEFAULT_PORT + PORTS_TRIED) {
      throw new PortTaken(`Ports ${DEFAULT_PORT} to ${candidate} are all taken. Set PORT to a free one.`);
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

/** Whether the server listens there now; false where the port is taken. */
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
      throw new PortTaken(`HOST is ${host}, which is no address of this machine.`);
    throw error;
  }
}

async function close(server: Server, milliseconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), milliseconds);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
