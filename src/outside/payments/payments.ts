/** Port for payment providers. Landlords pay only on the provider's pages. */

export type SubscriptionState =
  /** The first payment is missing, or the provider's status is unknown. Grants no access. */
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
  /** Id from the checkout; null for a subscription created manually at the provider. */
  landlordId: string | null;
  /** Tenure's id of the plan; null for an unknown price. */
  plan: string | null;
  state: SubscriptionState;
  providerState: string;
  /** End of the paid or free period. When `active`, the next payment is due then, unless `endsAt` is set. */
  paidUntil: Date | null;
  /** When a cancelled subscription ends or has ended; null otherwise. */
  endsAt: Date | null;
  /** When a payment became overdue; null if none is. */
  owedSince: Date | null;
  /** Card for the next payment; null if there is none, or another payment method. */
  card: Card | null;
};

/** Only ids of an event are used: of a subscription to read again, or of a customer whose card may have changed. */
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
  /** Returns the subscription id of a completed checkout; null if the checkout is open, abandoned or unknown. */
  paidBy(checkoutId: string): Promise<string | null>;
  /** Closes a checkout so that it cannot be paid. Idempotent. */
  abandon(checkoutId: string): Promise<void>;
  portal(request: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** Parses a signed event; null if it is malformed, or its signature is invalid or older than five minutes. */
  event(message: { body: Buffer; signature: string }): PaymentEvent | null;
  subscription(id: string): Promise<Subscription | null>;
  /** Ends a subscription immediately, without another payment. Idempotent. */
  cancel(subscriptionId: string): Promise<void>;
};

export const FAILURES = {
  unavailable: 'The payment provider is down',
  timed_out: 'The response timed out',
  too_many_requests: 'The payment provider limits our requests',
  not_found: 'The payment provider cannot find it',
  bad_answer: 'The response does not match the contract',
  /** The operator must act: the landlord cannot. */
  refused_us: 'The payment provider rejects our keys or our request',
} as const;

export type PaymentFailure = keyof typeof FAILURES;

/** The message is for the log: it must not contain secrets, names or email addresses. */
export class PaymentError extends Error {
  constructor(
    readonly failure: PaymentFailure,
    detail: string,
  ) {
    super(`${FAILURES[failure]}: ${detail}`);
    this.name = 'PaymentError';
  }
}
