/** Port for sending webhooks: one request to an address that somebody else chose. */

/** Why there was no answer. 'address' was refused before connecting. */
export type WebhookFailure = 'address' | 'name' | 'connection' | 'certificate' | 'timeout';

export type WebhookAnswer = {
  /** Undefined without an answer. Only status and Retry-After of an answer are read. */
  status: number | undefined;
  failure: WebhookFailure | undefined;
  /** Seconds or an HTTP date, as the receiver sent it. */
  retryAfter: string | undefined;
  milliseconds: number;
};

type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

export type Webhooks = {
  /** A message for the person who enters an address that cannot be used now; undefined for a good one. */
  problem(url: string): Promise<string | undefined>;
  /** Never rejects, does not follow redirects, and checks the address again. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;
};
