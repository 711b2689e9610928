import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FAILURES, PaymentError, type Payments } from './payments.ts';
import { fieldsOf } from './sandbox/api.server.ts';
import { type StripePlan, stripePayments } from './stripe.server.ts';

type Answer = { status?: number; body?: unknown; type?: string; by?: (response: ServerResponse) => void };
type Params = { route: string; key: string | undefined; body: string; headers: Record<string, unknown> };

const CLOCK = { now: () => new Date('2026-11-20T09:00:00Z') };
const SECRET = 'whsec_of_the_endpoint';
const KEYS = { secretKey: 'sk_test_secret', webhookSecret: SECRET, prices: { basic: 'price_1' }, clock: CLOCK };

/** A fake Stripe on loopback that returns `answers` in order, repeating the last. */
async function provider(
  answers: Answer[],
  plan: Partial<StripePlan> = {},
): Promise<{ payments: Payments; asked: Params[] }> {
  const asked: Params[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const { method, url, headers } = incoming;
      const key = headers['idempotency-key'];
      asked.push({ route: `${method} ${url}`, key: key?.toString(), body: await text(incoming), headers });
      const {
        by,
        status = 200,
        body,
        type = 'application/json',
      } = answers[Math.min(asked.length, answers.length) - 1] ?? {};
      if (by) return by(response);
      response.writeHead(status, { 'content-type': type, 'request-id': 'req_1', location: 'http://127.0.0.1:1/' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { payments: stripePayments({ ...KEYS, baseUrl, ...plan }), asked };
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PaymentError);
  return error as PaymentError;
};

const CHECKOUT: Answer = {
  body: { id: 'cs_1', status: 'open', url: 'https://checkout.example/1', subscription: null },
};
const refusal = (status: number, error: object): Answer => ({ status, body: { error } });
const INVALID = { type: 'invalid_request_error', message: 'No such price: ada@tenure.example sk_test_secret' };
const BAD_GATEWAY: Answer = { status: 502, body: '<html>Bad gateway</html>', type: 'text/html' };

const checkoutRequest = (changes: object = {}) => ({
  landlordId: 'landlord-1',
  plan: 'basic',
  customer: { email: 'ada@tenure.example' },
  firstPaymentAt: null,
  successUrl: 'https://tenure.example/paid',
  cancelUrl: 'https://tenure.example/left',
  key: 'key-1',
  ...changes,
});

describe('a checkout', () => {
  it('sends exactly the required parameters', async () => {
    const { payments, asked } = await provider([CHECKOUT]);
    expect(await payments.checkout(checkoutRequest())).toEqual({ id: 'cs_1', url: 'https://checkout.example/1' });
    const [sent] = asked;
    expect([sent?.route, sent?.key, sent?.headers.authorization]).toEqual([
      'POST /v1/checkout/sessions',
      'key-1',
      'Bearer sk_test_secret',
    ]);
    const metadata = { landlord_id: 'landlord-1' };
    expect(fieldsOf(sent?.body ?? '')).toEqual({
      mode: 'subscription',
      line_items: { 0: { price: 'price_1', quantity: '1' } },
      success_url: 'https://tenure.example/paid',
      cancel_url: 'https://tenure.example/left',
      customer_email: 'ada@tenure.example',
      client_reference_id: 'landlord-1',
      metadata,
      subscription_data: { metadata },
      payment_method_collection: 'always',
      locale: 'en-GB',
    });
  });

  it.each([
    ['2026-11-22T08:59:59Z', undefined],
    ['2026-11-22T09:00:00Z', '2026-11-22T09:01:00Z'],
    ['2026-11-26T12:30:00Z', '2026-11-26T12:30:00Z'],
  ])('with the first payment on %s has a trial until %s', async (firstPaymentAt, until) => {
    const { payments, asked } = await provider([CHECKOUT]);
    await payments.checkout(checkoutRequest({ firstPaymentAt: new Date(firstPaymentAt), customer: { id: 'cus_1' } }));
    const { subscription_data, ...sent } = fieldsOf(asked[0]?.body ?? '');
    expect(sent).toMatchObject({ customer: 'cus_1' });
    expect(sent).not.toHaveProperty('customer_email');
    expect(subscription_data).toEqual({
      metadata: { landlord_id: 'landlord-1' },
      ...(until && { trial_end: String(Date.parse(until) / 1000) }),
    });
  });
});

describe('telemetry', () => {
  it('is not sent with later calls', async () => {
    const { payments, asked } = await provider([CHECKOUT]);
    await payments.paidBy('cs_1');
    await payments.paidBy('cs_1');
    expect(asked.map(({ headers }) => headers['x-stripe-client-telemetry'])).toEqual([undefined, undefined]);
  });
});

describe('the provider', () => {
  it.each<[string, Answer]>([
    ['returns a 502', BAD_GATEWAY],
    ['returns a 500', refusal(500, { type: 'api_error', message: 'No' })],
    ['drops the connection', { by: (response) => response.destroy() }],
  ])('is tried twice with one idempotency key when it %s', async (_, fault) => {
    const { payments, asked } = await provider([fault, CHECKOUT, fault]);
    expect(await payments.checkout(checkoutRequest())).toMatchObject({ id: 'cs_1' });
    expect(asked.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
    expect((await failureOf(payments.subscription('sub_1'))).failure).toBe('unavailable');
    expect(asked).toHaveLength(4);
  });

  it.each<[string, Answer]>([
    ['never responds', { by: () => {} }],
    ['never ends its response', { by: (response) => response.writeHead(200).write('{"id":') }],
  ])('times out when it %s', async (_, fault) => {
    const { payments } = await provider([fault], { timeoutMs: 300 });
    expect((await failureOf(payments.subscription('sub_1'))).failure).toBe('timed_out');
  });

  it.each<[string, Answer]>([
    ['invalid JSON', { body: '<html>' }],
    ['an empty body', { body: '' }],
    ['null', { body: 'null' }],
    ['another shape', { body: { id: 'sub_1', status: 'A LANDLORD' } }],
    ['a redirect', { status: 302, body: '' }],
  ])('causes bad_answer without a retry when it returns %s', async (_, fault) => {
    const { payments, asked } = await provider([fault]);
    const { failure, message } = await failureOf(payments.subscription('sub_1'));
    expect([failure, asked.length]).toEqual(['bad_answer', 1]);
    expect(message).toContain('subscriptions.retrieve');
    expect(message).not.toMatch(/LANDLORD|sub_1/);
  });

  it.each([
    [400, 'refused_us'],
    [401, 'refused_us'],
    [402, 'refused_us'],
    [403, 'refused_us'],
    [404, 'not_found'],
    [429, 'too_many_requests'],
  ] as const)('maps status %i to %s, without names or keys in the log', async (status, failure) => {
    const { payments } = await provider([refusal(status, { ...INVALID, code: 'resource_missing', param: 'customer' })]);
    const error = await failureOf(payments.checkout(checkoutRequest()));
    expect(error.failure).toBe(failure);
    expect(error.message).toBe(
      `${FAILURES[failure]}: checkout.sessions.create, ${status} resource_missing customer req_1`,
    );
  });
});

describe('a checkout that cannot be closed', () => {
  const refused = refusal(400, INVALID);
  it('counts as closed if paid, and throws if still open', async () => {
    const paid: Answer = { body: { id: 'cs_1', status: 'complete', url: null, subscription: 'sub_1' } };
    const { payments } = await provider([refused, paid, refused, CHECKOUT]);
    await payments.abandon('cs_1');
    expect((await failureOf(payments.abandon('cs_1'))).failure).toBe('refused_us');
  });
});

describe('a signed message', () => {
  const payments = stripePayments(KEYS);
  const payload = JSON.stringify({ id: 'evt_1', type: 'x', data: { object: { object: 'subscription', id: 'sub_1' } } });
  const body = Buffer.from(payload);
  const signed = (secret = SECRET, seconds = 0, of = payload) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: of,
      secret,
      timestamp: Math.floor(Date.now() / 1000) - seconds,
    });

  it('is accepted for five minutes', () => {
    for (const seconds of [0, 290])
      expect(payments.event({ body, signature: signed(SECRET, seconds) })).toEqual({
        id: 'evt_1',
        type: 'x',
        subscriptionId: 'sub_1',
        customerId: null,
      });
  });

  it.each([
    ['is changed', signed(), Buffer.from(payload.replace('sub_1', 'sub_2'))],
    ['is signed with another secret', signed('whsec_of_another'), body],
    ['is older than five minutes', signed(SECRET, 310), body],
    ['is not signed', '', body],
    ['has a broken signature', 't=1,v1=zz', body],
    ['has the signature of another time', signed().replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 1}`), body],
    ['is not JSON', signed(SECRET, 0, 'hello'), Buffer.from('hello')],
    ['is not an event', signed(SECRET, 0, '[]'), Buffer.from('[]')],
  ])('is rejected when it %s', (_, signature, given) => {
    expect(payments.event({ body: given, signature })).toBeNull();
  });
});
