/** Plans for tests: bought, declined and managed on the sandbox's own pages, over HTTP. */
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

export const askForCheckout = (owner: Landlord, plan = 'standard'): Promise<Answer> =>
  owner.post(CHECKOUT, { priceId: plan, customerEmail: owner.email });

/** The address of the pay page. */
export async function checkoutOf(owner: Landlord, plan?: string): Promise<string> {
  return (await askForCheckout(owner, plan)).as(PaymentPage).url;
}

/** Decides on the pay page; where it leads. */
export const decide = (url: string, decision: 'succeed' | 'decline' | 'leave') => submit(url, [['decision', decision]]);

export type Standing = CurrentUser['subscription'];
export const standingOf = async (owner: Browser): Promise<Standing> => (await userOf(owner)).subscription;

/** A landlord's plan, bought, and read as on the way back. */
export async function subscribe(owner: Landlord, plan?: string): Promise<Standing> {
  await decide(await checkoutOf(owner, plan), 'succeed');
  await owner.post(REFRESH);
  return standingOf(owner);
}

/** The provider's messages have come and are acted on, so that nothing more changes by itself. */
export const quiet = () =>
  vi.waitFor(
    async () => {
      const jobs = `name in ('send-payment-message', 'read-subscription')`;
      // A message that came while a test had moved the clock is refused, and would be sent again in 15 s.
      await query(server.database, `update pgboss.job set start_after = now() where ${jobs} and state = 'retry'`);
      const open = `select from pgboss.job where ${jobs} and state < 'completed'`;
      expect(await query(server.database, open)).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );

type Kept = { subscription_id: string; customer_id: string; checkout_id: string | null; readings: string };

/** The provider's ids, as they are kept. */
export async function keptOf({ id }: Landlord): Promise<Kept> {
  const [kept] = await query<Kept>(
    server.database,
    'select subscription_id, customer_id, checkout_id, readings::text as readings from subscriptions where user_id = $1',
    [id],
  );
  if (!kept) throw new Error('Nothing is kept of a subscription');
  return kept;
}

/** Presses a button of the portal. */
export async function inPortal(owner: Landlord, decision: string): Promise<void> {
  const { url } = (await owner.post('/api/billing-portal')).as(PaymentPage);
  await submit(url, [['decision', decision]]);
}

/** The next message's id. */
let messages = 0;

/** A message of the provider's about a subscription, or about an `object` of another kind; its text and the signature of it. `at` in milliseconds. */
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

/** Brings it as the provider does, from elsewhere and without a session. Its status. */
export async function bring({ payload, signature }: { payload: string; signature: string }): Promise<number> {
  const { status } = await fetch(`${server.url}${WEBHOOK}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
  return status;
}

/** A landlord whose trial is over. */
export async function expired(): Promise<Landlord> {
  const ada = await landlord();
  await query(server.database, END_TRIAL, [ada.id, new Date(Date.now() - 1000)]);
  return ada;
}

/** Comes back when their plan stands so. */
export const becomes = (owner: Landlord, like: object) =>
  vi.waitFor(async () => expect(await standingOf(owner)).toMatchObject(like), { timeout: 20_000, interval: 100 });
