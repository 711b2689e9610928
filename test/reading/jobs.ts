import type { Email } from '../../src/outside/mail/mail.ts';
import type { EmailPlan } from '../../src/server/jobs/landlord-emails.server.ts';
import type { Queue, QueueHandler } from '../../src/server/jobs/queue.server.ts';
import { server } from '../servers/server.ts';

/** The plan of jobs that send emails at an instant. Sent emails are added to `sent`. */
export function emailPlan(at: string, sent: Email[], send: EmailPlan['send']): EmailPlan {
  const { jobsPool: pool, appUrl } = server.services;
  return {
    pool,
    clock: { now: () => new Date(at) },
    appUrl,
    unsubscribe: (id) => `${appUrl}/unsubscribe?token=${id}`,
    mail: { send: async (email) => void sent.push(email) },
    send,
  };
}

export async function runJob(handlers: QueueHandler[], queue: Queue, payload: unknown = {}): Promise<void> {
  const found = handlers.find((handler) => handler.queue === queue);
  if (!found) throw new Error(`There is no handler for ${queue.name}.`);
  await found.work(payload);
}
