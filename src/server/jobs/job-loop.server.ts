/**
 * Takes the jobs of one queue, one after the other. pg-boss 10 has a worker of its own, which does not await the statement that
 * completes a job: were the database away at that moment, its rejection would be unhandled and end the process.
 */
import type PgBoss from 'pg-boss';
import type { Logger } from 'pino';

export type JobLoop = {
  /** Takes what is there. */
  look(): void;
  /** Takes no more; resolves when the job under way has ended and is written down. */
  stop(): Promise<void>;
};

type Plan<Data> = {
  boss: PgBoss;
  queue: string;
  log: Logger;
  /** Rejects when the job is to be tried again. */
  work: (job: PgBoss.Job<Data>) => Promise<void>;
};

export function takeJobs<Data>({ boss, queue, log, work }: Plan<Data>): JobLoop {
  const stopping = new AbortController();
  let wanted = false;
  let wake = () => {};

  async function takeOne(): Promise<boolean> {
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
      wanted = false;
      const took = await takeOne().catch((error: unknown) => {
        // The job stays taken until its time is up; then it is tried again, here or by another server.
        log.warn({ queue, err: error }, 'The job queue could not reach its tables');
        return false;
      });
      if (took || wanted || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const running = run();
  return {
    look() {
      wanted = true;
      wake();
    },
    stop() {
      stopping.abort();
      wake();
      return running;
    },
  };
}
