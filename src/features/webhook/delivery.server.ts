/**
 * Delivers webhooks: adds deliveries of new events, claims due deliveries, sends them and records the results.
 * The job queue is not used, as it runs one job at a time for each queue: tries run concurrently, with a limit for each
 * endpoint.
 * After a crash the lease of a delivery expires, and any server sends it again with the same id.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import type { Webhooks } from '../../outside/webhook/webhook.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Encryption } from '../../server/jobs/encryption.server.ts';
import type { Jobs } from '../../server/jobs/jobs.server.ts';
import { SEND_EMAIL } from '../account/jobs.server.ts';
import { webhookOffEmail } from './emails.ts';
import { RECORD_EVENTS } from './events.ts';
import { outcomeOf } from './rules/schedule.ts';
import { signedHeaders } from './signature.server.ts';
import { bodyOf, messageIdOf } from './webhook.ts';

export type DeliveryPlan = {
  pool: pg.Pool;
  webhooks: Webhooks;
  clock: Clock;
  log: Logger;
  encryption: Pick<Encryption, 'decrypt'>;
  appUrl: string;
  send: Jobs['send'];
};

const IDLE_MS = 1_000;
/** The pause between loops while deliveries are due, so that each loop claims and settles many. */
const LOOP_PAUSE_MS = 20;
/** Maximum concurrent tries in a process, and of these to failing endpoints. */
const MAX_RUNNING = 200;
const MAX_FAILING = 40;
/** The lease of a claimed delivery, which is longer than a try and its settlement. */
const LEASE = '60 seconds';
const EVENT_BATCH = 500;
/** The interval at which new events are read while deliveries are due. */
const ROUTE_MS = 250;
const SHUTDOWN_MS = 5_000;

type Claimed = {
  id: string;
  endpoint_id: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  event: string;
  record_id: string | null;
  record_count: number;
  record_version: number | null;
  happened_at: Date;
  manual: boolean;
  tries: number;
};

type Result = {
  id: string;
  at: Date;
  status: number | undefined;
  failure: string;
  milliseconds: number;
  ok: boolean;
  gone: boolean;
  manual: boolean;
  next: Date | undefined;
};

/** Adds the deliveries of new events. Returns whether there may be more events. */
async function route({ pool, clock }: DeliveryPlan): Promise<boolean> {
  const { rows } = await pool.query<{ read: number }>('select app.route_webhooks($1, $2, $3) as read', [
    clock.now(),
    RECORD_EVENTS,
    EVENT_BATCH,
  ]);
  return (rows[0]?.read ?? 0) >= EVENT_BATCH;
}

async function post({ webhooks, clock, encryption }: DeliveryPlan, claimed: Claimed): Promise<Result> {
  const { id, url, event, manual } = claimed;
  const begun = clock.now();
  const content = bodyOf({
    event,
    happenedAt: claimed.happened_at,
    id: claimed.record_id,
    count: claimed.record_count,
    version: claimed.record_version,
  });
  const body = JSON.stringify(content);
  const secrets = [claimed.secret, claimed.previous_secret].flatMap((one) => (one ? [encryption.decrypt(one)] : []));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tenure webhooks',
    ...signedHeaders({ id: messageIdOf(id), at: begun, body, secrets }),
  };
  const answer = await webhooks.post({ url, headers, body });
  const tries = claimed.tries + (manual ? 0 : 1);
  const outcome = outcomeOf(answer, { tries, now: clock.now(), random: Math.random() });
  const { status, failure = '', milliseconds } = answer;
  return { id, at: begun, status, failure, milliseconds, manual, ...outcome };
}

type SwitchedOff = { user_id: string; host: string; reason: string; name: string; email: string };

/** Records results, and emails the owners of endpoints that the results switch off. */
async function settle({ pool, clock, appUrl, send }: DeliveryPlan, results: readonly Result[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<SwitchedOff>('select * from app.settle_webhooks($1, $2)', [
      JSON.stringify(results),
      clock.now(),
    ]);
    const url = `${appUrl}/dashboard/api/deliveries`;
    for (const { user_id, host, reason, ...owner } of rows)
      await send(SEND_EMAIL, webhookOffEmail(owner, { host, reason, url }), {
        about: [user_id, owner.email],
        within: client,
      });
  });
}

/** Starts the delivery loop. `stop` waits at most 5 s for running tries; other servers repeat unfinished tries. */
export function startDeliveries(plan: DeliveryPlan): { stop(): Promise<void> } {
  const { pool, clock, log } = plan;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Numbers of running tries by endpoint. */
  const busy = new Map<string, number>();
  let finished: Result[] = [];
  const running = new Set<Promise<void>>();
  let wake = () => {};
  const warn = (error: unknown) => log.warn({ err: error }, 'Webhooks could not be delivered and will be tried again');

  async function tryOne(claimed: Claimed): Promise<void> {
    const { endpoint_id: endpoint } = claimed;
    busy.set(endpoint, (busy.get(endpoint) ?? 0) + 1);
    try {
      const result = await post(plan, claimed);
      finished.push(result);
    } catch (error) {
      // An error such as a secret that was encrypted with another SECRET. Retried once the lease expires.
      log.warn({ err: error, delivery: claimed.id }, 'A webhook could not be sent and will be tried again');
    } finally {
      const left = (busy.get(endpoint) ?? 1) - 1;
      if (left > 0) busy.set(endpoint, left);
      else busy.delete(endpoint);
      wake();
    }
  }

  async function claim(): Promise<number> {
    const free = MAX_RUNNING - running.size;
    if (free <= 0) return 0;
    const { rows } = await pool.query<Claimed>('select * from app.claim_webhooks($1, $2, $3, $4, $5)', [
      clock.now(),
      JSON.stringify(Object.fromEntries(busy)),
      free,
      Math.min(free, MAX_FAILING),
      LEASE,
    ]);
    for (const row of rows) {
      const one: Promise<void> = tryOne(row).finally(() => running.delete(one));
      running.add(one);
    }
    return rows.length;
  }

  async function settleFinished(): Promise<void> {
    const results = finished;
    finished = [];
    if (results.length === 0) return;
    try {
      await settle(plan, results);
    } catch (error) {
      finished = [...results, ...finished];
      throw error;
    }
  }

  let routedAt = -ROUTE_MS;
  let hasMore = false;
  let routing: Promise<void> | undefined;

  /** Runs in parallel with the tries, which would otherwise wait while many new events are read. */
  function routeIfDue(): void {
    const now = performance.now();
    if (routing || (!hasMore && now - routedAt < ROUTE_MS)) return;
    routedAt = now;
    routing = route(plan)
      .catch((error: unknown) => {
        warn(error);
        return false;
      })
      .then((more) => {
        hasMore = more;
        routing = undefined;
      });
  }

  /** Returns whether to continue without waiting for new events. */
  async function work(wasBusy: boolean): Promise<boolean> {
    await settleFinished();
    routeIfDue();
    if (!wasBusy) await routing;
    return (await claim()) > 0 || hasMore || routing !== undefined;
  }

  const pause = (milliseconds: number) => delay(milliseconds, undefined, { signal }).catch(() => {});

  async function loop(): Promise<void> {
    let wasBusy = false;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const outcome: boolean | undefined = await work(wasBusy).catch((error: unknown) => {
        warn(error);
        return undefined;
      });
      wasBusy = outcome ?? false;
      // After a database failure, a finished try must not start the next loop immediately.
      if (outcome === undefined) await pause(IDLE_MS);
      else if (wasBusy || finished.length > 0) await pause(LOOP_PAUSE_MS);
      else await Promise.race([pause(IDLE_MS), woken]);
    }
  }

  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      wake();
      await looping;
      await routing;
      await Promise.race([Promise.all(running), delay(SHUTDOWN_MS, undefined, { ref: false })]);
      await settleFinished().catch((error: unknown) => log.warn({ err: error }, 'Tries of webhooks were not recorded'));
    },
  };
}
