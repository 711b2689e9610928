/** Checkouts, subscriptions, invoices and events in Stripe's format (2026-10-28). */
import { z } from 'zod';
import type { StoredSubscription } from './subscription.ts';

export const CHECKOUT_MS = 86_400_000;

export const StoredCheckout = z.object({
  plan: z.string(),
  /** Null for an existing customer, and in a closed checkout. */
  email: z.string().nullable(),
  customer: z.string().nullable(),
  landlord: z.string(),
  metadata: z.record(z.string(), z.string()),
  subscriptionMetadata: z.record(z.string(), z.string()),
  trialEnd: z.iso.datetime().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  created: z.iso.datetime(),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
});
export type StoredCheckout = z.output<typeof StoredCheckout>;

export const priceOf = (plan: string) => `price_sandbox_${plan}`;

const seconds = (instant: string | Date) => Math.floor(new Date(instant).getTime() / 1000);
const secondsOrNull = (instant: string | null) => (instant === null ? null : seconds(instant));

export function asCheckout(id: string, stored: StoredCheckout, pagesUrl: string) {
  const open = stored.status === 'open';
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status: stored.status,
    payment_status: open || stored.status === 'expired' ? 'unpaid' : stored.trialEnd ? 'no_payment_required' : 'paid',
    url: open ? `${pagesUrl}/pay/${id}` : null,
    success_url: stored.successUrl,
    cancel_url: stored.cancelUrl,
    customer: stored.customer,
    customer_email: stored.email,
    subscription: stored.subscription,
    client_reference_id: stored.landlord,
    metadata: stored.metadata,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    currency: 'gbp',
    locale: 'en-GB',
    livemode: false,
    created: seconds(stored.created),
    expires_at: seconds(new Date(Date.parse(stored.created) + CHECKOUT_MS)),
  };
}

/** Returns the last digits of Stripe's test card that works, or of the one whose payments fail. */
export const last4Of = ({ cardFails }: StoredSubscription) => (cardFails ? '0341' : '4242');

const asPaymentMethod = (stored: StoredSubscription) => ({
  id: `pm_sandbox_${last4Of(stored)}`,
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4: last4Of(stored) },
  customer: stored.customer,
  created: seconds(stored.created),
  livemode: false,
});

/** The customer has no default card: as after a checkout, the card belongs to the subscription. */
const asCustomer = (stored: StoredSubscription) => ({
  id: stored.customer,
  object: 'customer',
  invoice_settings: { default_payment_method: null },
  created: seconds(stored.created),
  livemode: false,
});

export const EXPANDABLE = ['default_payment_method', 'customer.invoice_settings.default_payment_method'] as const;
type Expanded = readonly (typeof EXPANDABLE)[number][];

/** `amount` is in pence a month. */
export function asSubscription(id: string, stored: StoredSubscription, amount: number, expanded: Expanded = []) {
  const method = asPaymentMethod(stored);
  const period = { current_period_start: seconds(stored.from), current_period_end: seconds(stored.until) };
  return {
    id,
    object: 'subscription',
    status: stored.status,
    customer: expanded.includes('customer.invoice_settings.default_payment_method')
      ? asCustomer(stored)
      : stored.customer,
    default_payment_method: expanded.includes('default_payment_method') ? method : method.id,
    metadata: stored.metadata,
    items: {
      object: 'list',
      data: [
        { id: `si_${id}`, object: 'subscription_item', price: asPrice(stored.plan, amount), quantity: 1, ...period },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    cancel_at: stored.cancelledAt && seconds(stored.until),
    cancel_at_period_end: stored.cancelledAt !== null,
    canceled_at: secondsOrNull(stored.cancelledAt ?? stored.endedAt),
    ended_at: secondsOrNull(stored.endedAt),
    trial_start: stored.trialEnd && seconds(stored.created),
    trial_end: secondsOrNull(stored.trialEnd),
    billing_cycle_anchor: seconds(stored.anchor),
    collection_method: 'charge_automatically',
    currency: 'gbp',
    created: seconds(stored.created),
    start_date: seconds(stored.created),
    livemode: false,
  };
}

const asPrice = (plan: string, amount: number) => ({
  id: priceOf(plan),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'gbp',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
  type: 'recurring',
  unit_amount: amount,
  livemode: false,
});

/** Formats the subscription's latest invoice. `amount` is in pence. */
export function asInvoice(
  subscription: string,
  stored: StoredSubscription,
  { amount, paid }: { amount: number; paid: boolean },
) {
  return {
    id: `in_${subscription}_${stored.months}`,
    object: 'invoice',
    status: paid ? 'paid' : 'open',
    customer: stored.customer,
    parent: { type: 'subscription_details', subscription_details: { subscription, metadata: stored.metadata } },
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    currency: 'gbp',
    created: seconds(stored.from),
    livemode: false,
  };
}

export const asEvent = (id: string, { type, object, now }: { type: string; object: object; now: Date }) => ({
  id,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: seconds(now),
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});
