import type { Queue, QueueHandler } from '../../src/server/jobs/queue.server.ts';

export async function runJob(handlers: QueueHandler[], queue: Queue, payload: unknown = {}): Promise<void> {
  const found = handlers.find((handler) => handler.queue === queue);
  if (!found) throw new Error(`There is no handler for ${queue.name}.`);
  await found.work(payload);
}
