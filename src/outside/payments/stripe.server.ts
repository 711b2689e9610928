/** Stripe through its library: keys, retries, timeouts, signatures. `stripe.ts` translates the content. */
import { Stripe } from 'stripe';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { PaymentError, type PaymentFailure, type Payments } from './payments.ts';
import {
  Checkout,
  eventOf,
  Invoices,
  LANDLORD,
  Portal,
  StripeSubscription,
  stateOf,
  subscriptionOf,
} from './stripe.ts';

export type StripePlan = {
  secretKey: string;
  /** Secret of the webhook endpoint: whsec_… */
  webhookSecret: string;
  /** Stripe's price for each plan. */
  prices: Readonly<Record<string, string>>;
  clock: Clock;
  /** Overrides Stripe's address, without a trailing slash. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** For each of two attempts. */
  timeoutMs?: number;
};

const STRIPE_URL = 'https://api.stripe.com';
const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Stripe's minimum for a trial's end. */
const EARLIEST_MS = 48 * HOUR_MS;
/** Allows for the duration of a request and clock differences. */
const MARGIN_MS = 60_000;
const MAX_INVOICES = 100;
const WITH_CARD = { expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'] };

export function stripePayments(plan: StripePlan): Payments {
  const { secretKey, webhookSecret, prices, clock, baseUrl = STRIPE_URL, fetch: ask = fetch } = plan;
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (input: URL | RequestInfo, init?: RequestInit) => {
      const { url } = new Request(input);
      const response = await ask(url.replace(STRIPE_URL, baseUrl), { ...init, redirect: 'manual' });
      // An error from a proxy: the library would report an invalid response.
      if (response.status < 500 || response.headers.get('content-type')?.includes('json')) return response;
      throw new TypeError(`answered ${response.status}`);
    }),
    // Safe, as the library adds an idempotency key to every POST.
    maxNetworkRetries: 1,
    timeout: plan.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
  });
  const planOf = (price: string) => Object.keys(prices).find((name) => prices[name] === price) ?? null;

  async function translated(given: StripeSubscription) {
    const owes = stateOf(given.status) === 'past_due';
    const params = { subscription: given.id, status: 'open', limit: MAX_INVOICES } as const;
    const open = owes ? (await called('invoices.list', Invoices, () => stripe.invoices.list(params))).data : [];
    const created = open.map((invoice) => invoice.created.getTime());
    return subscriptionOf(given, { planOf, openSince: created.length > 0 ? new Date(Math.min(...created)) : null });
  }
  const checkoutNamed = (id: string) =>
    called('checkout.sessions.retrieve', Checkout, () => stripe.checkout.sessions.retrieve(id)).catch(ifUnknown(null));

  return {
    provider: 'stripe',
    async checkout({ landlordId, plan: name, customer, firstPaymentAt, successUrl, cancelUrl, key }) {
      const price = prices[name];
      if (!price) throw new PaymentError('refused_us', 'a plan has no price');
      const metadata = { [LANDLORD]: landlordId };
      const trialEnd = trialEndOf(firstPaymentAt, clock.now());
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...('id' in customer ? { customer: customer.id } : { customer_email: customer.email }),
        client_reference_id: landlordId,
        metadata,
        subscription_data: { metadata, ...(trialEnd !== null && { trial_end: trialEnd }) },
        payment_method_collection: 'always',
        locale: 'en-GB',
      };
      const { id, url } = await called('checkout.sessions.create', Checkout, () =>
        stripe.checkout.sessions.create(params, { idempotencyKey: key }),
      );
      if (!url) throw new PaymentError('bad_answer', 'checkout.sessions.create, no url');
      return { id, url };
    },
    async paidBy(checkoutId) {
      const checkout = await checkoutNamed(checkoutId);
      return checkout?.status === 'complete' ? checkout.subscription : null;
    },
    async abandon(checkoutId) {
      const expired = called('checkout.sessions.expire', Checkout, () => stripe.checkout.sessions.expire(checkoutId));
      await expired.catch(async (error: unknown) => {
        // Fails unless the checkout is open.
        if (!isFailure(error, 'refused_us', 'not_found')) throw error;
        if ((await checkoutNamed(checkoutId))?.status === 'open') throw error;
      });
    },
    portal: ({ customerId: customer, returnUrl: return_url }) =>
      called('billingPortal.sessions.create', Portal, () =>
        stripe.billingPortal.sessions.create({ customer, return_url, locale: 'en-GB' }),
      ),
    event({ body, signature }) {
      try {
        return eventOf(stripe.webhooks.constructEvent(body, signature, webhookSecret));
      } catch {
        return null;
      }
    },
    async subscription(id) {
      const given = await called('subscriptions.retrieve', StripeSubscription, () =>
        stripe.subscriptions.retrieve(id, WITH_CARD),
      ).catch(ifUnknown(null));
      return given && translated(given);
    },
    async cancel(subscriptionId) {
      const cancelled = called('subscriptions.cancel', StripeSubscription, () =>
        stripe.subscriptions.cancel(subscriptionId),
      );
      // Stripe returns not found for an ended subscription.
      await cancelled.catch(ifUnknown(undefined));
    },
  };
}

/** In seconds; null if too soon, for an immediate payment. */
function trialEndOf(firstPaymentAt: Date | null, now: Date): number | null {
  if (!firstPaymentAt || firstPaymentAt.getTime() < now.getTime() + EARLIEST_MS) return null;
  return Math.ceil(Math.max(firstPaymentAt.getTime(), now.getTime() + EARLIEST_MS + MARGIN_MS) / 1000);
}

const isFailure = (error: unknown, ...failures: PaymentFailure[]) =>
  error instanceof PaymentError && failures.includes(error.failure);

const ifUnknown =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isFailure(error, 'not_found')) return otherwise;
    throw error;
  };

/** `name` is for the log. Validates only the fields we use. */
async function called<S extends z.ZodType>(
  name: string,
  schema: S,
  call: () => Promise<unknown>,
): Promise<z.output<S>> {
  const answer = await call().catch((error: unknown) => {
    throw failureOf(name, error);
  });
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  // Only the path: the value could be a name.
  const [issue] = read.error.issues;
  throw new PaymentError('bad_answer', `${name}, ${issue?.code ?? ''} at ${issue?.path.join('.') ?? ''}`);
}

/** Stripe's messages can contain ids, addresses and parts of keys, so only status and code are logged. */
function failureOf(name: string, error: unknown): PaymentError {
  if (!(error instanceof Stripe.errors.StripeError)) return new PaymentError('bad_answer', `${name}, unreadable`);
  const { statusCode, code, param, requestId } = error;
  const details = [statusCode, code, param, requestId].filter(Boolean).join(' ');
  return new PaymentError(meaningOf(error), `${name}, ${details || error.type}`);
}

function meaningOf(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentFailure {
  const { StripeConnectionError, StripeRateLimitError, StripeAPIError, StripeInvalidRequestError } = Stripe.errors;
  if (error instanceof StripeConnectionError) return isTimeout(error.detail) ? 'timed_out' : 'unavailable';
  if (error instanceof StripeRateLimitError) return 'too_many_requests';
  if (error instanceof StripeAPIError) return (error.statusCode ?? 0) >= 500 ? 'unavailable' : 'bad_answer';
  if (error instanceof StripeInvalidRequestError && error.statusCode === 404) return 'not_found';
  return 'refused_us';
}

const isTimeout = (detail: unknown) => (Object(detail) as { code?: unknown }).code === 'ETIMEDOUT';
