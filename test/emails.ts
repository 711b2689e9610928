/** Reading the letters that a server has posted. */
import { vi } from 'vitest';
import type { OutboxLetter } from '../src/outside/mail/outbox.server.ts';
import { server as fileServer } from './server.ts';
import type { TestServer } from './start-server.ts';

/** All letters to an address that lie in the outbox by now, newest first. */
export async function lettersTo(email: string, server: TestServer = fileServer): Promise<OutboxLetter[]> {
  const letters = (await server.services.outbox?.letters()) ?? [];
  return letters.filter(({ to }) => to === email);
}

/** Waits for a letter with this subject. */
export function letterTo(email: string, subject: string, server: TestServer = fileServer): Promise<OutboxLetter> {
  return vi.waitFor(
    async () => {
      const letter = (await lettersTo(email, server)).find((one) => one.subject === subject);
      if (!letter) throw new Error(`There is no letter '${subject}' to ${email}.`);
      return letter;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** The token in the letter's link. */
export function tokenIn({ action }: OutboxLetter): string {
  const token = action && new URL(action.url).searchParams.get('token');
  if (!token) throw new Error('The letter has no link with a token.');
  return token;
}
