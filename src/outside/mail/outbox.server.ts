/** The local outbox: letters as files that can be opened in the browser, for a machine without a mail server. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter, Mail } from './mail.ts';

/** A letter that lies in the outbox. `sentAt` is ISO 8601. */
export type OutboxLetter = Letter & { id: string; sentAt: string };

const MAX_LETTERS = 200;
const NAME = /^[0-9TZ-]+_[0-9a-f-]{36}\.json$/;

/** Keeps the newest 200 letters in `folder`. */
export function outboxMail(folder: string, now: () => Date): Mail & { letters(): Promise<OutboxLetter[]> } {
  const names = async () => (await readdir(folder).catch(none)).filter((name) => NAME.test(name)).sort();
  return {
    async send(letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = now().toISOString();
      const id = randomUUID();
      const path = join(folder, `${sentAt.replace(/[:.]/g, '-')}_${id}.json`);
      const content: OutboxLetter = { ...letter, id, sentAt };
      await writeFile(`${path}.partial`, JSON.stringify(content, null, 2), { mode: 0o600 });
      await rename(`${path}.partial`, path);
      const old = (await names()).slice(0, -MAX_LETTERS);
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
    },
    async letters() {
      const newestFirst = (await names()).reverse();
      const texts = await Promise.all(newestFirst.map((name) => readFile(join(folder, name), 'utf8')));
      return texts.map((text) => JSON.parse(text) as OutboxLetter);
    },
  };
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
