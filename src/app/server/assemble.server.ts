import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { accountJobs } from '../../features/account/jobs.server.ts';
import type { AccountServices } from '../../features/account/routes.server.ts';
import { attemptLimits } from '../../features/account/sign-in/attempts.server.ts';
import { bankJobs } from '../../features/bank/connection/jobs.server.ts';
import { billingJobs } from '../../features/billing/jobs.server.ts';
import { PLANS } from '../../features/billing/plan.ts';
import { deriveBeforeCommit, deriveJobs } from '../../features/deadline/derive.server.ts';
import { deadlineEmailJobs } from '../../features/deadline/jobs.server.ts';
import { documentJobs } from '../../features/document/jobs.server.ts';
import { fileJobs } from '../../features/file/jobs.server.ts';
import { importJobs } from '../../features/import/jobs.server.ts';
import { inspectionJobs } from '../../features/inspection/jobs.server.ts';
import { inspectionLinkJobs } from '../../features/inspection-link/jobs.server.ts';
import { enquiryJobs } from '../../features/landing/contact.server.ts';
import { unsubscribeUrl } from '../../features/profile/unsubscribe.server.ts';
import { followBankRows, reconcileJobs } from '../../features/reconcile/jobs.server.ts';
import { reminderJobs } from '../../features/reminder/jobs.server.ts';
import { repairJobs } from '../../features/repair/jobs.server.ts';
import { planJobs } from '../../features/repair-plan/jobs.server.ts';
import { reportEmailJobs } from '../../features/report/saved/jobs.server.ts';
import { restoreJobs } from '../../features/restore/jobs.server.ts';
import { servedJobs } from '../../features/served/jobs.server.ts';
import { taxUpdateJobs } from '../../features/tax-update/jobs.server.ts';
import { seatJobs } from '../../features/team/seats/jobs.server.ts';
import { tenancyJobs } from '../../features/tenancy/jobs.server.ts';
import { noticeJobs } from '../../features/tenant/notices.server.ts';
import { startDeliveries } from '../../features/webhook/delivery.server.ts';
import { webhookJobs } from '../../features/webhook/jobs.server.ts';
import { goCardlessBank } from '../../outside/bank/gocardless.server.ts';
import { sandboxApi } from '../../outside/bank/sandbox/api.server.ts';
import { sandboxPages } from '../../outside/bank/sandbox/pages.server.ts';
import { sandboxKeys } from '../../outside/bank/sandbox/tokens.server.ts';
import { type MovableClock, movableClock, systemClock } from '../../outside/clock.ts';
import { diskFiles } from '../../outside/files/disk.server.ts';
import type { Files } from '../../outside/files/files.ts';
import { s3Files } from '../../outside/files/s3.server.ts';
import type { Mail } from '../../outside/mail/mail.ts';
import { outboxMail } from '../../outside/mail/outbox.server.ts';
import { smtpMail } from '../../outside/mail/smtp.server.ts';
import { sandboxPaymentKeys, sandboxPaymentsApi } from '../../outside/payments/sandbox/api.server.ts';
import type { WebhookPlace } from '../../outside/payments/sandbox/deliver.server.ts';
import { priceOf } from '../../outside/payments/sandbox/objects.ts';
import { sandboxPaymentsPages } from '../../outside/payments/sandbox/pages.server.ts';
import { type SandboxPaymentsPlan, sandboxStore } from '../../outside/payments/sandbox/store.server.ts';
import { stripePayments } from '../../outside/payments/stripe.server.ts';
import { hmrcTax } from '../../outside/tax/hmrc.server.ts';
import { sandboxTaxApi } from '../../outside/tax/sandbox/api.server.ts';
import { sandboxTaxPages } from '../../outside/tax/sandbox/pages.server.ts';
import { sandboxTaxKeys } from '../../outside/tax/sandbox/tokens.server.ts';
import { httpWebhooks } from '../../outside/webhook/http.server.ts';
import type { Pools } from '../../server/db/open.server.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import { diskReserve } from '../../server/disk-reserve.server.ts';
import { checkoutAbove, isLoopback, type Settings } from '../../server/env.server.ts';
import { failedChecks } from '../../server/http/health.server.ts';
import { createEncryption } from '../../server/jobs/encryption.server.ts';
import { type Jobs, startJobs } from '../../server/jobs/jobs.server.ts';
import { startLive } from '../../server/live/live.server.ts';
import type { Services } from '../../server/services.server.ts';
import { cookieNames } from '../../server/session/cookies.server.ts';
import { beforeCommit } from '../../server/session/with-user.server.ts';
import { noticeEmailJobs } from '../notification/notice-emails.server.ts';
import { SEND_PAYMENT_MESSAGE, sandboxPaymentJobs } from './sandbox-payments.server.ts';

export type MoveClock = { clock: MovableClock; move(milliseconds: number): Promise<void> };

type Assembly = {
  settings: Settings;
  pools: Pools;
  secret: string;
  migrations: string[];
  dataFolder: string;
  port: number;
  log: Logger;
  moveClock: MoveClock | undefined;
};

const UNENCRYPTED =
  'APP_URL begins with http:, so passwords and sessions are sent unencrypted. Use a TLS proxy and set APP_URL to https.';

/** Creates the services and starts processing jobs. `stop` stops the jobs. The caller closes the pools. */
export async function assembleServices(plan: Assembly): Promise<{ services: AccountServices; stop(): Promise<void> }> {
  const { settings, pools, secret, migrations, dataFolder, port, log } = plan;
  const movable = settings.movableClock ? (plan.moveClock ?? ownClock()) : undefined;
  const clock = movable?.clock ?? systemClock;
  const appUrl = settings.appUrl ?? `http://localhost:${port}`;
  const isUnencrypted = !appUrl.startsWith('https:') && !isLoopback(new URL(appUrl).hostname);
  const warnings = new Set(isUnencrypted ? [UNENCRYPTED] : []);
  const cookies = cookieNames(appUrl);
  const files = await chooseFiles(settings, dataFolder);
  const shortOfSpace = diskReserve(dataFolder, settings);
  for (const warning of warnings) log.warn(warning);
  void shortOfSpace().then((warning) => warning && log.warn(warning));
  files.check().catch((error: unknown) => log.warn({ err: error }, 'The file store is not available yet'));
  const { mail, outbox, close } = chooseMail(settings, dataFolder, () => clock.now());
  const attempts = attemptLimits(pools.app);
  const webhooks = httpWebhooks({ allowed: settings.webhookAllow });

  const banks = chooseBank({ settings, pool: pools.app, clock, secret, appUrl, port });
  const taxes = chooseTax({ settings, pool: pools.app, clock, secret, appUrl, port });
  const { payments, sandboxPayments } = choosePayments({
    settings,
    pool: pools.app,
    clock,
    secret,
    appUrl,
    port,
    deliverMessage: ({ payload, landlord }, within) =>
      jobs.send(SEND_PAYMENT_MESSAGE, { payload }, { about: landlord ? [landlord] : [], within }),
  });

  // A closure, as the handlers take `send` before `jobs` exists.
  const send: Jobs['send'] = (...job) => jobs.send(...job);
  const unsubscribe = (memberId: string) => unsubscribeUrl({ appUrl, secret }, memberId);
  const notices = { pool: pools.jobs, mail, clock, appUrl, unsubscribe, send };
  const jobs: Jobs = await startJobs({
    pool: pools.jobs,
    encryption: createEncryption(secret, 'jobs'),
    log,
    handlers: [
      ...accountJobs({ mail, send, appUrl, pool: pools.jobs, authPool: pools.auth, clock }),
      ...fileJobs({ pool: pools.jobs, files, clock }),
      ...documentJobs({ pool: pools.jobs, files, clock, log }),
      ...noticeJobs(notices),
      ...noticeEmailJobs(notices),
      ...reportEmailJobs({ ...notices, unsubscribe: (id) => unsubscribeUrl({ appUrl, secret }, id, 'report') }),
      ...deadlineEmailJobs(notices),
      ...tenancyJobs({ pool: pools.jobs, clock }),
      ...deriveJobs({ pool: pools.jobs, clock }),
      ...reconcileJobs({ pool: pools.jobs, clock }),
      ...reminderJobs({ pool: pools.jobs, clock, mail }),
      ...repairJobs({ pool: pools.jobs, clock, mail, log, secret, appUrl }),
      ...inspectionLinkJobs({ ...notices, log, secret }),
      ...planJobs({ pool: pools.jobs, clock }),
      ...inspectionJobs({ pool: pools.jobs, clock, send }),
      ...importJobs({ pool: pools.jobs, clock }),
      ...restoreJobs({ pool: pools.jobs, clock }),
      ...servedJobs({ pool: pools.jobs, clock, mail, files, secret, appUrl }),
      ...enquiryJobs({ pool: pools.jobs, mail, clock, settings }),
      ...billingJobs({ payments, pool: pools.jobs, clock, log, appUrl, jobs: () => jobs }),
      ...seatJobs({ pool: pools.jobs, clock, appUrl, send }),
      ...bankJobs({ bank: banks.bank, pool: pools.jobs, clock, log, appUrl, jobs: () => jobs }),
      ...taxUpdateJobs({ tax: taxes.tax, pool: pools.jobs, clock, secret, appUrl, jobs: () => jobs }),
      ...webhookJobs({ pool: pools.jobs, clock }),
      ...sandboxPaymentJobs(sandboxPayments),
    ],
  });
  for (const pool of [pools.app, pools.member, pools.jobs]) beforeCommit(pool, deriveBeforeCommit(send));
  const live = startLive({ address: pools.jobsAddress, clock, log });
  const bankRows = followBankRows({ live, pool: pools.jobs, clock, log });
  const deliveries = startDeliveries({
    pool: pools.jobs,
    webhooks,
    clock,
    log,
    encryption: createEncryption(secret, 'webhooks'),
    appUrl,
    send,
  });
  const services: AccountServices = {
    settings,
    appUrl,
    secret,
    clock,
    moveClock: movable?.move,
    log,
    pool: pools.app,
    memberPool: pools.member,
    replica: pools.replica,
    jobsPool: pools.jobs,
    authPool: pools.auth,
    attempts,
    dataFolder,
    files,
    shortOfSpace,
    ...banks,
    ...taxes,
    payments,
    sandboxPayments,
    webhooks,
    jobs,
    live,
    cookies,
    hosts: hostsOf(settings.host, appUrl, port),
    // Enabled only on loopback, even behind a proxy, as the outbox shows emails with links that sign people in.
    outbox: isLoopback(settings.host) && isLoopback(new URL(appUrl).hostname) ? outbox : undefined,
    warnings,
    notReady: () => failedChecks({ pool: pools.healthCheck, files, migrations, log }),
  };
  return {
    services,
    async stop() {
      await live.stop();
      await bankRows.stop();
      await deliveries.stop();
      await jobs.stop();
      close();
    },
  };
}

function ownClock(): MoveClock {
  const clock = movableClock();
  return { clock, move: async (milliseconds) => clock.set(clock.offset() + milliseconds) };
}

async function chooseFiles({ s3 }: Settings, dataFolder: string): Promise<Files> {
  if (s3) return s3Files(s3);
  const folder = join(dataFolder, 'files');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return diskFiles(folder);
}

type ProviderPlan = Pick<Services, 'settings' | 'pool' | 'clock' | 'secret' | 'appUrl'> & { port: number };

/** Returns the real provider if its keys are set, otherwise the sandbox, if allowed, through the same adapter. */
function chooseBank({ settings, appUrl, port, ...plan }: ProviderPlan): Pick<Services, 'bank' | 'sandboxBank'> {
  const { goCardless, sandboxes, demonstration, host } = settings;
  const { clock, secret } = plan;
  if (goCardless) return { bank: goCardlessBank({ ...goCardless, clock }), sandboxBank: undefined };
  if (!sandboxes) return { bank: undefined, sandboxBank: undefined };
  const sandbox = { ...plan, pagesUrl: `${appUrl}/sandbox/bank` };
  const baseUrl = `${ownUrl(host, port)}/sandbox/bank/api/v2`;
  return {
    bank: goCardlessBank({ baseUrl, ...sandboxKeys(secret), clock }),
    sandboxBank: { api: sandboxApi(sandbox), pages: sandboxPages({ ...sandbox, lists: !demonstration }) },
  };
}

const { version: VERSION } = JSON.parse(readFileSync(join(checkoutAbove(import.meta.url), 'package.json'), 'utf8')) as {
  version: string;
};

function chooseTax({ settings, appUrl, port, ...plan }: ProviderPlan): Pick<Services, 'tax' | 'sandboxTax'> {
  const { hmrc, sandboxes, demonstration, host } = settings;
  const { clock, secret } = plan;
  const vendor = { version: VERSION, publicIp: hmrc?.publicIp, licence: hmrc?.licence };
  if (hmrc) return { tax: hmrcTax({ ...hmrc, vendor, clock }), sandboxTax: undefined };
  if (!sandboxes) return { tax: undefined, sandboxTax: undefined };
  const sandbox = { ...plan, pagesUrl: `${appUrl}/sandbox/hmrc` };
  const baseUrl = `${ownUrl(host, port)}/sandbox/hmrc/api`;
  const authorizeUrl = `${appUrl}/sandbox/hmrc/oauth/authorize`;
  return {
    tax: hmrcTax({ baseUrl, authorizeUrl, ...sandboxTaxKeys(secret), vendor, clock }),
    sandboxTax: { api: sandboxTaxApi(sandbox), pages: sandboxTaxPages({ ...sandbox, appUrl, lists: !demonstration }) },
  };
}

type PaymentsPlan = ProviderPlan & Pick<SandboxPaymentsPlan, 'deliverMessage'>;
type ChosenPayments = Pick<Services, 'payments'> & {
  sandboxPayments: (NonNullable<Services['sandboxPayments']> & { webhook: WebhookPlace }) | undefined;
};

function choosePayments({ settings, appUrl, port, ...plan }: PaymentsPlan): ChosenPayments {
  const { stripe, sandboxes, host } = settings;
  const { clock, secret, pool } = plan;
  if (stripe) return { payments: stripePayments({ ...stripe, clock }), sandboxPayments: undefined };
  if (!sandboxes) return { payments: undefined, sandboxPayments: undefined };
  const own = ownUrl(host, port);
  const keys = sandboxPaymentKeys(secret);
  const sandbox: SandboxPaymentsPlan = {
    ...plan,
    plans: PLANS,
    pagesUrl: `${appUrl}/sandbox/payments`,
    transact: (work) => inTransaction(pool, work),
  };
  const prices = Object.fromEntries(PLANS.map(({ id }) => [id, priceOf(id)]));
  return {
    payments: stripePayments({ ...keys, prices, clock, baseUrl: `${own}/sandbox/payments/api` }),
    sandboxPayments: {
      api: sandboxPaymentsApi(sandbox),
      pages: sandboxPaymentsPages(sandbox),
      catchUp: () => sandboxStore(sandbox).catchUp(),
      webhook: {
        url: `${own}/api/payments/webhook`,
        host: new URL(appUrl).host,
        webhookSecret: keys.webhookSecret,
      },
    },
  };
}

function ownUrl(host: string, port: number): string {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${own}:${port}`;
}

type ChosenMail = { mail: Mail; outbox: Services['outbox']; close(): void };

function chooseMail({ smtp }: Settings, dataFolder: string, now: () => Date): ChosenMail {
  if (smtp) {
    const mail = smtpMail(smtp);
    return { mail, outbox: undefined, close: () => mail.close() };
  }
  const outbox = outboxMail(join(dataFolder, 'outbox'), now);
  return { mail: outbox, outbox, close: () => {} };
}

/** Accepted hosts: the public address and, unless the server listens on all interfaces, every loopback name. */
function hostsOf(host: string, appUrl: string, port: number): Set<string> {
  const own = new URL(appUrl).host;
  if (host === '0.0.0.0' || host === '::') return new Set([own]);
  return new Set([own, ...['localhost', '127.0.0.1', '[::1]', host].map((name) => `${name}:${port}`)]);
}
