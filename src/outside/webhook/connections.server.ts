/**
 * Keep-alive connections of webhooks. A connection is reused only for the same host with the same checked addresses, as
 * addresses can change between attempts.
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export type Address = { address: string; family: number };

type Posting = { url: URL; addresses: readonly Address[]; headers: Record<string, string>; body: string };

const IDLE_MS = 5_000;
/** Maximum for each host: the concurrent attempts of a process, as endpoints may share a host. */
const MAX_IDLE = 200;
/** Response bodies are discarded. A longer or slower body costs its connection, which is not reused. */
const MAX_BODY_BYTES = 16 * 1024;
const MAX_BODY_MS = 200;

const settings = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE } as const;

/** Checked addresses, which `getName` adds to the key of pooled connections. */
type Checked = { checked?: string };

class PlainAgent extends http.Agent {
  override getName(options: http.ClientRequestArgs & Checked = {}): string {
    return `${super.getName(options)}:${options.checked}`;
  }
}

class SecureAgent extends https.Agent {
  override getName(options: https.RequestOptions & Checked = {}): string {
    return `${super.getName(options)}:${options.checked}`;
  }
}

export function keepAliveConnections(tls: Pick<https.AgentOptions, 'ca'> = {}) {
  const [plain, secure] = [new PlainAgent(settings), new SecureAgent({ ...settings, ...tls })];

  function request({ url, addresses, headers, body }: Posting, signal: AbortSignal): Promise<http.IncomingMessage> {
    const isSecure = url.protocol === 'https:';
    const lookup: LookupFunction = (_host, { all }, callback) => {
      const [first] = addresses;
      if (all || !first) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    const checked = addresses
      .map(({ address }) => address)
      .toSorted()
      .join();
    const options: https.RequestOptions & Checked = {
      method: 'POST',
      agent: isSecure ? secure : plain,
      lookup,
      signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      checked,
    };
    return new Promise((resolve, reject) => {
      const clientRequest = (isSecure ? https : http).request(url, options);
      clientRequest.on('response', (response) => {
        response.on('error', () => {});
        void discardBody(response).then(() => resolve(response));
      });
      clientRequest.on('error', (error) =>
        reject(
          clientRequest.reusedSocket && !signal.aborted
            ? new StaleConnection('A kept connection had ended', { cause: error })
            : error,
        ),
      );
      clientRequest.end(body);
    });
  }

  return {
    /** Resolves to the response, whose body has been discarded. Rejects if there is no response. */
    async post(posting: Posting, signal: AbortSignal): Promise<http.IncomingMessage> {
      for (;;) {
        try {
          return await request(posting, signal);
        } catch (error) {
          // The receiver closed an idle connection as it was reused. Retries end, as each removes such a connection.
          if (!(error instanceof StaleConnection)) throw error;
        }
      }
    },
  };
}

class StaleConnection extends Error {}

/** Resolves at the end of the body. Destroys the connection if the body is too long or too slow. */
function discardBody(response: http.IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(() => response.destroy(), MAX_BODY_MS);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) response.destroy();
    });
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
