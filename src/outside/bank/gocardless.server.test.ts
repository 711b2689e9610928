import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Answer, CLOCK, provider } from '../../../test/servers/bank-provider.ts';
import { type Bank, BankError, FAILURES } from './bank.ts';

const STATE: Answer = { body: { id: 'r1', status: 'LN', accounts: ['a1'], link: 'https://bank.example/start' } };
const STALE_TOKEN: Answer = {
  status: 401,
  body: { summary: 'Invalid token', detail: 'Token is invalid or expired', status_code: 401 },
};
const BAD_GATEWAY: Answer = { status: 502, body: '<html>Bad gateway</html>' };
const BANK_DOWN: Answer = {
  status: 503,
  body: { summary: 'No', detail: 'No', type: 'ServiceError', status_code: 503 },
};
const DROPPED: Answer = { by: (response) => response.destroy() };
const ENTRIES_ROUTE = 'GET /accounts/a1/transactions/';
const STATE_ROUTE = 'GET /requisitions/r1/';

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BankError);
  return error as BankError;
};

describe('the token', () => {
  it('is requested once by concurrent calls and cached', async () => {
    const { bank, asked, tokens } = await provider({ [STATE_ROUTE]: [STATE] });
    await Promise.all([bank.state('r1'), bank.state('r1'), bank.state('r1')]);
    await bank.state('r1');
    expect(tokens()).toEqual(['POST /token/new/']);
    expect(asked[0]?.body).toEqual({ secret_id: 'our-id', secret_key: 'our-key' });
    expect(asked.at(-1)?.authorization).toBe('Bearer access-1');
  });

  it('is refreshed before it expires and replaced if the refresh is rejected', async () => {
    let now = CLOCK.now().getTime();
    const clock = { now: () => new Date(now) };
    const { bank, tokens, asked } = await provider(
      {
        [STATE_ROUTE]: [STATE],
        'POST /token/refresh/': [{ body: { access: 'access-2', access_expires: 86_400 } }, STALE_TOKEN],
      },
      { clock },
    );
    await bank.state('r1');
    now += 86_400_000 - 59_000;
    await bank.state('r1');
    expect(asked.at(-1)?.authorization).toBe('Bearer access-2');
    now += 86_400_000;
    await bank.state('r1');
    expect(tokens()).toEqual(['POST /token/new/', 'POST /token/refresh/', 'POST /token/refresh/', 'POST /token/new/']);
  });

  it('is refreshed once if it expires during a call, which then continues', async () => {
    const { bank, asked, tokens } = await provider({ [STATE_ROUTE]: [STATE, STALE_TOKEN, STATE, STALE_TOKEN] });
    await bank.state('r1');
    expect(await bank.state('r1')).toMatchObject({ outcome: 'linked' });
    expect(asked.at(-1)?.authorization).toBe('Bearer access-2');
    expect((await failureOf(bank.state('r1'))).failure).toBe('refused_us');
    expect(tokens()).toHaveLength(3);
  });

  it('causes refused_us if rejected, without key or id in the log', async () => {
    const refused = { summary: 'Authentication failed', detail: 'No active account our-id our-key', status_code: 401 };
    const { bank } = await provider({ 'POST /token/new/': [{ status: 401, body: refused }] });
    const { failure, message } = await failureOf(bank.account('0f6d2c1e-secret'));
    expect(failure).toBe('refused_us');
    expect(message).toBe(`${FAILURES.refused_us}: POST /token/new/ returned 401 Authentication failed`);
  });
});

describe('the provider', () => {
  it.each([
    ['returns a 502', BAD_GATEWAY],
    ['drops the connection', DROPPED],
  ])('is tried three times when it %s', async (_, fault) => {
    const { bank, routes } = await provider({ [STATE_ROUTE]: [fault, fault, STATE, fault] });
    expect(await bank.state('r1')).toMatchObject({ outcome: 'linked' });
    expect(await failureOf(bank.state('r1'))).toMatchObject({ failure: 'unavailable' });
    expect(routes()).toHaveLength(6);
  });

  it('is not retried after a failure of the bank, which could suspend the account', async () => {
    const { bank, routes } = await provider({ [ENTRIES_ROUTE]: [BANK_DOWN] });
    expect(await failureOf(bank.entries('a1', '2026-01-01'))).toMatchObject({ failure: 'unavailable' });
    expect(routes()).toEqual([ENTRIES_ROUTE]);
  });

  it('is not retried when it fails at a consent, which could be duplicated', async () => {
    const { bank, routes } = await provider({
      'POST /agreements/enduser/': [{ status: 201, body: { id: 'e1' } }],
      'POST /requisitions/': [BAD_GATEWAY],
    });
    const institution = { id: 'B', name: 'B', historyDays: 730, accessDays: 90 };
    const begun = bank.begin({ institution, callbackUrl: 'http://localhost/back', reference: 'abc' });
    expect(await failureOf(begun)).toMatchObject({ failure: 'unavailable' });
    expect(routes()).toEqual(['POST /agreements/enduser/', 'POST /requisitions/']);
  });

  it.each<[string, Answer]>([
    ['never responds', { by: () => {} }],
    ['never ends its response', { by: (response) => response.writeHead(200).write('{"id":') }],
  ])('times out when it %s', async (_, fault) => {
    const { bank, routes } = await provider({ [STATE_ROUTE]: [fault] }, { timeoutMs: 1_500 });
    expect(await failureOf(bank.state('r1'))).toMatchObject({ failure: 'timed_out' });
    expect(routes()).toEqual([STATE_ROUTE]);
  });

  it('is unavailable when it cannot be reached', async () => {
    const { bank } = await provider({}, { baseUrl: `http://127.0.0.1:${await closedPort()}` });
    expect((await failureOf(bank.state('r1'))).message).toBe(`${FAILURES.unavailable}: POST /token/new/, ECONNREFUSED`);
  });

  it.each<[string, Answer]>([
    ['invalid JSON', { body: '<html>' }],
    ['invalid UTF-8', { by: (response) => response.end(Buffer.from([0x22, 0xff, 0x22])) }],
    ['another shape', { body: { id: 'r1', status: 5, accounts: [], link: 'A LANDLORD' } }],
    ['a list', { body: [] }],
    ['an empty body', { body: '' }],
    ['an endless body', { by: (response) => endless(response) }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('causes bad_answer without a retry when it returns %s', async (_, fault) => {
    const { bank, routes } = await provider({ [STATE_ROUTE]: [fault] });
    const { failure, message } = await failureOf(bank.state('r1'));
    expect(failure).toBe('bad_answer');
    expect(message).toContain('GET /requisitions/…/');
    expect(message).not.toContain('LANDLORD');
    expect(routes()).toEqual([STATE_ROUTE]);
  });

  it('causes an error without the amount when an amount is invalid', async () => {
    const booked = [{ transactionAmount: { amount: '1.005', currency: 'GBP' }, bookingDate: '2026-11-01' }];
    const { bank } = await provider({ [ENTRIES_ROUTE]: [{ body: { transactions: { booked } } }] });
    expect((await failureOf(bank.entries('a1', '2026-01-01'))).message).toBe(
      `${FAILURES.bad_answer}: an amount is not pounds and pence`,
    );
  });

  it('returns the time of the next attempt when it limits requests', async () => {
    const limited = {
      status: 429,
      headers: { http_x_ratelimit_account_success_reset: '60' },
      body: { summary: 'No', detail: 'No', type: 'RateLimitError', status_code: 429 },
    };
    const { bank, routes } = await provider({ [ENTRIES_ROUTE]: [limited] });
    expect(await failureOf(bank.entries('a1', '2026-01-01'))).toMatchObject({
      failure: 'limit_reached',
      retryAt: new Date('2026-11-20T09:01:00Z'),
    });
    expect(routes()).toEqual([ENTRIES_ROUTE]);
  });
});

describe('a call', () => {
  it('rejects with the reason when aborted', async () => {
    const { bank } = await provider({ 'GET /institutions/': [{ by: () => {} }] });
    const stop = new AbortController();
    const request = bank.institutions(stop.signal);
    stop.abort(new Error('no longer needed'));
    await expect(request).rejects.toThrow('no longer needed');
  });

  it('for the list of banks is cached for an hour', async () => {
    let now = CLOCK.now().getTime();
    const bankAnswer = [{ id: 'B', name: 'B', transaction_total_days: '730', countries: [], logo: '' }];
    const { bank, routes } = await provider(
      { 'GET /institutions/': [{ body: bankAnswer }] },
      { clock: { now: () => new Date(now) } },
    );
    expect(await bank.institutions()).toEqual([{ id: 'B', name: 'B', historyDays: 730, accessDays: 90 }]);
    await bank.institutions();
    expect(routes()).toHaveLength(1);
    now += 3_600_000;
    await bank.institutions();
    expect(routes()).toHaveLength(2);
  });

  const begin = (bank: Bank, accessDays: number) =>
    bank.begin({
      institution: { id: 'B', name: 'B', historyDays: 365, accessDays },
      callbackUrl: 'http://localhost/back',
      reference: 'abc',
    });
  const refused: Answer = {
    status: 400,
    body: { reconfirmation: { summary: 'Reconfirmation not supported', detail: '' }, status_code: 400 },
  };

  it('for a consent stays within the bank’s limits and falls back to the shorter one', async () => {
    const { bank, asked } = await provider({
      'POST /agreements/enduser/': [{ body: { id: 'e1' } }, refused, { body: { id: 'e2' } }],
      'POST /requisitions/': [STATE],
    });
    const url = 'https://bank.example/start';
    expect(await begin(bank, 180)).toEqual({ id: 'r1', agreementId: 'e1', url, accessDays: 180, reconfirmDays: 90 });
    expect(await begin(bank, 180)).toEqual({ id: 'r1', agreementId: 'e2', url, accessDays: 90, reconfirmDays: null });
    const bodies = asked.filter(({ route }) => route.includes('agreements')).map(({ body }) => body);
    expect(bodies).toMatchObject([
      { max_historical_days: 365, access_valid_for_days: 180, reconfirmation: true },
      { access_valid_for_days: 180 },
      { max_historical_days: 365, access_valid_for_days: 90 },
    ]);
    expect(bodies[2]).not.toHaveProperty('reconfirmation');
  });

  it('that is rejected for another reason causes refused_us', async () => {
    const { bank } = await provider({ 'POST /agreements/enduser/': [refused] });
    expect(await failureOf(begin(bank, 90))).toMatchObject({ failure: 'refused_us' });
  });

  it('to renew a consent that cannot be renewed causes consent_ended', async () => {
    const late = { summary: 'Reconfirmation requested after acceptance period.', detail: '', status_code: 400 };
    const { bank } = await provider({ 'POST /agreements/enduser/e1/reconfirm/': [{ status: 400, body: late }] });
    expect(await failureOf(bank.renew({ agreementId: 'e1', callbackUrl: 'http://localhost/' }))).toMatchObject({
      failure: 'consent_ended',
    });
  });

  it('to end a consent is idempotent', async () => {
    const gone: Answer = { body: { summary: 'Requisition deleted', detail: '' } };
    const { bank, routes } = await provider({
      'DELETE /requisitions/r1/': [DROPPED, gone],
      'DELETE /requisitions/r2/': [BANK_DOWN],
    });
    await bank.revoke('r1');
    await bank.revoke('unknown');
    await failureOf(bank.revoke('r2'));
    expect(routes()).toEqual([
      'DELETE /requisitions/r1/',
      'DELETE /requisitions/r1/',
      'DELETE /requisitions/unknown/',
      'DELETE /requisitions/r2/',
    ]);
  });
});

function endless(response: Parameters<NonNullable<Answer['by']>>[0]): void {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200).on('drain', more);
  more();
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
