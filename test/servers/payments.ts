/** Plans are bought, declined and managed on the sandbox's pages. */
import { Stripe } from 'stripe';
import { expect, vi } from 'vitest';
import type { CurrentUser } from '../../src/features/account/account.ts';
import { PaymentPage } from '../../src/features/billing/subscription.ts';
import { sandboxPaymentKeys } from '../../src/outside/payments/sandbox/api.server.ts';
import { userOf } from '../fixtures/account.ts';
import { submit } from '../fixtures/bank-connections.ts';
import { type Landlord, landlord } from '../fixtures/landlords.ts';
import { END_TRIAL } from '../fixtures/subscriptions.ts';
import type { Answer, Browser } from '../reading/browser.ts';
import { query } from './database.ts';
import { server } from './server.ts';

export const CHECKOUT = '/api/create-checkout-session';
export const WEBHOOK = '/api/payments/webhook';
export const REFRESH = '/api/subscription/refresh';

export const requestCheckout = (owner: Landlord, plan = 'standard'): Promise<Answer> =>
  owner.post(CHECKOUT, { priceId: plan, customerEmail: owner.email });

export async function checkoutOf(owner: Landlord, plan?: string): Promise<string> {
  return (await requestCheckout(owner, plan)).as(PaymentPage).url;
}

export const decide = (url: string, decision: 'succeed' | 'decline' | 'leave') => submit(url, [['decision', decision]]);

export type Standing = CurrentUser['subscription'];
export const accountStatusOf = async (owner: Browser): Promise<Standing> => (await userOf(owner)).subscription;

/** Buys a plan and refreshes the subscription, as the app does after the redirect. */
export async function subscribe(owner: Landlord, plan?: string): Promise<Standing> {
  await decide(await checkoutOf(owner, plan), 'succeed');
  await owner.post(REFRESH);
  return accountStatusOf(owner);
}

/** Waits until all messages of the provider are processed. */
export const quiet = () =>
  vi.waitFor(
    async () => {
      const jobs = `name in ('send-payment-message', 'read-subscription')`;
      // A message that was rejected while the clock was moved would be retried only after 15 s.
      await query(server.database, `update pgboss.job set start_after = now() where ${jobs} and state = 'retry'`);
      const open = `select from pgboss.job where ${jobs} and state < 'completed'`;
      expect(await query(server.database, open)).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );

type StoredRecord = { subscription_id: string; customer_id: string; checkout_id: string | null; readings: string };

export async function providerIdsOf({ id }: Landlord): Promise<StoredRecord> {
  const [kept] = await query<StoredRecord>(
    server.database,
    'select subscription_id, customer_id, checkout_id, readings::text as readings from subscriptions where user_id = $1',
    [id],
  );
  if (!kept) throw new Error('The subscription is missing');
  return kept;
}

export async function inPortal(owner: Landlord, decision: string): Promise<void> {
  const { url } = (await owner.post('/api/billing-portal')).as(PaymentPage);
  await submit(url, [['decision', decision]]);
}

let messages = 0;

/** Returns a signed message of the provider about a subscription or another object. `at` is in milliseconds. */
export function message(
  subject: string | { object: string; id: string; customer?: string },
  { at = Date.now(), secret = '', id = `evt_test_${process.pid}_${++messages}` } = {},
) {
  const object = typeof subject === 'string' ? { object: 'subscription', id: subject, status: 'active' } : subject;
  const payload = JSON.stringify({
    id,
    object: 'event',
    type: `${object.object}.updated`,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret || sandboxPaymentKeys(server.services.secret).webhookSecret,
    timestamp: Math.floor(at / 1000),
  });
  return { id, payload, signature };
}

/** Sends a message like the provider, without a session. Returns the status. */
export async function bring({ payload, signature }: { payload: string; signature: string }): Promise<number> {
  const { status } = await fetch(`${server.url}${WEBHOOK}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return status;
}

export async function expired(): Promise<Landlord> {
  const ada = await landlord();
  await query(server.database, END_TRIAL, [ada.id, new Date(Date.now() - 1000)]);
  return ada;
}

export const waitForStatus = (owner: Landlord, like: object) =>
  vi.waitFor(async () => expect(await accountStatusOf(owner)).toMatchObject(like), { timeout: 20_000, interval: 100 });
