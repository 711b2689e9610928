import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bank } from '../outside/bank/bank.ts';
import type { Clock } from '../outside/clock.ts';
import type { Files } from '../outside/files/files.ts';
import type { Outbox } from '../outside/mail/outbox.server.ts';
import type { Payments } from '../outside/payments/payments.ts';
import type { TaxAuthority } from '../outside/tax/tax.ts';
import type { Webhooks } from '../outside/webhook/webhook.ts';
import type { Need } from '../shared/rights.ts';
import type { Replica } from './db/replica.server.ts';
import type { Settings } from './env.server.ts';
import type { Jobs } from './jobs/jobs.server.ts';
import type { Live } from './live/live.server.ts';
import type { CookieNames } from './session/cookies.server.ts';

export type Services = {
  settings: Settings;
  /** Public origin without a trailing slash; the base of every absolute link. */
  appUrl: string;
  secret: string;
  clock: Clock;
  /** Moves all workers' clocks; undefined with the system clock. */
  moveClock: ((milliseconds: number) => Promise<void>) | undefined;
  log: Logger;
  /** App role, for accounts' owners. */
  pool: pg.Pool;
  /** Member role, for all other members. */
  memberPool: pg.Pool;
  replica: Replica | undefined;
  /** Jobs role, for work without a landlord's session. */
  jobsPool: pg.Pool;
  /** Auth role, with access to sign-in tables only. */
  authPool: pg.Pool;
  dataFolder: string;
  files: Files;
  /** Resolves to a warning if the disk of `dataFolder` is below its reserve. */
  shortOfSpace(): Promise<string | undefined>;
  /** Open banking; undefined without keys or a sandbox. */
  bank: Bank | undefined;
  sandboxBank: { api: Hono; pages: Hono } | undefined;
  /** Paid plans; undefined without keys or a sandbox. */
  payments: Payments | undefined;
  /** The payment sandbox, if `payments` uses it. `catchUp` applies the changes that have become due. */
  sandboxPayments: { api: Hono; pages: Hono; catchUp(): Promise<void> } | undefined;
  /** Quarterly updates; undefined without keys or a sandbox. */
  tax: TaxAuthority | undefined;
  sandboxTax: { api: Hono; pages: Hono } | undefined;
  webhooks: Webhooks;
  jobs: Jobs;
  live: Live;
  cookies: CookieNames;
  hosts: ReadonlySet<string>;
  /** Unsent emails without an SMTP server, if only this machine can reach the server. */
  outbox: Outbox | undefined;
  /** Warnings for the operator, some added while serving. */
  warnings: Set<string>;
  notReady(): Promise<string[]>;
};

export type AppEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    log: () => Logger;
    /** The client's address, trusting only configured proxies' headers. */
    clientAddress: string;
    /** The hash of the caller's API key, instead of a session. */
    apiKey?: string;
    /** The right that the route needs, from its description. */
    need?: Need;
  };
};
