/** Tests the adapter with the payment sandbox. CONTRACTS_DIR also checks calls against Stripe's OpenAPI file. */
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contractsFolder } from '../../../../test/contracts/contracts.ts';
import { stripeContract, unlikeFixture } from '../../../../test/contracts/stripe-contract.ts';
import { ownDatabase, query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import { createApp } from '../../../app/server/app.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { PaymentError, type PaymentFailure, type Payments } from '../payments.ts';
import { type StripePlan, stripePayments } from '../stripe.server.ts';
import { fieldsOf, sandboxPaymentKeys } from './api.server.ts';

const DAY_MS = 86_400_000;
const contract = contractsFolder ? stripeContract(contractsFolder) : undefined;
const prices = { basic: 'price_sandbox_basic', standard: 'price_sandbox_standard', gone: 'price_sandbox_gone' };
const now = () => server.services.clock.now();
const ahead = (days: number) => new Date(Math.round(now().getTime() / 1000) * 1000 + days * DAY_MS);

const paymentsAt = (place: typeof server, plan: Partial<StripePlan> = {}): Payments =>
  stripePayments({
    ...sandboxPaymentKeys(place.services.secret),
    prices,
    clock: place.services.clock,
    baseUrl: `${place.url}/sandbox/payments/api`,
    ...(contract && { fetch: contract.fetch }),
    ...plan,
  });
const payments = paymentsAt(server);

const checkoutRequest = (changes: object = {}) => ({
  landlordId: 'landlord-1',
  plan: 'standard',
  customer: { email: 'ada@tenure.example' },
  firstPaymentAt: null,
  successUrl: `${server.services.appUrl}/plans?back=paid`,
  cancelUrl: `${server.services.appUrl}/plans?back=left`,
  key: crypto.randomUUID(),
  ...changes,
});

type Target = { place?: typeof server; origin?: string };
async function press(url: string, fields: Record<string, string>, { place = server, origin = place.url }: Target = {}) {
  const answer = await fetch(url.replace(place.services.appUrl, place.url), {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
}
const pageText = async (url: string) => (await fetch(url.replace(server.services.appUrl, server.url))).text();

async function subscribed(changes: object = {}) {
  const { id: checkout, url } = await payments.checkout(checkoutRequest(changes));
  await press(url, { decision: 'succeed' });
  const id = (await payments.paidBy(checkout)) ?? '';
  const read = async () => {
    const subscription = await payments.subscription(id);
    if (!subscription) throw new Error('There is no subscription.');
    return subscription;
  };
  const { customerId } = await read();
  const portal = await payments.portal({ customerId, returnUrl: checkoutRequest().cancelUrl });
  const decide = (decision: string, fields = {}) => press(portal.url, { decision, ...fields });
  return { id, customerId, checkout, portal: portal.url, read, decide };
}

const failureOf = (work: Promise<unknown>): Promise<PaymentFailure | 'none'> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof PaymentError) return error.failure;
      throw error;
    },
  );

describe('a checkout', () => {
  it('creates the landlord’s subscription at once when paid', async () => {
    const { id, url } = await payments.checkout(checkoutRequest());
    expect(await payments.paidBy(id)).toBeNull();
    const text = await pageText(url);
    for (const words of ['This is a sandbox. No money is taken.', 'Standard', '£29.99', 'ada@tenure.example'])
      expect(text).toContain(words);
    expect(await press(url, { decision: 'succeed' })).toMatchObject({ status: 303, to: checkoutRequest().successUrl });
    const subscription = (await payments.paidBy(id)) ?? '';
    const read = await payments.subscription(subscription);
    expect(read).toMatchObject({ landlordId: 'landlord-1', plan: 'standard', state: 'active', endsAt: null });
    const days = ((read?.paidUntil?.getTime() ?? 0) - now().getTime()) / DAY_MS;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    // A second submission does not pay again.
    expect(await press(url, { decision: 'succeed' })).toMatchObject({ status: 303, to: checkoutRequest().successUrl });
    expect(await payments.paidBy(id)).toBe(subscription);
    expect(await pageText(url)).not.toContain('ada@tenure.example');
  });

  it('is charged at the end of its free days if they last long enough', async () => {
    const until = ahead(5);
    const { read, customerId } = await subscribed({ firstPaymentAt: until });
    expect(await read()).toMatchObject({ providerState: 'trialing', state: 'active', paidUntil: until });
    await server.later(6 * DAY_MS, async () => {
      const paid = await read();
      expect(paid.providerState).toBe('active');
      expect(paid.paidUntil?.getTime()).toBeGreaterThan(until.getTime() + 27 * DAY_MS);
    });
    const soon = { customer: { id: customerId }, firstPaymentAt: new Date(now().getTime() + 2 * DAY_MS - 1000) };
    expect(await (await subscribed(soon)).read()).toMatchObject({ providerState: 'active', customerId });
    const just = await subscribed({ firstPaymentAt: new Date(now().getTime() + 2 * DAY_MS + 5000) });
    expect((await just.read()).providerState).toBe('trialing');
  });

  it('stays open when declined or left', async () => {
    const { id, url } = await payments.checkout(checkoutRequest());
    const declined = await press(url, { decision: 'decline' });
    expect(declined).toMatchObject({ status: 200, to: null });
    expect(declined.text).toContain('Your card was declined');
    expect(await press(url, { decision: 'leave' })).toMatchObject({ status: 303, to: checkoutRequest().cancelUrl });
    expect(await payments.paidBy(id)).toBeNull();
    expect((await press(url, { decision: 'succeed' })).to).toBe(checkoutRequest().successUrl);
  });

  it('cannot be paid once abandoned or a day old', async () => {
    const [closed, old] = [await payments.checkout(checkoutRequest()), await payments.checkout(checkoutRequest())];
    await payments.abandon(closed.id);
    expect((await press(closed.url, { decision: 'succeed' })).text).toContain('This page has closed');
    await server.later(DAY_MS + 1000, async () => {
      expect((await press(old.url, { decision: 'succeed' })).status).toBe(404);
      expect(await payments.paidBy(old.id)).toBeNull();
    });
    expect(await payments.paidBy(closed.id)).toBeNull();
    const { checkout, read } = await subscribed();
    for (const id of [closed.id, checkout, 'cs_test_unknown']) await payments.abandon(id);
    expect((await read()).state).toBe('active');
  });

  it('is created once for a key and rejected for other parameters', async () => {
    const request = checkoutRequest();
    const [one, two] = await Promise.all([payments.checkout(request), payments.checkout(request)]);
    expect(one).toEqual(two);
    expect(await failureOf(payments.checkout({ ...request, plan: 'basic' }))).toBe('refused_us');
  });

  it('is rejected without a price or for an unknown customer', async () => {
    expect(await failureOf(payments.checkout(checkoutRequest({ plan: 'unknown' })))).toBe('refused_us');
    expect(await failureOf(payments.checkout(checkoutRequest({ plan: 'gone' })))).toBe('refused_us');
    expect(await failureOf(payments.checkout(checkoutRequest({ customer: { id: 'cus_unknown' } })))).toBe('refused_us');
  });
});

describe('a subscription in the portal', () => {
  it('changes plan, is cancelled at the end of its month, resumes and ends', async () => {
    const { portal, decide, read } = await subscribed();
    expect(await pageText(portal)).toContain('Cancel on ');
    expect((await decide('change', { plan: 'basic' })).status).toBe(303);
    expect((await read()).plan).toBe('basic');
    const { paidUntil } = await read();
    await decide('cancel');
    expect(await read()).toMatchObject({ state: 'active', endsAt: paidUntil });
    await decide('resume');
    expect((await read()).endsAt).toBeNull();
    await decide('cancel');
    await server.later(32 * DAY_MS, async () => {
      expect(await read()).toMatchObject({ state: 'ended', endsAt: paidUntil });
      expect(await pageText(portal)).not.toContain('Cancel on ');
    });
  });

  it('is past due when the card fails, active with one that works, and ends after the last attempt', async () => {
    const { decide, read } = await subscribed();
    expect((await read()).card).toEqual({ brand: 'Visa', last4: '4242' });
    await decide('fail');
    await decide('next');
    const owed = await read();
    expect(owed.card).toEqual({ brand: 'Visa', last4: '0341' });
    expect(owed).toMatchObject({ state: 'past_due', paidUntil: owed.owedSince });
    expect(Math.abs((owed.owedSince?.getTime() ?? 0) - now().getTime())).toBeLessThan(60_000);
    await decide('pay');
    expect(await read()).toMatchObject({ state: 'active', owedSince: null });
    await decide('fail');
    await decide('next');
    await server.later(20 * DAY_MS, async () => expect((await read()).state).toBe('past_due'));
    await server.later(22 * DAY_MS, async () => expect((await read()).state).toBe('ended'));
  });

  it('rejects decisions from another site, and unknown ones', async () => {
    const { portal, decide, read } = await subscribed();
    expect((await press(portal, { decision: 'cancel' }, { origin: 'https://evil.example' })).status).toBe(403);
    await decide('toString');
    await decide('change', { plan: 'unknown' });
    expect(await read()).toMatchObject({ endsAt: null, plan: 'standard' });
  });
});

describe('a subscription', () => {
  it('ends at once when cancelled, idempotently', async () => {
    const { id, read } = await subscribed();
    await payments.cancel(id);
    const ended = await read();
    expect(ended.state).toBe('ended');
    expect(ended.endsAt?.getTime()).toBeLessThanOrEqual(now().getTime());
    await payments.cancel(id);
    await payments.cancel('sub_unknown');
    expect(await payments.subscription('sub_unknown')).toBeNull();
    expect(
      await failureOf(payments.portal({ customerId: 'cus_unknown', returnUrl: checkoutRequest().cancelUrl })),
    ).toBe('refused_us');
  });
});

describe('messages', () => {
  type Received = { signature: string; body: Buffer };
  /** Starts a separate server whose webhook responds with `status` and records messages. */
  async function receiving(status: () => 200 | 500) {
    const received: Received[] = [];
    const database = await ownDatabase('messages');
    const place = await startServer({
      database,
      env: { APP_URL: 'http://tenure.localhost:8080' },
      app: (services, web) => {
        const outer = new Hono<AppEnv>();
        outer.post('/api/payments/webhook', async (c) => {
          expect(c.req.header('host')).toBe('tenure.localhost:8080');
          received.push({
            signature: c.req.header('stripe-signature') ?? '',
            body: Buffer.from(await c.req.arrayBuffer()),
          });
          return c.body(null, status());
        });
        const inner = createApp(services, web);
        outer.all('*', (c) => inner.fetch(c.req.raw, c.env));
        return outer;
      },
    });
    onTestFinished(() => place.stop());
    const own = paymentsAt(place);
    const types = () => received.map((message) => own.event(message)?.type);
    const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
    return { place, own, received, types, until, database };
  }

  it('report every change, signed and in Stripe’s format', async () => {
    const { place, own, received, types, until } = await receiving(() => 200);
    const { url, id } = await own.checkout(checkoutRequest());
    await press(url, { decision: 'succeed' }, { place });
    const subscription = (await own.paidBy(id)) ?? '';
    await until(() =>
      expect(types()).toEqual(
        expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']),
      ),
    );
    const { customerId } = (await own.subscription(subscription)) ?? { customerId: '' };
    const portal = await own.portal({ customerId, returnUrl: checkoutRequest().cancelUrl });
    for (const decision of ['fail', 'next', 'next']) await press(portal.url, { decision }, { place });
    await until(() =>
      expect(types()).toEqual(expect.arrayContaining(['invoice.payment_failed', 'customer.subscription.deleted'])),
    );
    const events = received.map((message) => own.event(message));
    expect(new Set(events.map((event) => event?.subscriptionId))).toEqual(new Set([subscription]));
    expect(new Set(events.map((event) => event?.id)).size).toBe(events.length);
    const bodies = received.map(
      ({ body }) => JSON.parse(body.toString()) as { data: { object: Record<string, unknown> } },
    );
    expect(bodies.flatMap(({ data }) => unlikeFixture('event', data.object))).toEqual([]);
  });

  it('are retried until accepted', async () => {
    let up = false;
    const { place, own, received, until, database } = await receiving(() => (up ? 200 : 500));
    const { url } = await own.checkout(checkoutRequest());
    await press(url, { decision: 'succeed' }, { place });
    await until(() => expect(received.length).toBeGreaterThanOrEqual(4));
    up = true;
    received.length = 0;
    const due = "update pgboss.job set start_after = now() where name = 'send-payment-message' and state = 'retry'";
    await until(async () => {
      await query(database, due);
      expect(new Set(received.map((message) => own.event(message)?.id)).size).toBe(4);
    });
  });

  it('report due changes when the clock is moved', async () => {
    const { place, own, types, until } = await receiving(() => 200);
    const { url } = await own.checkout(checkoutRequest({ firstPaymentAt: ahead(5) }));
    await press(url, { decision: 'succeed' }, { place });
    const moved = await fetch(`${place.url}/dev/time`, {
      method: 'POST',
      headers: { origin: place.services.appUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ milliseconds: 6 * DAY_MS }),
    });
    expect([moved.status, await moved.text()]).toEqual([200, expect.any(String)]);
    await until(() => expect(types()).toContain('invoice.paid'));
  });
});

describe('the payment sandbox', () => {
  it('accepts only its key, and rejects unknown parameters like Stripe', async () => {
    for (const secretKey of ['sk_test_guessed', sandboxPaymentKeys('x'.repeat(32)).secretKey])
      expect(await failureOf(paymentsAt(server, { secretKey }).subscription('sub_1'))).toBe('refused_us');
    const authorization = `Bearer ${sandboxPaymentKeys(server.services.secret).secretKey}`;
    const form = 'mode=subscription&line_items[0][price]=price_sandbox_basic&line_items[0][quantity]=1&tip=1';
    const sent = { method: 'POST', body: form, headers: { authorization } };
    const answer = await fetch(`${server.url}/sandbox/payments/api/v1/checkout/sessions`, sent);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { type: 'invalid_request_error' } }]);
    expect((await fetch(`${server.url}/sandbox/payments/pay/unknown`)).status).toBe(404);
    expect((await fetch(`${server.url}/sandbox/payments/portal/unknown`)).status).toBe(404);
  });

  it('parses nested form fields', () => {
    expect(fieldsOf('a=1&b[c]=2&b[d][0][e]=3')).toEqual({ a: '1', b: { c: '2', d: { 0: { e: '3' } } } });
    expect(Object.getPrototypeOf(fieldsOf('__proto__[x]=1'))).toBeNull();
  });

  it('is absent on a public server unless enabled', async () => {
    const env = { APP_URL: 'http://tenure.example', CLOCK: 'system' };
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@tenure.example' };
    const real = await startServer({ database: server.database, env: { ...env, ...mail } });
    onTestFinished(() => real.stop());
    expect([real.services.payments, real.services.sandboxPayments]).toEqual([undefined, undefined]);
    const shown = await startServer({ database: server.database, env: { ...env, SANDBOXES: 'on' } });
    onTestFinished(() => shown.stop());
    // Servers with the same database and secret share the sandbox's state.
    const { id } = await subscribed();
    expect(await shown.services.payments?.subscription(id)).toMatchObject({ id, plan: 'standard' });
  });

  it.skipIf(!contract)('and the adapter match Stripe’s OpenAPI and examples (skipped without CONTRACTS_DIR)', () => {
    expect(contract?.violations).toEqual([]);
    expect([...(contract?.checked ?? [])]).toEqual(
      expect.arrayContaining([
        'POST /v1/checkout/sessions 200',
        'POST /v1/checkout/sessions 400',
        'GET /v1/checkout/sessions/{session} 200',
        'GET /v1/checkout/sessions/{session} 404',
        'POST /v1/checkout/sessions/{session}/expire 200',
        'POST /v1/checkout/sessions/{session}/expire 400',
        'POST /v1/billing_portal/sessions 200',
        'POST /v1/billing_portal/sessions 400',
        'GET /v1/subscriptions/{subscription_exposed_id} 200',
        'GET /v1/subscriptions/{subscription_exposed_id} 401',
        'GET /v1/subscriptions/{subscription_exposed_id} 404',
        'DELETE /v1/subscriptions/{subscription_exposed_id} 200',
        'DELETE /v1/subscriptions/{subscription_exposed_id} 404',
        'GET /v1/invoices 200',
      ]),
    );
  });
});
