/** Port for payment providers. Payment happens only on the provider's pages. */

/** The provider's own status is stored too, for the log and the landlord's row. */
export type SubscriptionState =
  /** Before the first payment, or an unknown status: grants no access. */
  | 'unpaid_yet'
  /** Paid for, or in a free trial with a card on file. */
  | 'active'
  /** A payment has failed and can still be made. */
  | 'past_due'
  | 'paused'
  | 'ended';

/** Brand ('Visa') and last four digits; no other card data is read or stored. */
export type Card = { brand: string; last4: string };

export type Subscription = {
  id: string;
  customerId: string;
  /** From the checkout; null for a subscription created manually at the provider. */
  landlordId: string | null;
  /** Our plan's id; null for an unknown price. */
  plan: string | null;
  state: SubscriptionState;
  providerState: string;
  /** End of the paid or free period. When `active`, the next payment is due then, unless `endsAt` is set. */
  paidUntil: Date | null;
  /** When a cancelled subscription ends, or has ended. */
  endsAt: Date | null;
  /** When a payment became overdue; null if none is. */
  owedSince: Date | null;
  /** Charged for the next payment; null if there is none or it is not a card. */
  card: Card | null;
};

/** Ids of a subscription to re-read, or of a customer whose card may have changed; never trusted as data. */
export type PaymentEvent = { id: string; type: string; subscriptionId: string | null; customerId: string | null };

type CheckoutRequest = {
  landlordId: string;
  plan: string;
  /** The provider's customer id, or the email address of a new customer. */
  customer: { id: string } | { email: string };
  /** At least 48 hours ahead; null to charge immediately. */
  firstPaymentAt: Date | null;
  successUrl: string;
  cancelUrl: string;
  /** Idempotency key. */
  key: string;
};

/** Calls reject only with `PaymentError`. */
export type Payments = {
  provider: string;
  checkout(request: CheckoutRequest): Promise<{ id: string; url: string }>;
  /** The subscription of a completed checkout; null if it is open, abandoned or unknown. */
  paidBy(checkoutId: string): Promise<string | null>;
  /** Closes a checkout so that it cannot be paid; idempotent. */
  abandon(checkoutId: string): Promise<void>;
  portal(request: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Parses a signed message; null if its signature is invalid or older than five minutes. */
  event(message: { body: Buffer; signature: string }): PaymentEvent | null;
  subscription(id: string): Promise<Subscription | null>;
  /** Ends it at once without a further payment; idempotent. */
  cancel(subscriptionId: string): Promise<void>;
};

/** Failures and their log messages. */
export const FAILURES = {
  unavailable: 'The payment provider is down',
  timed_out: 'The response timed out',
  too_many_requests: 'The payment provider limits our requests',
  not_found: 'The payment provider cannot find it',
  bad_answer: 'The response does not match the contract',
  /** For the operator, not the landlord. */
  refused_us: 'The payment provider rejects our keys or our request',
} as const;

export type PaymentFailure = keyof typeof FAILURES;

/** The message is for the log: it must not contain secrets, names or addresses. */
export class PaymentError extends Error {
  constructor(
    readonly failure: PaymentFailure,
    detail: string,
  ) {
    super(`${FAILURES[failure]}: ${detail}`);
    this.name = 'PaymentError';
  }
}
