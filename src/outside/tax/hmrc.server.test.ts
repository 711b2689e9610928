import { describe, expect, it } from 'vitest';
import { UNKNOWN_SENDER } from '../../../test/fixtures/sender.ts';
import { type HmrcPlan, hmrcTax } from './hmrc.server.ts';
import { type Call, TaxError } from './tax.ts';

const CALL: Call = {
  access: 'secret-token',
  nino: 'QQ123456A',
  sender: UNKNOWN_SENDER,
};
const BUSINESS_YEAR = { businessId: 'XAIS12345678910', year: '2026-27' };
const HEADERS = { 'x-correlationid': 'c-1' };

/** Creates an adapter that gets these HTTP responses in order, and records its requests in `requested`. */
function adapterWith(answers: (Response | Error)[], plan: Partial<HmrcPlan> = {}) {
  const requested: string[] = [];
  const tax = hmrcTax({
    baseUrl: 'https://test-api.service.hmrc.gov.uk',
    clientId: 'id',
    clientSecret: 'key',
    vendor: { version: '1', publicIp: '203.0.113.7', licence: undefined },
    clock: { now: () => new Date('2026-11-05T10:00:00Z') },
    fetch: async (input, init) => {
      requested.push(`${init?.method} ${input instanceof Request ? input.url : input.toString()}`);
      const answer = answers.shift() ?? new Error('no answer left');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...plan,
  });
  return { tax, requested };
}

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status, headers: HEADERS });
const failing = (code: string) => new TypeError('fetch failed', { cause: { code } });
const errorOf = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TaxError);
  return error as TaxError;
};

describe('the authorisation page', () => {
  it.each([
    ['https://test-api.service.hmrc.gov.uk', 'https://test-www.tax.service.gov.uk/oauth/authorize'],
    ['https://api.service.hmrc.gov.uk/', 'https://www.tax.service.gov.uk/oauth/authorize'],
  ])('for %s is %s', (baseUrl, page) => {
    const url = new URL(
      adapterWith([], { baseUrl }).tax.connect({ callbackUrl: 'https://tenure.example/b', state: 's' }),
    );
    expect(url.origin + url.pathname).toBe(page);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'id',
      scope: 'read:self-assessment write:self-assessment',
      state: 's',
      redirect_uri: 'https://tenure.example/b',
    });
  });
});

describe('a call', () => {
  it('is repeated for a read after an outage', async () => {
    const body = { fromDate: '2026-04-06', toDate: '2026-07-05', ukProperty: { income: { periodAmount: 1 } } };
    const { tax, requested } = adapterWith([
      json(503, {}),
      failing('ECONNRESET'),
      json(200, { submittedOn: 'x', ...body }),
    ]);
    expect(await tax.read(CALL, BUSINESS_YEAR)).toEqual(body);
    expect(requested).toHaveLength(3);
  });

  it('is made once for a change, whose outcome may be unknown', async () => {
    const { tax, requested } = adapterWith([failing('ECONNRESET')]);
    expect(await errorOf(tax.send(CALL, { ...BUSINESS_YEAR, text: '{}' }))).toMatchObject({ failure: 'no_answer' });
    expect(requested).toHaveLength(1);
  });

  it('is unavailable if it never arrived', async () => {
    const { tax } = adapterWith([failing('ECONNREFUSED')]);
    expect(await errorOf(tax.send(CALL, { ...BUSINESS_YEAR, text: '{}' }))).toMatchObject({ failure: 'unavailable' });
  });

  it('keeps code and correlation id of a refusal, without token or numbers of the person in the log', async () => {
    const body = { code: 'INVALID_REQUEST', errors: [{ code: 'RULE_OUTSIDE_AMENDMENT_WINDOW', message: 'QQ123456A' }] };
    const { tax } = adapterWith([json(400, body)]);
    const error = await errorOf(tax.send(CALL, { ...BUSINESS_YEAR, text: '{}' }));
    expect(error.answer).toEqual({ code: 'RULE_OUTSIDE_AMENDMENT_WINDOW', correlationId: 'c-1' });
    expect(error.failure).toBe('window_closed');
    expect(error.message).not.toMatch(/QQ123456A|secret-token|XAIS/);
  });

  it.each<[string, Response]>([
    ['another shape', json(200, { obligations: [{ businessId: 5 }] })],
    ['invalid JSON', new Response('<html>')],
  ])('returns bad_answer for %s', async (_, answer) => {
    const { tax } = adapterWith([answer]);
    const obligations = tax.obligations(CALL, {
      businessId: BUSINESS_YEAR.businessId,
      from: '2026-04-06',
      to: '2027-04-05',
    });
    expect(await errorOf(obligations)).toMatchObject({ failure: 'bad_answer' });
  });
});

describe('a callback', () => {
  it.each([
    ['code=abc&state=s', { state: 's', outcome: 'granted', code: 'abc', reason: '' }],
    ['error=access_denied&state=s', { state: 's', outcome: 'refused', code: '', reason: 'access_denied' }],
    ['error=server_error&code=x&state=s', { state: 's', outcome: 'failed', code: '', reason: 'server_error' }],
    ['', { state: '', outcome: 'failed', code: '', reason: '' }],
  ])('is parsed from %s', (query, returned) => {
    expect(adapterWith([]).tax.returned(new URLSearchParams(query))).toEqual(returned);
  });
});
