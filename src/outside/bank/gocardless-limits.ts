/** GoCardless's refusals and rate limits, translated. Refusals come in two shapes: `{ summary, detail, type? }`, and the same by field. */
import { z } from 'zod';
import type { BankFailure, ReadLimit } from './bank.ts';

/** What GoCardless or the bank answered in place of what was asked for. */
type Answer = { status: number; headers: Headers; body: unknown };

export type Refusal = {
  failure: BankFailure;
  /** For the log: the provider's own word, without ids and numbers. */
  said: string;
  retryAt: Date | undefined;
  /** The bank itself answered. It suspends an account after ten failures in a row, so it is not asked again at once. */
  byBank: boolean;
};

/** `type` tells the bank's own errors apart. */
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

/** Of an account that is not ready, 409 answers with the account in place of an error. */
const STATES = new Map<string, BankFailure>(
  Object.entries({
    DISCOVERED: 'unavailable',
    PROCESSING: 'unavailable',
    EXPIRED: 'consent_ended',
  } as const),
);

const Said = z.object({
  summary: z.string(),
  detail: z.string().catch(''),
  type: z.string().optional().catch(undefined),
});
const Body = z.record(z.string(), z.unknown()).catch({});

export function refusalOf({ status, headers, body }: Answer, now: Date): Refusal {
  const fields = Body.parse(body);
  const { summary, detail, type } = saidIn(fields);
  const known = TYPES.get(type ?? '');
  const failure = known ?? failureOf({ status, summary, fields, daily: isDaily({ headers, detail }, now) });
  return {
    failure,
    said: [known && type, withoutNumbers(summary)].filter(Boolean).join(', '),
    retryAt: status === 429 ? retryAtOf({ headers, detail, daily: failure === 'limit_reached' }, now) : undefined,
    byBank: known !== undefined,
  };
}

/** The first sentence of either shape. */
function saidIn(fields: Record<string, unknown>): z.output<typeof Said> {
  const flat = Said.safeParse(fields);
  if (flat.success) return flat.data;
  for (const [field, value] of Object.entries(fields)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const said = typeof first === 'string' ? { data: { summary: first, detail: '' } } : Said.safeParse(first);
    if (said.data && typeof value === 'object') return { ...said.data, summary: `${field}: ${said.data.summary}` };
  }
  return { summary: '', detail: '' };
}

type Read = { status: number; summary: string; fields: Record<string, unknown>; daily: boolean };

function failureOf({ status, summary, fields, daily }: Read): BankFailure {
  if ((status === 401 || status === 403) && /\bEUA\b|End User Agreement/i.test(summary)) return 'consent_ended';
  if (status === 404) return 'not_found';
  if (status === 408) return 'unavailable';
  if (status === 409) return STATES.get(String(fields.status)) ?? 'account_refused';
  if (status === 429) return daily ? 'limit_reached' : 'too_many_requests';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused_us' : 'bad_answer';
}

/** Words with digits may be ids, addresses or account numbers. */
function withoutNumbers(sentence: string): string {
  return sentence.replace(/\S*\d\S*/g, '…').slice(0, 120);
}

/** Four readings a day of each account and kind: the bank's limit, where others are the provider's, by the minute. */
function isDaily({ headers, detail }: { headers: Headers; detail: string }, now: Date): boolean {
  return limitOf(headers, now)?.remaining === 0 || /\/\s*day\b|per day/i.test(detail);
}

const DAY_S = 86_400;

function retryAtOf({ headers, detail, daily }: { headers: Headers; detail: string; daily: boolean }, now: Date): Date {
  const told = daily ? figureIn(headers, 'account_success_reset') : figureIn(headers, 'reset');
  const seconds = told ?? wholeNumber(headers.get('retry-after') ?? /(\d{1,9}) seconds/.exec(detail)?.[1]);
  return after(seconds ?? (daily ? DAY_S : 60), now);
}

/** What is left of an account's readings today, of the kind that was just read. */
export function limitOf(headers: Headers, now: Date): ReadLimit {
  const remaining = figureIn(headers, 'account_success_remaining');
  const reset = figureIn(headers, 'account_success_reset');
  return remaining === undefined || reset === undefined ? undefined : { remaining, resetAt: after(reset, now) };
}

/** The headers' names have two spellings. */
function figureIn(headers: Headers, name: string): number | undefined {
  return wholeNumber(
    headers.get(`http_x_ratelimit_${name}`) ?? headers.get(`x-ratelimit-${name.replaceAll('_', '-')}`) ?? undefined,
  );
}

const wholeNumber = (sent: string | undefined) => (sent && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined);
const after = (seconds: number, now: Date) => new Date(now.getTime() + seconds * 1000);
