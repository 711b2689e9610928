import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { passkeyApi } from '../../features/account/passkey/api.server.ts';
import type { AccountServices } from '../../features/account/routes.server.ts';
import { secondFactorApi } from '../../features/account/second-factor/api.server.ts';
import { accountApi } from '../../features/account/sign-in/api.server.ts';
import { billingApi } from '../../features/billing/api.server.ts';
import { calendarApi } from '../../features/calendar/api.server.ts';
import { isHiddenFile } from '../../features/document/document.server.ts';
import { fileApi } from '../../features/file/api.server.ts';
import type { ReceiveLimits } from '../../features/file/upload.server.ts';
import { guestPages } from '../../features/guest-link/pages.server.ts';
import { inspectionPages } from '../../features/inspection-link/pages.server.ts';
import { keyApi } from '../../features/key/api.server.ts';
import { API_VERSIONS } from '../../features/key/key.ts';
import { apiKeys, isOpenToKeys } from '../../features/key/middleware.server.ts';
import { contactApi } from '../../features/landing/contact.server.ts';
import { profileApi } from '../../features/profile/api.server.ts';
import { myDataApi } from '../../features/profile/my-data/api.server.ts';
import { removeAccountApi } from '../../features/profile/removal/remove-account.server.ts';
import { sessionsApi } from '../../features/profile/sessions.server.ts';
import { unsubscribePages } from '../../features/profile/unsubscribe.server.ts';
import { repairPages } from '../../features/repair-link/pages.server.ts';
import { restoreApi } from '../../features/restore/api.server.ts';
import { teamApi } from '../../features/team/api.server.ts';
import { joinApi } from '../../features/team/join/api.server.ts';
import { eventLog } from '../../features/webhook/event-log.server.ts';
import type { DownloadLimits } from '../../server/http/downloads/downloads.server.ts';
import { answerError } from '../../server/http/errors.server.ts';
import { healthApi } from '../../server/http/health.server.ts';
import {
  type BodyLimits,
  checkHost,
  headers,
  jsonBody,
  named,
  noStore,
  sameOrigin,
} from '../../server/http/middleware.server.ts';
import { devTimeRoute } from '../../server/http/pages/dev-time.server.ts';
import { docsPage } from '../../server/http/pages/docs.server.ts';
import { outboxRoutes } from '../../server/http/pages/outbox.server.ts';
import { securityRoutes } from '../../server/http/pages/security.server.ts';
import { failures, router } from '../../server/http/routes.server.ts';
import { landlordRoutes, routeNeeds, unauthenticatedFirst } from '../../server/http/visitors.server.ts';
import type { StreamLimits } from '../../server/live/live.server.ts';
import { liveApi } from '../../server/live/live-api.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Need } from '../../shared/rights.ts';
import { notificationApi } from '../notification/api.server.ts';
import { NOUNS, nounApis } from '../nouns.server.ts';
import { overviewApi } from '../overview/api.server.ts';
import { searchApi } from '../search/api.server.ts';
import { type Web, webRoutes } from './documents/documents.server.ts';
import { publicPages } from './documents/public-pages.server.ts';
import { exampleEmails } from './example-emails.ts';

type Limits = BodyLimits & { upload?: ReceiveLimits; download?: DownloadLimits; streams?: StreamLimits };

/** All documented API routes. Their type also types the browser's client. */
export function createApi(services: AccountServices, { upload, download, streams }: Limits = {}) {
  const described = Object.fromEntries(NOUNS.flatMap(({ tables = {} }) => Object.entries(tables)));
  return router()
    .route('/', healthApi(services))
    .route('/', accountApi(services))
    .route('/', secondFactorApi(services))
    .route('/', passkeyApi(services))
    .route('/', profileApi(services))
    .route('/', sessionsApi(services))
    .route('/', calendarApi(services))
    .route('/', contactApi(services))
    .route('/', myDataApi(services, { ...download, described }))
    .route('/', restoreApi(services, upload))
    .route('/', removeAccountApi(services))
    .route('/', teamApi(services))
    .route('/', joinApi(services))
    .route('/', keyApi(services))
    .route('/', overviewApi(services))
    .route('/', notificationApi(services))
    .route('/', nounApis(services, { upload, download }))
    .route('/', searchApi(services))
    .route('/', billingApi(services))
    .route('/', liveApi(services, eventLog, streams))
    .route('/', fileApi(services, upload, isHiddenFile));
}

export type Api = ReturnType<typeof createApi>;

type Operation = { responses?: Record<number, { description: string }>; security?: object[]; 'x-need'?: Need };

/** Returns the OpenAPI description. A route without the response `failures.signedIn[401]` is public. */
export function describeApi(api: Api, { appUrl, cookies }: Pick<AccountServices, 'appUrl' | 'cookies'>) {
  const signedIn = [{ session: [] }];
  const signedInOrKey = [...signedIn, { key: [] }];
  const description = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Tenure',
      version: '1',
      license: { name: 'MIT' },
      description:
        'Send an API key as Authorization: Bearer, or sign in with signIn and keep the cookie. Changes with a cookie need an ' +
        'Origin header of this server; changes of a record also need If-Match with its ETag. Money is in pence. ' +
        `Versions: ${API_VERSIONS.join(', ')}; Tenure-Version chooses one, by default that of the key.`,
    },
    servers: [{ url: appUrl }],
    security: signedIn,
  });
  for (const methods of Object.values(description.paths ?? {}))
    for (const operation of Object.values(methods as Record<string, Operation>))
      operation.security =
        operation.responses?.[401]?.description !== failures.signedIn[401].description
          ? []
          : isOpenToKeys(operation['x-need'])
            ? signedInOrKey
            : signedIn;
  const session = {
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: cookies.session,
    description: 'Set by signIn and signUp',
  };
  const key = { type: 'http' as const, scheme: 'bearer', description: 'An API key, from the page API' };
  return { ...description, components: { ...description.components, securitySchemes: { session, key } } };
}

export function createApp(services: AccountServices, web: Web, limits: Limits = {}): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const api = createApi(services, limits);
  const description = describeApi(api, services);
  const routes = landlordRoutes(description);
  app.onError(async (error, c) => answerError(await unauthenticatedFirst(services, c, { error, routes }), c));
  app.use(named(services), headers(services));
  // Registered before the host check, as load balancers may use any host name.
  app.on('GET', ['/healthz', '/readyz'], (c) => api.fetch(c.req.raw, c.env));
  const { sandboxBank, sandboxPayments, sandboxTax, moveClock } = services;
  // Registered before the host check, as this server calls its own sandboxes, with a token, on any address.
  if (sandboxBank) app.mount('/sandbox/bank/api/v2', sandboxBank.api.fetch);
  if (sandboxPayments) app.mount('/sandbox/payments/api', sandboxPayments.api.fetch);
  if (sandboxTax) app.mount('/sandbox/hmrc/api', sandboxTax.api.fetch);
  app.use(checkHost(services));
  app.use('/api/*', apiKeys(services, routeNeeds(description)));
  // Registered before the origin check, as forms on pages without a referrer have no origin. The links are secret.
  guestPages(app, services);
  repairPages(app, services);
  inspectionPages(app, services);
  app.use(sameOrigin(services));
  // Registered before the body checks, as their forms are not JSON.
  if (sandboxBank) app.mount('/sandbox/bank', sandboxBank.pages.fetch);
  if (sandboxPayments) app.mount('/sandbox/payments', sandboxPayments.pages.fetch);
  if (sandboxTax) app.mount('/sandbox/hmrc', sandboxTax.pages.fetch);
  unsubscribePages(app, services);
  securityRoutes(app, services);
  publicPages(app, web, services);
  app.use(compress(), jsonBody(limits));
  app.use('/api/*', noStore);
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
