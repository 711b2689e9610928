/** Paying for plans, in our words: the port that every payment provider fulfils. Money is taken on the provider's pages only. */

/** What a subscription comes to. The provider's own word stands beside it, for the log and the landlord's row. */
export type SubscriptionState =
  /** Begun, and the first payment is not made, or a state that we do not know: opens nothing. */
  | 'unpaid_yet'
  /** Paid for, or in its free days with a card on file. */
  | 'active'
  /** A payment failed; paying it mends it. */
  | 'past_due'
  | 'paused'
  | 'ended';

/** A card as its owner knows it: the brand in words ('Visa') and the last four digits. No more of it is read or kept. */
export type Card = { brand: string; last4: string };

export type Subscription = {
  id: string;
  customerId: string;
  /** The landlord whom the checkout was begun for; null for one that was made by hand at the provider. */
  landlordId: string | null;
  /** Our plan's id; null for a price that is none of ours. */
  plan: string | null;
  state: SubscriptionState;
  providerState: string;
  /** End of what is paid for or free. With `active` the next payment is due then, unless `endsAt` is set. */
  paidUntil: Date | null;
  /** Cancelled: runs until then. Ended: ended then. */
  endsAt: Date | null;
  /** Since when a payment is owed; null where none is. */
  owedSince: Date | null;
  /** Charged for the next payment; null where none is, or where it is no card. */
  card: Card | null;
};

/** The ids are a hint which subscription to read anew, never the truth; `customerId` of a customer whose card may have changed. */
export type PaymentEvent = { id: string; type: string; subscriptionId: string | null; customerId: string | null };

type CheckoutWish = {
  landlordId: string;
  /** Our plan's id. */
  plan: string;
  /** One of them: the customer that the provider knows the landlord by, or the email address for a new one. */
  customer: { id: string } | { email: string };
  /** The first payment, at least 48 hours ahead; null for at once. */
  firstPaymentAt: Date | null;
  successUrl: string;
  cancelUrl: string;
  /** Two wishes of one key make one checkout. */
  key: string;
};

/** Every call rejects with a `PaymentError` and nothing else. */
export type Payments = {
  provider: string;
  checkout(wish: CheckoutWish): Promise<{ id: string; url: string }>;
  /** The subscription that a finished checkout made; null while it is open, and where it was abandoned or is unknown. */
  paidBy(checkoutId: string): Promise<string | null>;
  /** Closes a checkout, so that it cannot be paid any more. One that is finished, closed or unknown counts as closed. */
  abandon(checkoutId: string): Promise<void>;
  /** Card, invoices, change of plan, cancellation. */
  portal(wish: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Reads a signed message; null for a signature that is forged or older than five minutes. */
  event(message: { body: Buffer; signature: string }): PaymentEvent | null;
  /** Null for one that the provider does not know. */
  subscription(id: string): Promise<Subscription | null>;
  /** Ends it at once, without a further payment. One that has ended or is unknown counts as ended. */
  cancel(subscriptionId: string): Promise<void>;
};

/** Every way a call can fail, and what the log says of it. */
export const FAILURES = {
  unavailable: 'The payment provider is down',
  timed_out: 'No answer came in time',
  too_many_requests: 'The payment provider asks us to slow down',
  not_found: 'The payment provider does not know it',
  bad_answer: 'The answer is not as the contract says',
  /** For the operator, not for the landlord. */
  refused_us: 'The payment provider refuses our keys or our request',
} as const;

export type PaymentFailure = keyof typeof FAILURES;

/** What a provider answered instead. The message is for the log and holds no secret, no name and no address. */
export class PaymentError extends Error {
  constructor(
    readonly failure: PaymentFailure,
    detail: string,
  ) {
    super(`${FAILURES[failure]}: ${detail}`);
    this.name = 'PaymentError';
  }
}
