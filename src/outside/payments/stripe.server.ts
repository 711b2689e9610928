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
  /** Signing secret of the webhook endpoint: whsec_… */
  webhookSecret: string;
  /** Stripe's price ids by plan. */
  prices: Readonly<Record<string, string>>;
  clock: Clock;
  /** Replaces Stripe's origin; has no trailing slash. */
  baseUrl?: string;
  fetch?: typeof fetch;
  /** Timeout of each of two attempts. */
  timeoutMs?: number;
};

const STRIPE_URL = 'https://api.stripe.com';
const TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Stripe's minimum time to the end of a trial. */
const MIN_TRIAL_MS = 48 * HOUR_MS;
/** Allows for the duration of a request and clock differences. */
const MARGIN_MS = 60_000;
const MAX_INVOICES = 100;
const WITH_CARD = { expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'] };

export function stripePayments(plan: StripePlan): Payments {
  const { secretKey, webhookSecret, prices, clock, baseUrl = STRIPE_URL, fetch: send = fetch } = plan;
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (input: URL | RequestInfo, init?: RequestInit) => {
      const { url } = new Request(input);
      const response = await send(url.replace(STRIPE_URL, baseUrl), { ...init, redirect: 'manual' });
      // The library would report a proxy's error page as an invalid response.
      if (response.status < 500 || response.headers.get('content-type')?.includes('json')) return response;
      throw new TypeError(`answered ${response.status}`);
    }),
    // A retry is safe, as the library adds an idempotency key to every POST.
    maxNetworkRetries: 1,
    timeout: plan.timeoutMs ?? TIMEOUT_MS,
    telemetry: false,
  });
  const planOf = (price: string) => Object.keys(prices).find((name) => prices[name] === price) ?? null;

  async function translated(subscription: StripeSubscription) {
    const isPastDue = stateOf(subscription.status) === 'past_due';
    const params = { subscription: subscription.id, status: 'open', limit: MAX_INVOICES } as const;
    const open = isPastDue ? (await called('invoices.list', Invoices, () => stripe.invoices.list(params))).data : [];
    const created = open.map((invoice) => invoice.created.getTime());
    return subscriptionOf(subscription, {
      planOf,
      openSince: created.length > 0 ? new Date(Math.min(...created)) : null,
    });
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
        // Stripe also rejects this call for a checkout that is already closed.
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
      const subscription = await called('subscriptions.retrieve', StripeSubscription, () =>
        stripe.subscriptions.retrieve(id, WITH_CARD),
      ).catch(ifUnknown(null));
      return subscription && translated(subscription);
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

/** Returns Unix seconds; null if it is too soon for a trial, so that the payment is immediate. */
function trialEndOf(firstPaymentAt: Date | null, now: Date): number | null {
  if (!firstPaymentAt || firstPaymentAt.getTime() < now.getTime() + MIN_TRIAL_MS) return null;
  return Math.ceil(Math.max(firstPaymentAt.getTime(), now.getTime() + MIN_TRIAL_MS + MARGIN_MS) / 1000);
}

const isFailure = (error: unknown, ...failures: PaymentFailure[]) =>
  error instanceof PaymentError && failures.includes(error.failure);

const ifUnknown =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (isFailure(error, 'not_found')) return fallback;
    throw error;
  };

/** Makes a call and validates the used fields of its response. Throws `PaymentError`, with `name` for the log. */
async function called<S extends z.ZodType>(
  name: string,
  schema: S,
  call: () => Promise<unknown>,
): Promise<z.output<S>> {
  const answer = await call().catch((error: unknown) => {
    throw failureOf(name, error);
  });
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  // The message has only the issue's path, as the value could be a name.
  const [issue] = parsed.error.issues;
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
