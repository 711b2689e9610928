/** Reason for a missing response. 'address' means an address that is not allowed, 'name' a host without addresses. */
export type WebhookFailure = 'address' | 'name' | 'connection' | 'certificate' | 'timeout';

export type WebhookAnswer = {
  /** Undefined if there was no response. */
  status: number | undefined;
  failure: WebhookFailure | undefined;
  /** Seconds or an HTTP date, as the receiver sent it. */
  retryAfter: string | undefined;
  milliseconds: number;
};

type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

export type Webhooks = {
  /** Returns a message for the person who enters the URL, or undefined if it can be used. */
  problem(url: string): Promise<string | undefined>;
  /** Checks the URL again and posts once, without following redirects. Never rejects. */
  post(request: WebhookRequest): Promise<WebhookAnswer>;
};
