/** Stores emails as files to read in the browser, on a machine without a mail server. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from '../../shared/expected-failure.ts';
import type { Email, Mail } from './mail.ts';

export type OutboxEmail = Email & { id: string; sentAt: string };

const MAX_EMAILS = 200;
const NAME = /^[0-9TZ-]+_[0-9a-f-]{36}\.json$/;

export function outboxMail(folder: string, now: () => Date): Mail & { emails(): Promise<OutboxEmail[]> } {
  const names = async () =>
    ((await readdir(folder).catch(unless('ENOENT'))) ?? []).filter((name) => NAME.test(name)).sort();
  return {
    async send(email) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = now().toISOString();
      const id = randomUUID();
      const path = join(folder, `${sentAt.replace(/[:.]/g, '-')}_${id}.json`);
      const content: OutboxEmail = { ...email, id, sentAt };
      await writeFile(`${path}.partial`, JSON.stringify(content, null, 2), { mode: 0o600 });
      await rename(`${path}.partial`, path);
      const old = (await names()).slice(0, -MAX_EMAILS);
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
    },
    async emails() {
      const newestFirst = (await names()).reverse();
      // A concurrent `send` may delete old files.
      const texts = await Promise.all(
        newestFirst.map((name) => readFile(join(folder, name), 'utf8').catch(unless('ENOENT'))),
      );
      return texts.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as OutboxEmail)));
    },
  };
}
