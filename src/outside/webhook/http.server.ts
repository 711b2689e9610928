/**
 * Sends webhooks over HTTPS. A host is resolved once, its addresses are checked, and the connection uses one of
 * them, even if the name changes in between. TLS verifies the host's name.
 */
import { lookup as lookUpHost } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressProblem, hostOf, urlProblem } from './addresses.server.ts';
import type { WebhookAnswer, WebhookFailure, WebhookRequest, Webhooks } from './webhook.ts';

type Address = { address: string; family: number };

export type WebhookPlan = {
  /** Hosts of the operator, which may also be private. */
  allowed: readonly string[];
  timeoutMs?: number;
  resolve?: (host: string) => Promise<Address[]>;
};

const TIMEOUT_MS = 15_000;

/** A failure that is known before the request. */
class Refused extends Error {
  constructor(
    readonly failure: WebhookFailure,
    message: string,
  ) {
    super(message);
  }
}

export function httpWebhooks(plan: WebhookPlan): Webhooks {
  const { timeoutMs = TIMEOUT_MS, resolve = (host) => lookUpHost(host, { all: true }) } = plan;
  const allowed: ReadonlySet<string> = new Set(plan.allowed);

  /** The addresses of a URL's host, all of them allowed. Throws `Refused`. */
  async function check(text: string): Promise<{ url: URL; addresses: Address[] }> {
    const wrong = urlProblem(text, allowed);
    if (wrong) throw new Refused('address', wrong);
    const url = new URL(text);
    const host = hostOf(url);
    const addresses = await resolve(host).catch(() => []);
    const problem = allowed.has(host) && addresses.length > 0 ? undefined : addressProblem(addresses);
    if (problem) throw new Refused(addresses.length > 0 ? 'address' : 'name', problem);
    return { url, addresses };
  }

  async function send({ url: text, headers, body }: WebhookRequest, signal: AbortSignal) {
    const { url, addresses } = await withSignal(check(text), signal);
    const lookup: LookupFunction = (_host, { all }, callback) => {
      const [first] = addresses;
      if (all || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    return new Promise<http.IncomingMessage>((done, fail) => {
      const { request } = url.protocol === 'https:' ? https : http;
      const sent = request(url, {
        method: 'POST',
        agent: false,
        lookup,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      });
      sent.on('response', (response) => {
        response.on('error', () => {});
        response.destroy();
        done(response);
      });
      sent.on('error', fail);
      sent.end(body);
    });
  }

  return {
    async problem(url) {
      try {
        await withSignal(check(url), AbortSignal.timeout(timeoutMs));
        return undefined;
      } catch (error) {
        return error instanceof Refused ? error.message : 'We could not look up this host. Try again.';
      }
    },
    async post(request): Promise<WebhookAnswer> {
      const begun = performance.now();
      const milliseconds = () => Math.round(performance.now() - begun);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const { statusCode, headers } = await send(request, signal);
        const retryAfter = headers['retry-after'];
        return { status: statusCode, failure: undefined, retryAfter, milliseconds: milliseconds() };
      } catch (error) {
        const failure = failureOf(error, signal);
        return { status: undefined, failure, retryAfter: undefined, milliseconds: milliseconds() };
      }
    },
  };
}

function failureOf(error: unknown, signal: AbortSignal): WebhookFailure {
  if (error instanceof Refused) return error.failure;
  if (signal.aborted) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'certificate' : 'connection';
}

/** The lookup of a name cannot be cancelled, so it is left behind. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(new Error('The time is over')), { once: true });
    }),
  ]);
}
