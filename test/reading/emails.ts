import { vi } from 'vitest';
import type { OutboxEmail } from '../../src/outside/mail/outbox.server.ts';
import { server as fileServer } from '../servers/server.ts';
import type { TestServer } from '../servers/start-server.ts';

/** Returns all emails sent to an address, newest first. */
export async function emailsTo(email: string, server: TestServer = fileServer): Promise<OutboxEmail[]> {
  const all = (await server.services.outbox?.emails()) ?? [];
  return all.filter(({ to }) => to === email);
}

export function emailTo(email: string, subject: string, server: TestServer = fileServer): Promise<OutboxEmail> {
  return vi.waitFor(
    async () => {
      const found = (await emailsTo(email, server)).find((one) => one.subject === subject);
      if (!found) throw new Error(`Email '${subject}' to ${email} is missing.`);
      return found;
    },
    { timeout: 20_000, interval: 50 },
  );
}

export function tokenIn({ action }: OutboxEmail): string {
  const token = action && new URL(action.url).searchParams.get('token');
  if (!token) throw new Error('The email has no link with a token.');
  return token;
}
