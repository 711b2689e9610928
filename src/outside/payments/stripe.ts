/** Translates Stripe's objects to the port, without HTTP or a clock. In version 2026-10-28, periods belong to items. */
import { z } from 'zod';
import type { Card, PaymentEvent, Subscription, SubscriptionState } from './payments.ts';

const id = z.string().min(1);
/** Accepts an id or an expanded object. */
const reference = z.union([id, z.object({ id }).transform((value) => value.id)]);
const instant = z.number().transform((seconds) => new Date(seconds * 1000));
const metadata = z.record(z.string(), z.string()).nullish();

const BRANDS = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'Eftpos Australia'],
  ['jcb', 'JCB'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
]);
const card = z
  .object({ brand: z.string(), last4: z.string().regex(/^\d{4}$/) })
  .transform(({ brand, last4 }): Card => ({ brand: BRANDS.get(brand) ?? 'Card', last4 }));
/** `card` is null for an id, an invalid card or another payment method: a missing card must not block a plan. */
const paymentMethod = z.union([id.transform(() => ({ card: null })), z.object({ card: card.nullish().catch(null) })]);
const customer = z.union([
  id.transform((value) => ({ id: value, invoice_settings: null })),
  z.object({ id, invoice_settings: z.object({ default_payment_method: paymentMethod.nullish() }).nullish() }),
]);

export const Checkout = z.object({
  id,
  status: z.string().nullable(),
  /** Null once completed or expired. */
  url: z.url({ protocol: /^https?$/ }).nullable(),
  subscription: reference.nullable(),
});

export const Portal = z.object({ url: z.url({ protocol: /^https?$/ }) });

export const StripeSubscription = z.object({
  id,
  status: z.string(),
  customer,
  default_payment_method: paymentMethod.nullish(),
  metadata,
  cancel_at: instant.nullable(),
  cancel_at_period_end: z.boolean(),
  ended_at: instant.nullable(),
  items: z.object({
    data: z
      .array(z.object({ price: z.object({ id }), current_period_start: instant, current_period_end: instant }))
      .min(1),
  }),
});
export type StripeSubscription = z.output<typeof StripeSubscription>;

export const Invoices = z.object({ data: z.array(z.object({ created: instant })) });

const Event = z.object({
  id,
  type: z.string(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().nullish(),
      customer: reference.nullish(),
      subscription: reference.nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});

const STATES = new Map<string, SubscriptionState>(
  Object.entries({
    incomplete: 'unpaid_yet',
    incomplete_expired: 'ended',
    trialing: 'active',
    active: 'active',
    past_due: 'past_due',
    // Stripe has stopped retrying the payment, which can still be made.
    unpaid: 'past_due',
    paused: 'paused',
    canceled: 'ended',
  } as const),
);

/** Treats an unknown status like a missing first payment, without access. */
export const stateOf = (status: string): SubscriptionState => STATES.get(status) ?? 'unpaid_yet';

/** Metadata key of the landlord's id. */
export const LANDLORD = 'landlord_id';

/** `openSince` is the date of the oldest unpaid invoice, from another request. */
export function subscriptionOf(
  stripeSubscription: StripeSubscription,
  { planOf, openSince }: { planOf: (price: string) => string | null; openSince: Date | null },
): Subscription {
  const state = stateOf(stripeSubscription.status);
  const item = stripeSubscription.items.data.find(({ price }) => planOf(price.id)) ?? stripeSubscription.items.data[0];
  const period = item && { from: item.current_period_start, to: item.current_period_end };
  const owed = state === 'past_due' ? (openSince ?? period?.from ?? null) : null;
  // Stripe falls back to the customer's payment method.
  const method =
    stripeSubscription.default_payment_method ?? stripeSubscription.customer.invoice_settings?.default_payment_method;
  return {
    id: stripeSubscription.id,
    customerId: stripeSubscription.customer.id,
    landlordId: stripeSubscription.metadata?.[LANDLORD] ?? null,
    plan: item ? planOf(item.price.id) : null,
    state,
    providerState: stripeSubscription.status,
    // A period starts even if its payment fails, so its end is not yet paid for.
    paidUntil: owed ?? period?.to ?? null,
    endsAt:
      stripeSubscription.ended_at ??
      stripeSubscription.cancel_at ??
      (stripeSubscription.cancel_at_period_end && period ? period.to : null),
    owedSince: owed,
    card: state === 'ended' ? null : (method?.card ?? null),
  };
}

export function eventOf(message: unknown): PaymentEvent | null {
  const parsed = Event.safeParse(message);
  if (!parsed.success) return null;
  const { id: eventId, type, data } = parsed.data;
  const { object, id: ownId, customer: payer, subscription, parent } = data.object;
  const subscriptionId =
    object === 'subscription' ? ownId : (subscription ?? parent?.subscription_details?.subscription);
  const customerId = object === 'customer' ? ownId : object === 'payment_method' ? payer : null;
  return { id: eventId, type, subscriptionId: subscriptionId ?? null, customerId: customerId ?? null };
}
