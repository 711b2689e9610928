/**
 * Sends webhooks over HTTPS. A host is resolved once for each attempt, its addresses are checked, and the connection
 * uses one of them, even if DNS changes in between. TLS verifies the host's name.
 */
import { lookup as lookUpHost } from 'node:dns/promises';
import { addressProblem, hostOf, urlProblem } from './addresses.server.ts';
import { type Address, keepAliveConnections } from './connections.server.ts';
import type { WebhookAnswer, WebhookFailure, Webhooks } from './webhook.ts';

export type WebhookPlan = {
  /** The operator's hosts, which may use http and be in private networks. */
  allowed: readonly string[];
  timeoutMs?: number;
  resolve?: (host: string) => Promise<Address[]>;
  /** Certificate authorities in PEM, trusted instead of the system's. */
  ca?: string;
};

const TIMEOUT_MS = 15_000;

/** A failure before the request is sent. */
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
  const connections = keepAliveConnections(plan.ca === undefined ? {} : { ca: plan.ca });

  /** Resolves a URL's host. Throws `Refused` if the URL or one of the addresses is not allowed. */
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
      const startedAt = performance.now();
      const milliseconds = () => Math.round(performance.now() - startedAt);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const checked = await withSignal(check(request.url), signal);
        const { statusCode, headers } = await connections.post({ ...request, ...checked }, signal);
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

/** A DNS lookup cannot be cancelled, so its result is ignored after a timeout. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The time is over')), { once: true });
    }),
  ]);
}
