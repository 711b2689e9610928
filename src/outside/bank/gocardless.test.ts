import { describe, expect, it } from 'vitest';
import type { FAILURES } from './bank.ts';
import {
  Balances,
  balanceOf,
  Details,
  detailsOf,
  entriesOf,
  Institutions,
  institutionsOf,
  penceOf,
  Requisition,
  returnOf,
  stateOf,
  Transactions,
  Unreadable,
} from './gocardless.ts';
import { limitOf, refusalOf } from './gocardless-limits.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const at = (iso: string) => new Date(iso);

it.each([
  ['0', 0],
  ['-0.00', 0],
  ['0.1', 10],
  ['-12.5', -1_250],
  ['+3.07', 307],
  ['1250.00000', 125_000],
  ['99999999.99', 9_999_999_999],
])('reads the amount %s exactly', (amount, pence) => {
  expect(penceOf(amount)).toBe(pence);
});

it.each(['', '1,200.00', '£5', '1.005', '0.001', '1e3', '--1', ' 1', '100000000.00', 'NaN'])(
  'rejects %j as an amount',
  (amount) => {
    expect(() => penceOf(amount)).toThrow(Unreadable);
  },
);

it('reads a bank’s limits from text and prefers the longer consent', () => {
  const bank = { id: 'A', name: 'A', bic: '', countries: ['GB'], logo: '' };
  const read = institutionsOf(
    Institutions.parse([
      { ...bank, transaction_total_days: '365', max_access_valid_for_days: '90' },
      { ...bank, max_access_valid_for_days: '90', max_access_valid_for_days_reconfirmation: '180' },
      { ...bank, transaction_total_days: '2000', max_access_valid_for_days: 'many' },
    ]),
  );
  expect(read.map(({ historyDays, accessDays }) => [historyDays, accessDays])).toEqual([
    [365, 90],
    [90, 180],
    [730, 90],
  ]);
});

it.each([
  ['CR', 'pending'],
  ['GC', 'pending'],
  ['UA', 'pending'],
  ['SA', 'pending'],
  ['GA', 'pending'],
  ['ID', 'pending'],
  ['LN', 'linked'],
  ['RJ', 'rejected'],
  ['EX', 'expired'],
  ['SU', 'suspended'],
  ['ER', 'failed'],
  ['ZZ', 'pending'],
  ['constructor', 'pending'],
])('maps the consent status %s to %s', (status, outcome) => {
  const consent = Requisition.parse({ id: 'r', status, accounts: ['a'], link: 'https://bank.example/start' });
  expect(stateOf(consent)).toEqual({ outcome, status, accounts: ['a'] });
});

it('rejects a link that is not http(s)', () => {
  const consent = { id: 'r', status: 'CR', accounts: [] };
  expect(Requisition.safeParse({ ...consent, link: 'javascript:alert(1)' }).success).toBe(false);
});

it.each([
  ['?ref=abc', { reference: 'abc', outcome: 'returned', reason: '' }],
  [
    '?ref=abc&error=UserCancelledSession&details=User+cancelled+the+session.',
    { reference: 'abc', outcome: 'cancelled', reason: 'UserCancelledSession' },
  ],
  ['?ref=abc&error=SomethingNew', { reference: 'abc', outcome: 'failed', reason: 'SomethingNew' }],
  ['?error=%3Cb%3E', { reference: '', outcome: 'failed', reason: '' }],
])('parses the callback %s', (query, read) => {
  expect(returnOf(new URLSearchParams(query))).toEqual(read);
});

describe('the numbers of an account', () => {
  const read = (account: object) => detailsOf(Details.parse({ account }));

  it.each([
    [{ scan: '20000055779911', iban: 'GB33BUKB20201555555555' }, '200000', '55779911'],
    [{ scan: '20-00-00 55779911' }, '200000', '55779911'],
    [{ bban: 'BUKB20201555555555' }, '202015', '55555555'],
    [{ bban: '20201555555555' }, '202015', '55555555'],
    [{ iban: 'GB33 BUKB 2020 1555 5555 55' }, '202015', '55555555'],
    [{ scan: '', bban: 'ABC', iban: 'gb33bukb20201555555555' }, '202015', '55555555'],
    [{ iban: 'DE89370400440532013000', bban: '370400440532013000' }, null, null],
    [{}, null, null],
  ])('are found in %o', (account, sortCode, accountNumber) => {
    expect(read(account)).toMatchObject({ sortCode, accountNumber });
  });

  it('have a name that differs from the holder’s', () => {
    expect(read({ name: 'A  LANDLORD', ownerName: 'A Landlord', product: 'Business Current' })).toMatchObject({
      name: 'Business Current',
      holder: 'A Landlord',
    });
    expect(read({ name: 'Main', displayName: 'Rents', currency: 'EUR' })).toMatchObject({
      name: 'Rents',
      currency: 'EUR',
    });
    expect(read({ cashAccountType: 'SVGS' })).toMatchObject({ name: 'Savings account', currency: 'GBP', iban: null });
    expect(read({ cashAccountType: 'constructor' }).name).toBe('Bank account');
  });
});

it('prefers the booked balance to one with an overdraft, and any to none', () => {
  const balance = (balanceType: string, amount: string) => ({
    balanceType,
    balanceAmount: { amount, currency: 'GBP' },
  });
  const read = (...balances: object[]) => balanceOf(Balances.parse({ balances })).amount;
  expect(read(balance('interimAvailable', '900.00'), balance('InterimBooked', '-100.00'))).toBe(-10_000);
  expect(read(balance('somethingNew', '1.00'), balance('expected', '2.00'))).toBe(200);
  expect(read(balance('somethingNew', '1.00'))).toBe(100);
  expect(Balances.safeParse({ balances: [] }).success).toBe(false);
});

describe('a transaction', () => {
  const read = (booked: object[], pending?: object[]) =>
    entriesOf(Transactions.parse({ transactions: { booked, pending } }), { accountId: 'acc', today: '2026-11-20' });
  const paid = { transactionAmount: { amount: '850.00', currency: 'GBP' }, bookingDate: '2026-11-02' };
  const one = (fields: object) => read([{ ...paid, ...fields }]).booked[0];

  it.each([
    [{ internalTransactionId: 'i1', transactionId: 't1' }, 'i1'],
    [{ transactionId: 't1' }, 'acc/t1'],
    [{ transactionId: '', internalTransactionId: '' }, null],
    [{}, null],
  ])('with %o has a stable id if possible', (ids, externalId) => {
    expect(one(ids)?.externalId).toBe(externalId);
  });

  it.each([
    [{ debtorName: 'A TENANT', creditorName: 'ME' }, 'A TENANT', ''],
    [{ debtorName: 'A TENANT', remittanceInformationUnstructured: 'RENT  14A\n' }, 'A TENANT RENT 14A', 'RENT 14A'],
    [{ debtorName: 'A Tenant', remittanceInformationUnstructured: 'FROM A TENANT STO' }, 'FROM A TENANT STO', ''],
    [{ remittanceInformationUnstructuredArray: ['RENT', '14A'] }, 'RENT 14A', ''],
    [{ debtorName: 'A TENANT', remittanceInformationStructured: 'RF18' }, 'A TENANT RF18', 'RF18'],
    [{ additionalInformation: 'INTEREST' }, 'INTEREST', ''],
    [{}, 'Payment in', ''],
  ])('with %o is described in one line', (fields, text, reference) => {
    expect(one(fields)).toMatchObject({ text, reference });
  });

  it('names the payee for money out', () => {
    const transactionAmount = { amount: '-20.00', currency: 'GBP' };
    expect(one({ transactionAmount, debtorName: 'ME', creditorName: 'A PLUMBER' })).toMatchObject({
      amount: -2_000,
      text: 'A PLUMBER',
    });
    expect(one({ transactionAmount })?.text).toBe('Payment out');
  });

  it.each([
    [{ bookingDate: '2026-11-02', valueDate: '2026-11-03' }, '2026-11-02'],
    [{ bookingDate: '2026-02-30', valueDate: '2026-11-03' }, '2026-11-03'],
    [{ bookingDate: undefined, bookingDateTime: '2026-06-30T23:30:00Z' }, '2026-07-01'],
  ])('with %o has its date in London', (dates, date) => {
    expect(one(dates)?.date).toBe(date);
  });

  it('makes the whole read fail if booked without a date or whole pence', () => {
    expect(() => one({ bookingDate: '' })).toThrow('a booked transaction has no day');
    expect(() => one({ transactionAmount: { amount: '1.005', currency: 'GBP' } })).toThrow(Unreadable);
    expect(
      Transactions.safeParse({
        transactions: { booked: [{ ...paid, transactionAmount: { amount: 5, currency: 'GBP' } }] },
      }).success,
    ).toBe(false);
  });

  it('may be pending without date or id, and keeps the provider’s category', () => {
    const { booked, pending } = read([{ ...paid, category: 'Rent' }], [{ ...paid, bookingDate: undefined }]);
    expect(pending).toMatchObject([{ date: '2026-11-20', externalId: null, amount: 85_000, category: null }]);
    expect(booked[0]?.category).toBe('Rent');
    expect(read([]).pending).toEqual([]);
  });
});

describe('an error response', () => {
  const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    refusalOf({ status, body, headers: new Headers(headers) }, NOW);

  it.each<[number, object | undefined, keyof typeof FAILURES]>([
    [400, { summary: 'Incorrect date range', detail: '', status_code: 400 }, 'refused_us'],
    [401, { summary: 'Authentication failed', detail: '', status_code: 401 }, 'refused_us'],
    [401, { summary: 'Invalid token', detail: '', status_code: 401 }, 'refused_us'],
    [401, { summary: 'End User Agreement (EUA) 12 has expired', detail: '', status_code: 401 }, 'consent_ended'],
    [401, { summary: 'No', detail: '', type: 'AccessExpiredError' }, 'consent_ended'],
    [401, { summary: 'No', detail: '', type: 'AccountInactiveError' }, 'account_refused'],
    [402, { summary: 'Payment Required', detail: '' }, 'refused_us'],
    [403, { summary: 'IP address access denied', detail: '' }, 'refused_us'],
    [403, { summary: 'End User Agreement (EUA) access scope error', detail: '' }, 'consent_ended'],
    [403, { summary: 'No valid End User Agreement', detail: '' }, 'consent_ended'],
    [403, { summary: 'No', detail: '', type: 'AccountAccessForbidden' }, 'account_refused'],
    [403, { summary: 'No', detail: '', type: 'AccountResourceUnavailable' }, 'account_refused'],
    [404, { summary: 'Not found.', detail: 'Not found.' }, 'not_found'],
    [409, { summary: 'Account suspended', detail: '' }, 'account_refused'],
    [409, { id: 'a', status: 'ERROR' }, 'account_refused'],
    [409, { id: 'a', status: 'PROCESSING' }, 'unavailable'],
    [409, { id: 'a', status: 'EXPIRED' }, 'consent_ended'],
    [429, { summary: 'Rate limit exceeded', detail: '10/minute' }, 'too_many_requests'],
    [429, { summary: 'Rate limit exceeded', detail: 'The rate limit for this resource is 4/day.' }, 'limit_reached'],
    [429, { summary: 'No', detail: '', type: 'RateLimitError' }, 'limit_reached'],
    [500, { summary: 'No', detail: '', type: 'UnknownRequestError' }, 'unavailable'],
    [502, undefined, 'unavailable'],
    [503, { summary: 'No', detail: '', type: 'ServiceError' }, 'unavailable'],
    [503, { summary: 'No', detail: '', type: 'ConnectionError' }, 'unavailable'],
    [503, { summary: 'No', detail: '', type: 'SomethingNew' }, 'unavailable'],
    [418, ['?'], 'refused_us'],
    [302, undefined, 'bad_answer'],
  ])('with status %s %o maps to %s', (status, body, failure) => {
    expect(answer(status, body).failure).toBe(failure);
  });

  it('is logged without numbers, in both shapes', () => {
    const eua = 'End User Agreement (EUA) 3fa85f64-5717-4562-b3fc-2c963f66afa6 has expired';
    expect(answer(401, { summary: eua, detail: 'of A LANDLORD' }).reason).toBe(
      'End User Agreement (EUA) … has expired',
    );
    const shapes = [
      { reference: { summary: 'Client reference must be unique', detail: 'Client reference: abc' }, status_code: 400 },
      { redirect: ['This field is required.'], status_code: 400 },
      { max_historical_days: [{ summary: 'Incorrect max_historical_days', detail: 'at most 90' }], status_code: 400 },
      { status_code: 400 },
    ];
    expect(shapes.map((body) => answer(400, body).reason)).toEqual([
      'reference: Client reference must be unique',
      'redirect: This field is required.',
      'max_historical_days: Incorrect max_historical_days',
      '',
    ]);
    expect(answer(503, { summary: 'Couldn’t', detail: '', type: 'ServiceError' }).reason).toBe(
      'ServiceError, Couldn’t',
    );
  });

  it.each<[object, Record<string, string>, string]>([
    [{ type: 'RateLimitError' }, { http_x_ratelimit_account_success_reset: '3600' }, '2026-11-20T10:00:00Z'],
    [{ type: 'RateLimitError' }, { 'x-ratelimit-account-success-reset': '7200' }, '2026-11-20T11:00:00Z'],
    [{ type: 'RateLimitError' }, {}, '2026-11-21T09:00:00Z'],
    [{ detail: 'Please try again in 90 seconds' }, {}, '2026-11-20T09:01:30Z'],
    [{}, { http_x_ratelimit_reset: '5' }, '2026-11-20T09:00:05Z'],
    [{}, { 'retry-after': '7' }, '2026-11-20T09:00:07Z'],
    [{}, { 'retry-after': 'Fri, 20 Nov' }, '2026-11-20T09:01:00Z'],
  ])('for rate limit %o %o returns the retry time', (body, headers, until) => {
    expect(answer(429, { summary: 'No', detail: '', ...body }, headers).retryAt).toEqual(at(until));
  });
});

it.each<[Record<string, string>, object | undefined]>([
  [
    { http_x_ratelimit_account_success_remaining: '3', http_x_ratelimit_account_success_reset: '60' },
    { remaining: 3, resetAt: at('2026-11-20T09:01:00Z') },
  ],
  [
    { 'x-ratelimit-account-success-remaining': '0', 'x-ratelimit-account-success-reset': '1' },
    { remaining: 0, resetAt: at('2026-11-20T09:00:01Z') },
  ],
  [{ http_x_ratelimit_account_success_remaining: 'soon', http_x_ratelimit_account_success_reset: '1' }, undefined],
  [{ http_x_ratelimit_remaining: '9', http_x_ratelimit_reset: '1' }, undefined],
])('reads the day’s remaining reads in %o', (headers, limit) => {
  expect(limitOf(new Headers(headers), NOW)).toEqual(limit);
});
