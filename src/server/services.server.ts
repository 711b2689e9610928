/** What a running server hands to its features, and what each request carries. */
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Bank } from '../outside/bank/bank.ts';
import type { Clock } from '../outside/clock.ts';
import type { Files } from '../outside/files/files.ts';
import type { OutboxEmail } from '../outside/mail/outbox.server.ts';
import type { Payments } from '../outside/payments/payments.ts';
import type { Replica } from './db/replica.server.ts';
import type { Settings } from './env.server.ts';
import type { Jobs } from './jobs/jobs.server.ts';
import type { Live } from './live/live.server.ts';
import type { CookieNames } from './session/cookies.server.ts';

export type Services = {
  settings: Settings;
  /** Origin of the product, without a trailing slash; every absolute link begins with it. */
  appUrl: string;
  secret: string;
  clock: Clock;
  /** Moves the clock, that of all workers; undefined where it is the machine's own. */
  moveClock: ((milliseconds: number) => Promise<void>) | undefined;
  log: Logger;
  /** Landlords' pool, in the app role. */
  pool: pg.Pool;
  /** A standby for what reads much. */
  replica: Replica | undefined;
  /** In the role of the jobs, for what goes on without the landlord's session: no query of a landlord's goes there. */
  jobsPool: pg.Pool;
  /** Sign-in's own pool, in the auth role: its tables and no landlord's. */
  authPool: pg.Pool;
  /** Where this server keeps what is its own. */
  dataFolder: string;
  /** Where uploads lie. */
  files: Files;
  /** Says in words that the disk of `dataFolder` has less free than its reserve; undefined while it has enough. */
  shortOfSpace(): Promise<string | undefined>;
  /** Open banking; undefined where the server has neither keys for it nor a sandbox. */
  bank: Bank | undefined;
  /** The sandbox bank, where it is the one that `bank` speaks to. */
  sandboxBank: { api: Hono; pages: Hono } | undefined;
  /** Paid plans; undefined where the server has neither keys for them nor a sandbox. */
  payments: Payments | undefined;
  /** The sandbox of payments, where it is the one that `payments` speaks to. `catchUp` lets time pass for it. */
  sandboxPayments: { api: Hono; pages: Hono; catchUp(): Promise<void> } | undefined;
  jobs: Jobs;
  /** The streams on which open pages hear of changes. */
  live: Live;
  cookies: CookieNames;
  /** The host:port values this server answers to. */
  hosts: ReadonlySet<string>;
  /** Where emails can be read, when they do not go out by SMTP and only this machine can ask. */
  outbox: { emails(): Promise<OutboxEmail[]> } | undefined;
  /** What the operator should put right, in words; what is noticed while serving is added. */
  warnings: Set<string>;
  /** Names what is not ready; empty when all is. */
  notReady(): Promise<string[]>;
};

export type AppEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The log with this request's id. */
    log: () => Logger;
    /** The caller's address, believing only trusted proxies. */
    clientAddress: string;
  };
};
