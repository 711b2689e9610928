/** Maps GoCardless's errors and limits. An error is `{ summary, detail, type? }`, or such objects by field. */
import { z } from 'zod';
import type { BankFailure, ReadLimit } from './bank.ts';

type Answer = { status: number; headers: Headers; body: unknown };

export type Refusal = {
  failure: BankFailure;
  /** The provider's text for the log, without ids and numbers. */
  reason: string;
  retryAt: Date | undefined;
  /** Whether the bank caused the error. It is then not retried, as ten consecutive errors suspend an account. */
  byBank: boolean;
};

/** Failures by `type`, which only the bank's errors have. */
const TYPES = new Map<string, BankFailure>(
  Object.entries({
    AccessExpiredError: 'consent_ended',
    AccountInactiveError: 'account_refused',
    AccountAccessForbidden: 'account_refused',
    AccountResourceUnavailable: 'account_refused',
    RateLimitError: 'limit_reached',
    UnknownRequestError: 'unavailable',
    ServiceError: 'unavailable',
    ConnectionError: 'unavailable',
  } as const),
);

/** Failures by account status, as a 409 response contains the account instead of an error. */
const STATES = new Map<string, BankFailure>(
  Object.entries({
    DISCOVERED: 'unavailable',
    PROCESSING: 'unavailable',
    EXPIRED: 'consent_ended',
  } as const),
);

const ErrorContent = z.object({
  summary: z.string(),
  detail: z.string().catch(''),
  type: z.string().optional().catch(undefined),
});
const Body = z.record(z.string(), z.unknown()).catch({});

export function refusalOf({ status, headers, body }: Answer, now: Date): Refusal {
  const fields = Body.parse(body);
  const { summary, detail, type } = errorIn(fields);
  const known = TYPES.get(type ?? '');
  const failure = known ?? failureOf({ status, summary, fields, daily: isDaily({ headers, detail }, now) });
  return {
    failure,
    reason: [known && type, withoutNumbers(summary)].filter(Boolean).join(', '),
    retryAt: status === 429 ? retryAtOf({ headers, detail, daily: failure === 'limit_reached' }, now) : undefined,
    byBank: known !== undefined,
  };
}

function errorIn(fields: Record<string, unknown>): z.output<typeof ErrorContent> {
  const flat = ErrorContent.safeParse(fields);
  if (flat.success) return flat.data;
  for (const [field, value] of Object.entries(fields)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const parsed = typeof first === 'string' ? { data: { summary: first, detail: '' } } : ErrorContent.safeParse(first);
    if (parsed.data && typeof value === 'object')
      return { ...parsed.data, summary: `${field}: ${parsed.data.summary}` };
  }
  return { summary: '', detail: '' };
}

type ErrorFacts = { status: number; summary: string; fields: Record<string, unknown>; daily: boolean };

function failureOf({ status, summary, fields, daily }: ErrorFacts): BankFailure {
  if ((status === 401 || status === 403) && /\bEUA\b|End User Agreement/i.test(summary)) return 'consent_ended';
  if (status === 404) return 'not_found';
  if (status === 408) return 'unavailable';
  if (status === 409) return STATES.get(String(fields.status)) ?? 'account_refused';
  if (status === 429) return daily ? 'limit_reached' : 'too_many_requests';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused_us' : 'bad_answer';
}

/** Masks each word that contains a digit, as it could be an id, an address or an account number. */
function withoutNumbers(sentence: string): string {
  return sentence.replace(/\S*\d\S*/g, '…').slice(0, 120);
}

/** Whether the bank's limit of four reads a day is reached, not the provider's limit per minute. */
function isDaily({ headers, detail }: { headers: Headers; detail: string }, now: Date): boolean {
  return limitOf(headers, now)?.remaining === 0 || /\/\s*day\b|per day/i.test(detail);
}

const DAY_S = 86_400;

function retryAtOf({ headers, detail, daily }: { headers: Headers; detail: string; daily: boolean }, now: Date): Date {
  const reset = daily ? headerNumber(headers, 'account_success_reset') : headerNumber(headers, 'reset');
  const seconds = reset ?? wholeNumber(headers.get('retry-after') ?? /(\d{1,9}) seconds/.exec(detail)?.[1]);
  return after(seconds ?? (daily ? DAY_S : 60), now);
}

/** Returns the reads left today for the kind of data just read. */
export function limitOf(headers: Headers, now: Date): ReadLimit {
  const remaining = headerNumber(headers, 'account_success_remaining');
  const reset = headerNumber(headers, 'account_success_reset');
  return remaining === undefined || reset === undefined ? undefined : { remaining, resetAt: after(reset, now) };
}

/** Reads a rate limit header, whose name has two spellings. */
function headerNumber(headers: Headers, name: string): number | undefined {
  return wholeNumber(
    headers.get(`http_x_ratelimit_${name}`) ?? headers.get(`x-ratelimit-${name.replaceAll('_', '-')}`) ?? undefined,
  );
}

const wholeNumber = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined);
const after = (seconds: number, now: Date) => new Date(now.getTime() + seconds * 1000);
