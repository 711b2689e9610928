/** Doing a queue's work at once, as a server that takes its jobs would. */
import type { Queue, QueueHandler } from '../../src/server/jobs/queue.server.ts';

export async function runJob(handlers: QueueHandler[], queue: Queue, payload: unknown = {}): Promise<void> {
  const found = handlers.find((handler) => handler.queue === queue);
  if (!found) throw new Error(`Nothing does the work of ${queue.name}.`);
  await found.work(payload);
}
