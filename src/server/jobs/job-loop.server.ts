/**
 * Runs one queue's jobs sequentially, in place of pg-boss 10's worker. That worker does not await the completion of a
 * job: if the database is down at that moment, the unhandled rejection ends the process.
 */
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';

export type JobLoop = {
  /** Fetches jobs now, or after the current job. */
  poll(): void;
  /** Stops fetching; resolves when the current job is finished and recorded. */
  stop(): Promise<void>;
};

type Plan<Data> = {
  boss: PgBoss;
  queue: string;
  log: Logger;
  /** A rejection makes pg-boss retry the job. */
  work: (job: PgBoss.Job<Data>) => Promise<void>;
};

export function pollJobs<Data>({ boss, queue, log, work }: Plan<Data>): JobLoop {
  const stopping = new AbortController();
  let pollRequested = false;
  let wake = () => {};

  async function runNextJob(): Promise<boolean> {
    const [job] = await boss.fetch<Data>(queue);
    if (!job) return false;
    try {
      await work(job);
    } catch (error) {
      log.warn({ job: job.id, queue, err: error }, 'A job failed and will be tried again');
      await boss.fail(queue, job.id, error as Error);
      return true;
    }
    await boss.complete(queue, job.id);
    return true;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      pollRequested = false;
      const ranJob = await runNextJob().catch((error: unknown) => {
        // The job stays active until it expires, and is then retried by any server.
        log.warn({ queue, err: error }, 'The job queue could not reach its tables');
        return false;
      });
      if (ranJob || pollRequested || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const running = run();
  return {
    poll() {
      pollRequested = true;
      wake();
    },
    stop() {
      stopping.abort();
      wake();
      return running;
    },
  };
}
