/** The whole HTTP side: every request passes the guards, then one feature answers. */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { myDataApi } from '../../features/account/my-data/api.server.ts';
import { passkeyApi } from '../../features/account/passkey/api.server.ts';
import { profileApi } from '../../features/account/profile/api.server.ts';
import { sessionsApi } from '../../features/account/profile/sessions.server.ts';
import { unsubscribePages } from '../../features/account/profile/unsubscribe.server.ts';
import { removeAccountApi } from '../../features/account/removal/remove-account.server.ts';
import type { AccountServices } from '../../features/account/routes.server.ts';
import { secondFactorApi } from '../../features/account/second-factor/api.server.ts';
import { accountApi } from '../../features/account/sign-in/api.server.ts';
import { agentApi } from '../../features/agent/api.server.ts';
import { bankApi } from '../../features/bank/api.server.ts';
import { bankConnectionApi } from '../../features/bank/connection/api.server.ts';
import { payerApi } from '../../features/bank-row/payer/api.server.ts';
import { learning } from '../../features/bank-row/payer/rules.server.ts';
import { billingApi } from '../../features/billing/api.server.ts';
import { calendarApi } from '../../features/calendar/api.server.ts';
import { endingApi } from '../../features/ending/api.server.ts';
import { fileApi } from '../../features/file/api.server.ts';
import type { ReceiveLimits } from '../../features/file/upload.server.ts';
import { interestApi } from '../../features/interest/api.server.ts';
import { contactApi } from '../../features/landing/contact.server.ts';
import { propertyApi } from '../../features/property/api.server.ts';
import { certificatesApi } from '../../features/property/certificates/api.server.ts';
import { reconcileApi } from '../../features/reconcile/api.server.ts';
import { reminderApi } from '../../features/reminder/api.server.ts';
import { rentApi } from '../../features/rent/api.server.ts';
import { historyApi } from '../../features/rent/history/api.server.ts';
import { paymentsApi } from '../../features/rent/payments/api.server.ts';
import { papersApi } from '../../features/rent-statement/api.server.ts';
import { sampleApi } from '../../features/sample/api.server.ts';
import { statementApi } from '../../features/statement/api.server.ts';
import { supplierApi } from '../../features/supplier/api.server.ts';
import { tenancyApi } from '../../features/tenancy/api.server.ts';
import { followRemovedHome } from '../../features/tenancy/lease.server.ts';
import { tenantApi } from '../../features/tenant/api.server.ts';
import { transactionApi } from '../../features/transaction/api.server.ts';
import { exportApi } from '../../features/transaction-export/api.server.ts';
import type { DownloadLimits } from '../../server/http/downloads/downloads.server.ts';
import { answerError } from '../../server/http/errors.server.ts';
import { healthApi } from '../../server/http/health.server.ts';
import {
  type BodyLimits,
  headers,
  jsonBody,
  knownHost,
  named,
  privateAnswers,
  sameOrigin,
} from '../../server/http/middleware.server.ts';
import { devTimeRoute } from '../../server/http/pages/dev-time.server.ts';
import { docsPage } from '../../server/http/pages/docs.server.ts';
import { outboxRoutes } from '../../server/http/pages/outbox.server.ts';
import { securityRoutes } from '../../server/http/pages/security.server.ts';
import { failures, router } from '../../server/http/routes.server.ts';
import { landlordRoutes, visitorFirst } from '../../server/http/visitors.server.ts';
import type { StreamLimits } from '../../server/live/live.server.ts';
import { liveApi } from '../../server/live/live-api.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { notificationApi } from '../notification/api.server.ts';
import { DESCRIBED_TABLES } from '../nouns.server.ts';
import { overviewApi } from '../overview/api.server.ts';
import { searchApi } from '../search/api.server.ts';
import { type Web, webRoutes } from './documents/documents.server.ts';
import { publicPages } from './documents/public-pages.server.ts';
import { exampleEmails } from './example-emails.ts';

/** Where not the usual: what a body may be, JSON and a file, how slowly somebody's data may be taken, how many may hear of changes. */
type Limits = BodyLimits & { upload?: ReceiveLimits; download?: DownloadLimits; streams?: StreamLimits };

/** Every documented route of the API; its type is what the browser's client is made from. */
export function createApi(services: AccountServices, { upload, download, streams }: Limits = {}) {
  return (
    router()
      .route('/', healthApi(services))
      .route('/', accountApi(services))
      .route('/', secondFactorApi(services))
      .route('/', passkeyApi(services))
      .route('/', profileApi(services))
      .route('/', sessionsApi(services))
      .route('/', calendarApi(services))
      .route('/', contactApi(services))
      .route('/', myDataApi(services, { ...download, described: DESCRIBED_TABLES }))
      .route('/', removeAccountApi(services))
      .route('/', overviewApi(services))
      .route('/', notificationApi(services))
      .route('/', propertyApi(services, followRemovedHome))
      .route('/', certificatesApi(services))
      .route('/', tenantApi(services))
      .route('/', agentApi(services))
      .route('/', papersApi(services))
      .route('/', paymentsApi(services))
      .route('/', historyApi(services))
      .route('/', reminderApi(services))
      .route('/', endingApi(services))
      .route('/', interestApi(services))
      .route('/', reconcileApi(services))
      .route('/', rentApi(services))
      .route('/', tenancyApi(services))
      .route('/', supplierApi(services))
      // Before it, as its records are asked for under any word.
      .route('/', exportApi(services, download))
      .route('/', transactionApi(services, learning))
      .route('/', payerApi(services))
      .route('/', bankConnectionApi(services))
      .route('/', bankApi(services))
      .route('/', statementApi(services, upload))
      .route('/', searchApi(services))
      .route('/', sampleApi(services))
      .route('/', billingApi(services))
      .route('/', liveApi(services, streams))
      .route('/', fileApi(services, upload))
  );
}

export type Api = ReturnType<typeof createApi>;

type Operation = { responses?: Record<number, { description: string }>; security?: object[] };

/** OpenAPI's description of the API. A route is open to everybody where it never answers that nobody is signed in. */
export function describeApi(api: Api, { appUrl, cookies }: Pick<AccountServices, 'appUrl' | 'cookies'>) {
  const signedIn = [{ session: [] }];
  const description = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tenure',
      version: '1',
      license: { name: 'MIT' },
      description:
        'Sign in with signIn and keep the cookie. Every change sends an Origin header of this server; ' +
        'every change of a record sends If-Match with the ETag it was read with. Money is in pence.',
    },
    servers: [{ url: appUrl }],
    security: signedIn,
  });
  for (const methods of Object.values(description.paths ?? {}))
    for (const operation of Object.values(methods as Record<string, Operation>))
      operation.security =
        operation.responses?.[401]?.description === failures.signedIn[401].description ? signedIn : [];
  const session = {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: cookies.session,
    description: 'Set by signIn and signUp',
  };
  return { ...description, components: { ...description.components, securitySchemes: { session } } };
}

/** The server as a fetch function. */
export function createApp(services: AccountServices, web: Web, limits: Limits = {}): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const api = createApi(services, limits);
  const description = describeApi(api, services);
  const routes = landlordRoutes(description);
  app.onError(async (error, c) => answerError(await visitorFirst(services, c, { error, routes }), c));
  app.use(named(services), headers(services));
  // A load balancer asks for these by whatever address it knows.
  app.on('GET', ['/healthz', '/readyz'], (c) => api.fetch(c.req.raw, c.env));
  const { sandboxBank, sandboxPayments, moveClock } = services;
  // Asked by this server itself, with a token, by whatever address it listens on.
  if (sandboxBank) app.mount('/sandbox/bank/api/v2', sandboxBank.api.fetch);
  if (sandboxPayments) app.mount('/sandbox/payments/api', sandboxPayments.api.fetch);
  app.use(knownHost(services), sameOrigin(services));
  // Before the check of bodies: their forms are no JSON.
  if (sandboxBank) app.mount('/sandbox/bank', sandboxBank.pages.fetch);
  if (sandboxPayments) app.mount('/sandbox/payments', sandboxPayments.pages.fetch);
  unsubscribePages(app, services);
  securityRoutes(app, services);
  publicPages(app, web, services);
  app.use(compress(), jsonBody(limits));
  app.use('/api/*', privateAnswers);
  app.get('/api/openapi.json', (c) => c.json(description));
  app.get('/api/docs', (c) => docsPage(c, description));
  if (moveClock)
    devTimeRoute(app, services, async (milliseconds) => {
      await moveClock(milliseconds);
      await sandboxPayments?.catchUp();
    });
  if (services.outbox) outboxRoutes(app, { ...services.outbox, examples: exampleEmails(services.appUrl) });
  app.route('/', api);
  app.all('/api/*', () => {
    throw new AppError('not_found');
  });
  webRoutes(app, web, services);
  return app;
}
