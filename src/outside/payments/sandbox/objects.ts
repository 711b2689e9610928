/** Checkouts, subscriptions, invoices and events in Stripe's format (2026-10-28). */
import { z } from 'zod';
import type { StoredSubscription } from './subscription.ts';

export const CHECKOUT_MS = 86_400_000;

export const StoredCheckout = z.object({
  plan: z.string(),
  /** Null for an existing customer, and deleted after payment. */
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

export function asCheckout(id: string, kept: StoredCheckout, pagesUrl: string) {
  const open = kept.status === 'open';
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status: kept.status,
    payment_status: open || kept.status === 'expired' ? 'unpaid' : kept.trialEnd ? 'no_payment_required' : 'paid',
    url: open ? `${pagesUrl}/pay/${id}` : null,
    success_url: kept.successUrl,
    cancel_url: kept.cancelUrl,
    customer: kept.customer,
    customer_email: kept.email,
    subscription: kept.subscription,
    client_reference_id: kept.landlord,
    metadata: kept.metadata,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    currency: 'gbp',
    locale: 'en-GB',
    livemode: false,
    created: seconds(kept.created),
    expires_at: seconds(new Date(Date.parse(kept.created) + CHECKOUT_MS)),
  };
}

/** Stripe's test cards: one that works, and one whose payments fail. */
export const last4Of = ({ cardFails }: StoredSubscription) => (cardFails ? '0341' : '4242');

const asPaymentMethod = (kept: StoredSubscription) => ({
  id: `pm_sandbox_${last4Of(kept)}`,
  object: 'payment_method',
  type: 'card',
  card: { brand: 'visa', last4: last4Of(kept) },
  customer: kept.customer,
  created: seconds(kept.created),
  livemode: false,
});

/** The card belongs to the subscription, as after a checkout. */
const asCustomer = (kept: StoredSubscription) => ({
  id: kept.customer,
  object: 'customer',
  invoice_settings: { default_payment_method: null },
  created: seconds(kept.created),
  livemode: false,
});

export const EXPANDABLE = ['default_payment_method', 'customer.invoice_settings.default_payment_method'] as const;
type Expanded = readonly (typeof EXPANDABLE)[number][];

/** `amount` in pence a month. */
export function asSubscription(id: string, kept: StoredSubscription, amount: number, expanded: Expanded = []) {
  const method = asPaymentMethod(kept);
  const period = { current_period_start: seconds(kept.from), current_period_end: seconds(kept.until) };
  return {
    id,
    object: 'subscription',
    status: kept.status,
    customer: expanded.includes('customer.invoice_settings.default_payment_method') ? asCustomer(kept) : kept.customer,
    default_payment_method: expanded.includes('default_payment_method') ? method : method.id,
    metadata: kept.metadata,
    items: {
      object: 'list',
      data: [
        { id: `si_${id}`, object: 'subscription_item', price: asPrice(kept.plan, amount), quantity: 1, ...period },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    cancel_at: kept.cancelledAt && seconds(kept.until),
    cancel_at_period_end: kept.cancelledAt !== null,
    canceled_at: secondsOrNull(kept.cancelledAt ?? kept.endedAt),
    ended_at: secondsOrNull(kept.endedAt),
    trial_start: kept.trialEnd && seconds(kept.created),
    trial_end: secondsOrNull(kept.trialEnd),
    billing_cycle_anchor: seconds(kept.anchor),
    collection_method: 'charge_automatically',
    currency: 'gbp',
    created: seconds(kept.created),
    start_date: seconds(kept.created),
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

/** The subscription's latest invoice. */
export function asInvoice(
  subscription: string,
  kept: StoredSubscription,
  { amount, paid }: { amount: number; paid: boolean },
) {
  return {
    id: `in_${subscription}_${kept.months}`,
    object: 'invoice',
    status: paid ? 'paid' : 'open',
    customer: kept.customer,
    parent: { type: 'subscription_details', subscription_details: { subscription, metadata: kept.metadata } },
    amount_due: amount,
    amount_paid: paid ? amount : 0,
    amount_remaining: paid ? 0 : amount,
    currency: 'gbp',
    created: seconds(kept.from),
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
