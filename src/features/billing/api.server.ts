/** Open after the trial, so that landlords can subscribe. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { inTransaction } from '../../server/db/transaction.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { currentUser } from '../account/account.server.ts';
import { CurrentUser } from '../account/account.ts';
import { readStorage } from '../file/storage.server.ts';
import { READ_SUBSCRIPTION } from '../subscription/queues.server.ts';
import { beginCheckout, openPortal, paymentFailed, refreshSubscription } from './subscription.server.ts';
import { BillingInfo, CheckoutRequest, PaymentPage } from './subscription.ts';

const tags = ['Plans'];
const signedIn = { 401: failures.signedIn[401] };
const failure = (description: string) => ({ ...failures.found[404], description });
const providerResponses = {
  502: failure('The payment provider failed: payment_failed'),
  503: failure('This server cannot take payments: payments_disabled'),
};

const info = createRoute({
  operationId: 'getBilling',
  method: 'get',
  ...needs('owner'),
  path: '/api/billing',
  tags,
  summary: 'Get whether plans are for sale, the VAT note, the number of properties and the file storage',
  responses: { 200: answer(BillingInfo, 'Billing details of this server and landlord'), ...signedIn },
});

const checkout = createRoute({
  operationId: 'createCheckoutSession',
  method: 'post',
  ...needs('owner'),
  path: '/api/create-checkout-session',
  tags,
  summary: 'Get the URL for paying for a plan; the plan is active once the payment provider confirms it',
  request: { body: body(CheckoutRequest) },
  responses: {
    200: answer(PaymentPage, 'Redirect URL'),
    ...failures.input,
    ...signedIn,
    409: failure('The landlord already has a plan: already_subscribed'),
    ...providerResponses,
  },
});

const portal = createRoute({
  operationId: 'openBillingPortal',
  method: 'post',
  ...needs('owner'),
  path: '/api/billing-portal',
  tags,
  summary: 'Get the URL of the billing portal for card, invoices, plan and cancellation',
  responses: { 200: answer(PaymentPage, 'Redirect URL'), ...signedIn, ...failures.found, ...providerResponses },
});

const refresh = createRoute({
  operationId: 'refreshSubscription',
  method: 'post',
  ...needs('owner'),
  path: '/api/subscription/refresh',
  tags,
  summary: 'Refresh the subscription from the payment provider, for example after paying',
  responses: {
    200: answer(CurrentUser, 'The signed-in person with the subscription'),
    ...signedIn,
    ...providerResponses,
  },
});

const webhook = createRoute({
  operationId: 'receivePaymentEvent',
  method: 'post',
  path: '/api/payments/webhook',
  tags,
  summary: 'Webhook of the payment provider, authenticated by its signature',
  responses: {
    200: { description: 'Accepted; a job reads the subscription from the provider' },
    400: failure('The signature is invalid or too old'),
    503: providerResponses[503],
  },
});

export function billingApi(services: Services) {
  const { clock, pool, jobsPool, log, jobs, appUrl, settings } = services;
  const requirePayments = () => {
    if (!services.payments) throw new AppError('payments_disabled');
    return services.payments;
  };
  const billing = () => ({ payments: requirePayments(), pool: jobsPool, clock, log, jobs, appUrl });
  const asCaller =
    (c: Context<AppEnv>) =>
    <T>(work: Parameters<typeof withUser<T>>[3]) =>
      withUser(services, c, 'open', work);
  /** Turns provider errors into AppErrors. Visitors are refused first, as they must not see what is configured. */
  const callProvider = async <T>(c: Context<AppEnv>, work: () => Promise<T>): Promise<T> => {
    await readAsUser(services, c, 'open', async () => undefined);
    try {
      return await work();
    } catch (error) {
      const failed = paymentFailed(error);
      if (failed !== error) c.var.log().warn({ err: error }, 'The payment provider failed');
      throw failed;
    }
  };

  return router()
    .openapi(info, async (c) => {
      const [{ properties }, { usedBytes, limitBytes, leavingBytes }] = await readAsUser(services, c, 'open', (db) =>
        Promise.all([
          db
            .selectFrom('properties')
            .select((row) => row.fn.countAll<number>().as('properties'))
            .executeTakeFirstOrThrow(),
          readStorage(db),
        ]),
      );
      const available = services.payments !== undefined;
      const storage = { usedBytes, limitBytes, leavingBytes };
      return c.json({ available, vatNote: settings.vatNote ?? null, properties, storage }, 200);
    })
    .openapi(checkout, async (c) =>
      c.json(await callProvider(c, () => beginCheckout(billing(), asCaller(c), c.req.valid('json'))), 200),
    )
    .openapi(portal, async (c) => c.json(await callProvider(c, () => openPortal(billing(), asCaller(c))), 200))
    .openapi(refresh, async (c) => {
      await callProvider(c, () => refreshSubscription(billing(), asCaller(c)));
      return c.json(await readAsUser(services, c, 'open', (db) => currentUser(db, clock.now())), 200);
    })
    .openapi(webhook, async (c) => {
      const payments = requirePayments();
      const message = {
        body: Buffer.from(await c.req.arrayBuffer()),
        signature: c.req.header('stripe-signature') ?? '',
      };
      const event = payments.event(message);
      if (!event) throw new AppError('bad_request', { message: 'The signature is not the payment provider’s.' });
      const { provider } = payments;
      const { id, type, subscriptionId, customerId } = event;
      await inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ first: boolean | null }>(
          'select app.record_payment_event($1, $2, $3, $4) as first',
          [provider, id, type, clock.now()],
        );
        // Queued in the same transaction, so that a recorded event is never lost.
        if (rows[0]?.first && (subscriptionId || customerId))
          await jobs.send(READ_SUBSCRIPTION, { provider, subscriptionId, customerId }, { within: client });
      });
      return c.body(null, 200);
    });
}
