/** Imitates the part of Stripe's API (2026-10-28) that the adapter uses. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { asCheckout, asInvoice, asSubscription, CHECKOUT_MS, EXPANDABLE, priceOf } from './objects.ts';
import { newId, type SandboxPaymentsPlan, sandboxStore } from './store.server.ts';
import { ended, type StoredSubscription } from './subscription.ts';

/** Derives the sandbox's API key and the secret that signs its events. */
export function sandboxPaymentKeys(secret: string): { secretKey: string; webhookSecret: string } {
  const derived = (use: string) => createHmac('sha256', secret).update(`sandbox payments ${use}`).digest('base64url');
  return { secretKey: `sk_test_${derived('key')}`, webhookSecret: `whsec_${derived('webhook')}` };
}

const MIN_TRIAL_MS = 48 * 3_600_000;

const metadata = z.record(z.string().max(40), z.string().max(500));
const address = z.url().max(5000);
const NewCheckout = z
  .strictObject({
    mode: z.literal('subscription'),
    line_items: z.strictObject({ 0: z.strictObject({ price: z.string(), quantity: z.literal('1') }) }),
    success_url: address,
    cancel_url: address,
    customer: z.string().optional(),
    customer_email: z.email().optional(),
    client_reference_id: z.string().max(200),
    metadata: metadata.default({}),
    subscription_data: z.strictObject({
      metadata: metadata.default({}),
      trial_end: z.coerce.number().int().positive().optional(),
    }),
    payment_method_collection: z.literal('always'),
    locale: z.literal('en-GB'),
  })
  .refine((params) => !(params.customer && params.customer_email), {
    path: ['customer'],
    error: 'You may only specify one of these parameters: customer, customer_email.',
  });
const NewPortal = z.strictObject({ customer: z.string(), return_url: address, locale: z.literal('en-GB').optional() });
const EmptyBody = z.strictObject({});
const ExpandQuery = z.strictObject({ expand: z.record(z.string(), z.enum(EXPANDABLE)).default({}) });
const OpenInvoices = z.strictObject({
  subscription: z.string(),
  status: z.literal('open'),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** Serves `/v1` below the path at which it is mounted. */
export function sandboxPaymentsApi(plan: SandboxPaymentsPlan): Hono {
  const { clock, plans, pagesUrl, secret } = plan;
  const store = sandboxStore(plan);
  const expected = `Bearer ${sandboxPaymentKeys(secret).secretKey}`;
  const app = new Hono().basePath('/v1');
  const amountOf = (stored: StoredSubscription) => plans.find(({ id }) => id === stored.plan)?.pricePence ?? 0;
  const missing = (c: Context, [what, id]: [string, string], param = 'id') =>
    refuse(c, param === 'id' ? 404 : 400, { code: 'resource_missing', param, message: `No such ${what}: '${id}'` });

  app.notFound((c) => refuse(c, 404, { message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).` }));
  app.onError((error) => {
    throw error;
  });
  app.use(bodyLimit({ maxSize: 64 * 1024 }), async (c, next) => {
    c.header('request-id', newId('req'));
    const authorization = c.req.header('authorization') ?? '';
    if (authorization.length === expected.length && timingSafeEqual(Buffer.from(authorization), Buffer.from(expected)))
      return next();
    return refuse(c, 401, { message: 'Invalid API Key provided' });
  });

  app.post('/checkout/sessions', async (c) => {
    const form = await c.req.text();
    const request = NewCheckout.safeParse(fieldsOf(form));
    if (!request.success) return rejectFields(c, request.error);
    const { line_items, customer = null, customer_email = null, subscription_data, ...params } = request.data;
    const { price } = line_items[0];
    const chosenPlan = plans.find(({ id }) => priceOf(id) === price);
    if (!chosenPlan) return missing(c, ['price', price], 'line_items[0][price]');
    if (customer && (await store.subscriptionsOf(customer)).length === 0)
      return missing(c, ['customer', customer], 'customer');
    const { trial_end } = subscription_data;
    if (trial_end && trial_end * 1000 < clock.now().getTime() + MIN_TRIAL_MS)
      return refuse(c, 400, {
        param: 'subscription_data[trial_end]',
        message: 'The `trial_end` date has to be at least 2 days in the future.',
      });
    const session = {
      plan: chosenPlan.id,
      email: customer_email,
      customer,
      landlord: params.client_reference_id,
      metadata: params.metadata,
      subscriptionMetadata: subscription_data.metadata,
      trialEnd: trial_end ? new Date(trial_end * 1000).toISOString() : null,
      successUrl: params.success_url,
      cancelUrl: params.cancel_url,
      created: clock.now().toISOString(),
      status: 'open' as const,
      subscription: null,
    };
    const key = c.req.header('idempotency-key') ?? newId('key');
    const checkout = await store.checkout(session, key.slice(0, 255), createHash('sha256').update(form).digest('hex'));
    if (checkout) return c.json(asCheckout(checkout.id, checkout.stored, pagesUrl));
    return refuse(c, 400, {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  });

  const checkoutAt = async (id: string) => {
    const stored = await store.get('checkout', id);
    const old = stored?.status === 'open' && Date.parse(stored.created) + CHECKOUT_MS <= clock.now().getTime();
    return old ? store.finish(id, 'expired') : stored;
  };
  app.get('/checkout/sessions/:id', async (c) => {
    const id = c.req.param('id');
    const stored = await checkoutAt(id);
    return stored ? c.json(asCheckout(id, stored, pagesUrl)) : missing(c, ['checkout.session', id]);
  });
  app.post('/checkout/sessions/:id/expire', async (c) => {
    const id = c.req.param('id');
    const request = EmptyBody.safeParse(fieldsOf(await c.req.text()));
    if (!request.success) return rejectFields(c, request.error);
    const before = await checkoutAt(id);
    if (!before) return missing(c, ['checkout.session', id]);
    const stored = before.status === 'open' ? await store.finish(id, 'expired') : before;
    if (stored && before.status === 'open' && stored.status === 'expired')
      return c.json(asCheckout(id, stored, pagesUrl));
    const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${stored?.status}`;
    return refuse(c, 400, { message });
  });

  app.post('/billing_portal/sessions', async (c) => {
    const request = NewPortal.safeParse(fieldsOf(await c.req.text()));
    if (!request.success) return rejectFields(c, request.error);
    const { customer, return_url: returnUrl } = request.data;
    if ((await store.subscriptionsOf(customer)).length === 0) return missing(c, ['customer', customer], 'customer');
    const id = newId('bps');
    await store.put('portal', id, { customer, returnUrl });
    return c.json({
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_sandbox',
      created: Math.floor(clock.now().getTime() / 1000),
      customer,
      livemode: false,
      locale: 'en-GB',
      return_url: returnUrl,
      url: `${pagesUrl}/portal/${id}`,
    });
  });

  app.get('/subscriptions/:id', async (c) => {
    const id = c.req.param('id');
    const request = ExpandQuery.safeParse(fieldsOf(new URL(c.req.url).search));
    if (!request.success) return rejectFields(c, request.error);
    const stored = await store.change(id);
    if (!stored) return missing(c, ['subscription', id]);
    return c.json(asSubscription(id, stored, amountOf(stored), Object.values(request.data.expand)));
  });
  app.delete('/subscriptions/:id', async (c) => {
    const id = c.req.param('id');
    let first = false;
    const stored = await store.change(id, (current, now) => {
      first = current.status !== 'canceled';
      return first ? ended(current, now) : undefined;
    });
    // Stripe also returns this error for a subscription that has already ended.
    return stored && first ? c.json(asSubscription(id, stored, amountOf(stored))) : missing(c, ['subscription', id]);
  });

  app.get('/invoices', async (c) => {
    const request = OpenInvoices.safeParse(c.req.query());
    if (!request.success) return rejectFields(c, request.error);
    const id = request.data.subscription;
    const stored = await store.change(id);
    if (!stored) return missing(c, ['subscription', id], 'subscription');
    const data = stored.owedSince ? [asInvoice(id, stored, { amount: amountOf(stored), paid: false })] : [];
    return c.json({ object: 'list', data, has_more: false, url: '/v1/invoices' });
  });
  return app;
}

type Refusal = { type?: string; code?: string; param?: string; message: string };

const refuse = (c: Context, status: 400 | 401 | 404, error: Refusal) =>
  c.json({ error: { type: 'invalid_request_error', ...error } }, status);

function rejectFields(c: Context, { issues }: z.ZodError) {
  const [issue] = issues;
  const unknown = issue?.code === 'unrecognized_keys';
  const [first = '', ...rest] = [...(issue?.path ?? []), ...(unknown ? issue.keys.slice(0, 1) : [])].map(String);
  const param = first + rest.map((segment) => `[${segment}]`).join('');
  const code = unknown ? 'parameter_unknown' : 'parameter_invalid';
  return refuse(c, 400, {
    code,
    param,
    message: unknown ? `Received unknown parameter: ${param}` : (issue?.message ?? ''),
  });
}

export type Fields = { [name: string]: string | Fields };

/** Parses 'a[b][0]=c' as `{ a: { b: { 0: 'c' } } }`. */
export function fieldsOf(form: string): Fields {
  const fields: Fields = Object.create(null) as Fields;
  for (const [name, value] of new URLSearchParams(form)) {
    const segments = name.split(/\]?\[|\]$/).filter(Boolean);
    const last = segments.pop() ?? '';
    let target = fields;
    for (const segment of segments) {
      const inner = target[segment];
      const next = typeof inner === 'object' ? inner : (Object.create(null) as Fields);
      target[segment] = next;
      target = next;
    }
    target[last] = value;
  }
  return fields;
}
