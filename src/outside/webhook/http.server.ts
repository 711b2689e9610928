/**
 * Sends webhooks over HTTPS. A host is resolved once for each try, its addresses are checked, and the connection uses
 * one of them, even if the name changes in between. TLS verifies the host's name.
 */
import { lookup as lookUpHost } from 'node:dns/promises';
import { addressProblem, hostOf, urlProblem } from './addresses.server.ts';
import { type Address, keptConnections } from './connections.server.ts';
import type { WebhookAnswer, WebhookFailure, Webhooks } from './webhook.ts';

export type WebhookPlan = {
  /** Hosts of the operator, which may also be private. */
  allowed: readonly string[];
  timeoutMs?: number;
  resolve?: (host: string) => Promise<Address[]>;
  /** Replaces the certificates of authorities that the system trusts. */
  ca?: string;
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
  const connections = keptConnections(plan.ca === undefined ? {} : { ca: plan.ca });

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
    new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(new Error('The time is over')), { once: true });
    }),
  ]);
}
