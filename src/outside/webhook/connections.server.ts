/**
 * Kept connections of webhooks. One is used again only for the same host with the same checked addresses, so a
 * changed name never reaches an address that was not checked for this try.
 */
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export type Address = { address: string; family: number };

type Posting = { url: URL; addresses: readonly Address[]; headers: Record<string, string>; body: string };

const IDLE_MS = 5_000;
/** For each host: as many as a process has tries at once, as several endpoints may be on one. */
const MAX_IDLE = 200;
/** A body is not read. If it is short, its connection can be used again. */
const MAX_BODY_BYTES = 16 * 1024;
const MAX_BODY_MS = 200;

const settings = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE } as const;

/** The checked addresses are part of each connection's name. */
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

export function keptConnections(tls: Pick<https.AgentOptions, 'ca'> = {}) {
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
    return new Promise((done, fail) => {
      const sent = (isSecure ? https : http).request(url, options);
      sent.on('response', (response) => {
        response.on('error', () => {});
        void discardBody(response).then(() => done(response));
      });
      sent.on('error', (error) =>
        fail(sent.reusedSocket && !signal.aborted ? new Stale('A kept connection had ended', { cause: error }) : error),
      );
      sent.end(body);
    });
  }

  return {
    /** The response without its body. Rejects without one. */
    async post(posting: Posting, signal: AbortSignal): Promise<http.IncomingMessage> {
      for (;;) {
        try {
          return await request(posting, signal);
        } catch (error) {
          // The receiver closed a kept connection just as it was used. Each such failure ends one.
          if (!(error instanceof Stale)) throw error;
        }
      }
    },
  };
}

class Stale extends Error {}

/** Resolves after a short body, or cuts off a longer one with its connection. */
function discardBody(response: http.IncomingMessage): Promise<void> {
  return new Promise((done) => {
    let bytes = 0;
    const timer = setTimeout(() => response.destroy(), MAX_BODY_MS);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) response.destroy();
    });
    response.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}
