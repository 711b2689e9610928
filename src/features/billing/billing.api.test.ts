import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { access, DAY, userOf } from '../../../test/fixtures/account.ts';
import { submit } from '../../../test/fixtures/bank-connections.ts';
import { landlord, subscribedLandlord, visitor } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { END_TRIAL } from '../../../test/fixtures/subscriptions.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import {
  accountStatusOf,
  CHECKOUT,
  checkoutOf,
  decide,
  expired,
  inPortal,
  providerIdsOf,
  quiet,
  REFRESH,
  requestCheckout,
  subscribe,
  waitForStatus,
} from '../../../test/servers/payments.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { PaymentError, type Payments } from '../../outside/payments/payments.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { CANCEL_SUBSCRIPTION, REFRESH_SUBSCRIPTIONS } from '../subscription/queues.server.ts';
import { billingJobs } from './jobs.server.ts';
import { readSubscription } from './subscription.server.ts';
import { BillingInfo, PaymentPage } from './subscription.ts';

const { database, services } = server;
const SOON = { timeout: 20_000, interval: 100 };
const { payments } = services;
if (!payments) throw new Error('The test server takes no payments');

afterAll(quiet);

describe('A plan', () => {
  it('S1.1.4: gives an expired landlord access once paid, without signing in again', async () => {
    const ada = await expired();
    const url = await checkoutOf(ada);
    expect(await access(ada)).toBe('402 trial_expired');
    const { pathname, search } = await decide(url, 'succeed');
    expect(`${pathname}${search}`).toBe('/dashboard/plans?back=paid');
    expect((await ada.post(REFRESH)).status).toBe(200);
    expect(await accountStatusOf(ada)).toMatchObject({
      status: 'active',
      plan: 'standard',
      state: 'active',
      managed: true,
    });
    expect(await access(ada)).toBe('served');
  });

  it('is activated by the webhook when the landlord does not return from the payment page', async () => {
    const ada = await expired();
    await decide(await checkoutOf(ada, 'basic'), 'succeed');
    await waitForStatus(ada, { status: 'active', plan: 'basic' });
    expect((await providerIdsOf(ada)).checkout_id).toBeNull();
  });

  it('takes the first payment when the trial ends, or immediately with less than 48 hours left', async () => {
    const [ada, bea] = [await landlord(), await landlord()];
    const soon = new Date(Date.now() + 2 * DAY);
    await query(database, END_TRIAL, [bea.id, soon]);
    const { trialEndDate } = await userOf(ada);
    const inSeconds = (instant: string | null) => Math.ceil(Date.parse(instant ?? '') / 1000);
    expect(inSeconds((await subscribe(ada)).paidUntil)).toBe(inSeconds(trialEndDate));
    expect(Date.parse((await subscribe(bea)).paidUntil ?? '')).toBeGreaterThan(Date.now() + 27 * DAY);
  });

  it.each(['decline', 'leave'] as const)('is not active after %s', async (decision) => {
    const ada = await expired();
    const url = await checkoutOf(ada);
    const { search } = await decide(url, decision);
    expect(search).toBe(decision === 'leave' ? '?back=left' : '');
    await ada.post(REFRESH);
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'expired', state: null });
    expect(await access(ada)).toBe('402 trial_expired');
    expect(await checkoutOf(ada), 'the page is still open').toBe(url);
  });

  it('runs until the end of the paid period when cancelled in the portal, and can be bought again', async () => {
    const ada = await expired();
    await subscribe(ada);
    await inPortal(ada, 'cancel');
    await waitForStatus(ada, { status: 'active', state: 'active', endsAt: expect.stringContaining('T') as string });
    const { endsAt, paidUntil, accessEnds } = await accountStatusOf(ada);
    expect([endsAt, accessEnds]).toEqual([paidUntil, paidUntil]);
    expect((await requestCheckout(ada)).outcome).toBe('409 already_subscribed');
    await inPortal(ada, 'next');
    await waitForStatus(ada, { status: 'expired', state: 'ended' });
    expect(await access(ada)).toBe('402 trial_expired');
    expect(await subscribe(ada, 'business')).toMatchObject({ status: 'active', plan: 'business' });
  });

  it('stays active for 14 days after a failed payment, which can be paid in the portal', async () => {
    const ada = await expired();
    await subscribe(ada);
    await inPortal(ada, 'fail');
    await inPortal(ada, 'next');
    await waitForStatus(ada, { status: 'active', state: 'past_due' });
    const { owedSince, accessEnds } = await accountStatusOf(ada);
    expect(Date.parse(accessEnds ?? '') - Date.parse(owedSince ?? '')).toBe(14 * DAY);
    await server.later(15 * DAY, async () => expect(await access(ada)).toBe('402 trial_expired'));
    await inPortal(ada, 'pay');
    await waitForStatus(ada, { status: 'active', state: 'active', owedSince: null });
  });
});

it('recommends a plan for the landlord’s number of properties, after the trial too', async () => {
  const [ada, bea] = [await landlord(), await landlord()];
  for (const address of ['1 Mill Lane', '2 Mill Lane']) await ada.post('/api/properties', newProperty({ address }));
  await query(database, END_TRIAL, [ada.id, new Date(Date.now() - 1000)]);
  const counts = [ada, bea].map(async (one) => (await one.get('/api/billing')).as(BillingInfo).properties);
  expect(await Promise.all(counts)).toEqual([2, 0]);
});

describe('A checkout', () => {
  it('S1.7.40: accepts one of our plans with the own email address, and returns the payment page', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const wrong = [
      [{ priceId: 'price_1', customerEmail: ada.email }, { priceId: 'Choose one of the 5 plans' }],
      [{ priceId: 'basic', customerEmail: eve.email }, { customerEmail: 'Use your account’s email address' }],
      [{ priceId: 'basic' }, { customerEmail: 'Enter your email address' }],
    ] as const;
    for (const [body, fields] of wrong) expect((await ada.post(CHECKOUT, body)).fields).toEqual(fields);
    const shouted = { priceId: 'basic', customerEmail: ada.email.toUpperCase() };
    expect((await ada.post(CHECKOUT, shouted)).as(PaymentPage).url).toContain('/sandbox/payments/pay/');
  });

  it('is the same when requested repeatedly and concurrently', async () => {
    const ada = await landlord();
    const urls = await Promise.all([checkoutOf(ada), checkoutOf(ada), checkoutOf(ada)]);
    expect(new Set([...urls, await checkoutOf(ada)]).size).toBe(1);
  });

  it('closes an earlier one for another plan', async () => {
    const ada = await expired();
    const first = await checkoutOf(ada, 'basic');
    const second = await checkoutOf(ada, 'standard');
    await decide(first, 'succeed');
    await decide(second, 'succeed');
    await waitForStatus(ada, { plan: 'standard', status: 'active' });
    const all = await query<{ value: string }>(
      database,
      `select value::text from app.sandbox_payments where key like 'subscription/%' and value::text like '%' || $1 || '%'`,
      [ada.id],
    );
    expect(all).toHaveLength(1);
  });

  it('is detected as paid by the next request, before the webhook', async () => {
    const ada = await expired();
    await decide(await checkoutOf(ada), 'succeed');
    expect((await requestCheckout(ada, 'basic')).outcome).toBe('409 already_subscribed');
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'active', plan: 'standard' });
  });

  it('cancels the second plan if two were paid', async () => {
    const ada = await expired();
    await subscribe(ada);
    const { url } = await payments.checkout({
      landlordId: ada.id,
      plan: 'basic',
      customer: { email: ada.email },
      firstPaymentAt: null,
      successUrl: services.appUrl,
      cancelUrl: services.appUrl,
      key: randomUUID(),
    });
    await decide(url, 'succeed');
    const ids = () =>
      query<{ id: string }>(
        database,
        `select split_part(key, '/', 2) as id from app.sandbox_payments where key like 'subscription/%' and value::text like '%' || $1 || '%'`,
        [ada.id],
      );
    await vi.waitFor(async () => {
      const states = await Promise.all((await ids()).map(async ({ id }) => (await payments.subscription(id))?.state));
      expect(new Set(states)).toEqual(new Set(['active', 'ended']));
    }, SOON);
    expect(await accountStatusOf(ada)).toMatchObject({ status: 'active', plan: 'standard' });
  });

  it('does not replace a plan whose cancellation could not be queued', async () => {
    const ada = await expired();
    await subscribe(ada);
    await quiet();
    await query(database, `update subscriptions set state = 'past_due' where user_id = $1`, [ada.id]);
    const { subscription_id: first } = await providerIdsOf(ada);
    const paid = await payments.subscription(first);
    if (!paid) throw new Error('The subscription is missing.');
    const second = { ...paid, id: `sub_${randomUUID()}` };
    const jobs: Jobs = {
      ...services.jobs,
      send: async () => {
        throw new Error('The server stopped.');
      },
    };
    const { jobsPool: pool, clock, appUrl } = services;
    const changed = { ...payments, subscription: async () => second };
    const reading = readSubscription(
      { payments: changed, pool, clock, log: pino({ enabled: false }), jobs, appUrl },
      second.id,
    );
    await expect(reading).rejects.toThrow('The server stopped.');
    expect((await providerIdsOf(ada)).subscription_id).toBe(first);
  });
});

describe('The end of an account', () => {
  it('cancels the plan and closes an open payment page', async () => {
    const [ada, bea] = [await expired(), await expired()];
    await subscribe(ada);
    const { subscription_id } = await providerIdsOf(ada);
    const url = await checkoutOf(bea);
    const { checkout_id } = await providerIdsOf(bea);
    for (const one of [ada, bea])
      expect((await one.post('/api/account/remove', { password: one.password })).status).toBe(200);
    await vi.waitFor(async () => expect((await payments.subscription(subscription_id))?.state).toBe('ended'), SOON);
    await vi.waitFor(async () => {
      await decide(url, 'leave');
      const page = await (
        await fetch(url.replace(services.appUrl, server.url), { headers: { host: new URL(services.appUrl).host } })
      ).text();
      expect(page).toContain('This page has closed');
    }, SOON);
    expect(await payments.paidBy(checkout_id ?? '')).toBeNull();
  });

  it('is retried for 30 days while the provider is unavailable, then reported to the operator', async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (text) => void lines.push(JSON.parse(text) as (typeof lines)[0]) });
    const queued: unknown[] = [];
    const handlers = billingJobs({
      ...services,
      payments: { ...payments, cancel: down },
      log,
      jobs: () => ({ ...services.jobs, send: async (_queue, payload) => void queued.push(payload) }),
    });
    const job = { provider: 'stripe', subscriptionId: 'sub_1', checkoutId: null, tries: 3 };
    const ago = (days: number) => new Date(services.clock.now().getTime() - days * DAY).toISOString();
    await runJob(handlers, CANCEL_SUBSCRIPTION, { ...job, since: ago(29) });
    expect(queued).toMatchObject([{ subscriptionId: 'sub_1', tries: 4 }]);
    await runJob(handlers, CANCEL_SUBSCRIPTION, { ...job, since: ago(30) });
    expect(queued).toHaveLength(1);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'A subscription could not be cancelled and will be tried again',
      'A subscription could not be cancelled: cancel it by hand',
    ]);
  });
});

const down = async (): Promise<never> => {
  throw new PaymentError('unavailable', 'in a test');
};

describe('Where the provider', () => {
  it('is down, each step shows an error, and works once it is back', async () => {
    const away: Payments = { ...payments, checkout: down, portal: down, subscription: down };
    const without = await startServer({ database, adjust: (made) => ({ ...made, payments: away }) });
    onTestFinished(() => without.stop());
    const ada = await landlord({}, without);
    await query(
      database,
      `insert into subscriptions (user_id, provider, customer_id, subscription_id, state) values ($1, 'stripe', 'c', $2, 'ended')`,
      [ada.id, randomUUID()],
    );
    for (const path of ['/api/billing-portal', REFRESH])
      expect((await ada.post(path)).outcome).toBe('502 payment_failed');
    const refused = await requestCheckout(ada);
    expect(refused.outcome).toBe('502 payment_failed');
    expect(refused.text).toContain('You have not been charged. Try again.');
    const [row] = await query(database, 'select checkout_key from subscriptions where user_id = $1', [ada.id]);
    expect(row, 'the next try has another key, as a failure is repeated under its own').toEqual({ checkout_key: null });
  });

  it('is not configured, plans cannot be bought and existing ones are kept', async () => {
    const without = await startServer({ database, adjust: (made) => ({ ...made, payments: undefined }) });
    onTestFinished(() => without.stop());
    const ada = await landlord({}, without);
    const paths = [CHECKOUT, '/api/billing-portal', REFRESH, '/api/payments/webhook'];
    for (const path of paths) {
      const body = path === CHECKOUT ? { priceId: 'basic', customerEmail: ada.email } : {};
      expect([path, (await ada.post(path, body)).outcome]).toEqual([path, '503 payments_disabled']);
    }
    expect((await ada.get('/api/billing')).text).toBe(
      '{"available":false,"vatNote":null,"properties":0,"storage":{"usedBytes":0,"limitBytes":1073741824,"leavingBytes":0}}',
    );
  });

  it('sends no webhook, the hourly job reads paid and ended plans', async () => {
    const [ada, bea] = [await expired(), await subscribedLandlord()];
    await subscribe(ada);
    const { subscription_id } = await providerIdsOf(ada);
    // The row is out of date, and no webhook arrived for Bea's payment.
    await query(
      database,
      `update subscriptions set state = 'past_due', read_at = read_at - interval '2 hours' where user_id = $1`,
      [ada.id],
    );
    await query(database, 'delete from subscriptions where user_id = $1', [bea.id]);
    const id = randomUUID();
    await query(
      database,
      `insert into subscriptions (user_id, provider, checkout_id, checkout_key, checkout_at) values ($1, 'stripe', $2, $3, app.instant())`,
      [bea.id, `cs_${id}`, id],
    );
    const paid: Payments = {
      ...payments,
      paidBy: async (checkout) => (checkout === `cs_${id}` ? `sub_${id}` : null),
      subscription: async (requested) => {
        const current = await payments.subscription(requested === `sub_${id}` ? subscription_id : requested);
        return current && requested === `sub_${id}` ? { ...current, id: requested, landlordId: bea.id } : current;
      },
    };
    await runJob(
      billingJobs({ ...services, pool: services.jobsPool, payments: paid, jobs: () => services.jobs }),
      REFRESH_SUBSCRIPTIONS,
    );
    expect(await accountStatusOf(ada)).toMatchObject({ state: 'active', status: 'active' });
    expect(await accountStatusOf(bea)).toMatchObject({ state: 'active', plan: 'standard' });
  });
});

it('S1.4.2: requests from a browser cannot activate a plan, change another’s, or restart a trial', async () => {
  const [ada, eve] = [await expired(), await expired()];
  await subscribe(ada);
  const { subscription_id } = await providerIdsOf(ada);
  const before = await accountStatusOf(ada);
  const injected = { status: 'active', plan: 'enterprise', state: 'active', paidUntil: '2099-01-01T00:00:00.000Z' };
  await eve.patch('/api/settings', { ...injected, subscription: injected, trialEndDate: '2099-01-01T00:00:00.000Z' });
  await eve.put('/api/profile', {
    name: eve.name,
    email: eve.email,
    subscription: injected,
    trial_end_date: '2099-01-01',
  });
  await eve.post(REFRESH, { subscriptionId: subscription_id });
  await eve.post(CHECKOUT, { priceId: 'basic', customerEmail: eve.email, landlordId: ada.id, ...injected });
  await eve.get('/dashboard/plans?back=paid');
  expect((await eve.post('/api/billing-portal')).outcome).toBe('404 not_found');
  expect((await visitor().post(REFRESH)).outcome).toBe('401 unauthenticated');
  const forged = await submit(`${services.appUrl}/sandbox/payments/portal/x`, [
    ['decision', 'cancel'],
    ['subscription', subscription_id],
  ]);
  expect(forged.href).toBe('about:blank');
  expect(await accountStatusOf(eve)).toMatchObject({ status: 'expired', state: null, plan: null });
  expect(await access(eve)).toBe('402 trial_expired');
  expect(await accountStatusOf(ada)).toEqual(before);
});
