/** When a delivery is tried again. Delays follow the recommendation of Standard Webhooks 1.0. */
import type { WebhookAnswer } from '../../../outside/webhook/webhook.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Seconds between each try and the previous try; 0 before the first. */
const DELAYS_S = [
  0,
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
export const MAX_TRIES = DELAYS_S.length;
const JITTER = 0.1;
/** The maximum Retry-After that is respected. */
const MAX_RETRY_AFTER_S = 24 * HOUR_S;

export type Outcome = { ok: boolean; gone: boolean; next: Date | undefined };

type Plan = {
  /** Earlier scheduled tries. Tries that a person requested do not count. */
  tries: number;
  now: Date;
  /** A number from 0 to 1, for the jitter. */
  random: number;
};

/** `next` is undefined after a success, after 410, and after the last try. */
export function outcomeOf(answer: Pick<WebhookAnswer, 'status' | 'retryAfter'>, plan: Plan): Outcome {
  const { status = 0 } = answer;
  const ok = status >= 200 && status < 300;
  const gone = status === 410;
  return { ok, gone, next: ok || gone ? undefined : nextTry(answer, plan) };
}

function nextTry(
  { status, retryAfter }: Pick<WebhookAnswer, 'status' | 'retryAfter'>,
  { tries, now, random }: Plan,
): Date | undefined {
  const delay = DELAYS_S[tries];
  if (delay === undefined) return undefined;
  const planned = delay * (1 + JITTER * (2 * random - 1));
  const requestedDelay = status === 429 || status === 503 ? secondsOf(retryAfter, now) : 0;
  return new Date(now.getTime() + Math.max(planned, Math.min(requestedDelay, MAX_RETRY_AFTER_S)) * 1000);
}

/** Reads Retry-After, which is in seconds or a date (RFC 9110). Returns seconds; 0 for another text. */
function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
