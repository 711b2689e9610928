/** Provider calls that must succeed: retried for 30 days with growing delays, then reported to the operator. */
import type { Logger } from 'pino';
import type { Clock } from '../../outside/clock.ts';
import type { Jobs } from './jobs.server.ts';
import type { Queue } from './queue.server.ts';

/** `since` is the time of the first attempt, as ISO 8601. */
type Repeated = { provider: string; since: string; tries: number };

type Plan<Job> = {
  queue: Queue<Job>;
  jobs: Jobs;
  clock: Clock;
  log: Logger;
  /** Log message, such as 'A bank consent could not be revoked'; `byHand` is the operator's remedy. */
  failed: string;
  byHand: string;
};

const DAYS = 30;
const DAY_MS = 86_400_000;
const INITIAL_BACKOFF_S = 60;
const MAX_BACKOFF_S = 6 * 3600;

export async function retryUntilDone<Job extends Repeated>(
  plan: Plan<Job>,
  job: Job,
  work: () => Promise<void>,
): Promise<void> {
  const { queue, jobs, clock, log, failed, byHand } = plan;
  try {
    await work();
  } catch (error) {
    const { since, tries, ...about } = job;
    if (clock.now().getTime() - Date.parse(since) >= DAYS * DAY_MS) {
      return log.error({ err: error, about }, `${failed}: ${byHand}`);
    }
    log.warn({ err: error, provider: job.provider }, `${failed} and will be tried again`);
    const after = Math.min(INITIAL_BACKOFF_S * 2 ** tries, MAX_BACKOFF_S);
    await jobs.send(queue, { ...job, tries: tries + 1 }, { final: true, after });
  }
}
