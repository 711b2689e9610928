/** Stores emails as files to read in the browser, on a machine without a mail server. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unless } from '../../shared/expected-failure.ts';
import { assertAttachmentsFit, type EmailContent, type Mail } from './mail.ts';

/** Attachments are separate files, read only when opened. */
export type OutboxEmail = EmailContent & { id: string; sentAt: string; attachments: OutboxAttachment[] };
type OutboxAttachment = { name: string; type: string; size: number; file: string };

export type Outbox = {
  emails(): Promise<OutboxEmail[]>;
  /** Reads the attachment with this `file` name, from `emails`. */
  attachment(file: string): Promise<Uint8Array<ArrayBuffer>>;
};

const MAX_EMAILS = 200;
const NAME = /^([0-9TZ-]+_[0-9a-f-]{36})\.json$/;

/** Formats the real time to the microsecond, so that emails sort by it: the server's clock can be moved. */
function sortableTime(): string {
  const milliseconds = performance.timeOrigin + performance.now();
  const microseconds = String(Math.floor((milliseconds % 1) * 1000)).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().replace(/[:.]/g, '-')}-${microseconds}`;
}

export function outboxMail(folder: string, now: () => Date): Mail & Outbox {
  const names = async () =>
    ((await readdir(folder).catch(unless('ENOENT'))) ?? []).filter((name) => NAME.test(name)).sort();
  const removeOld = async () => {
    const old = (await names()).slice(0, -MAX_EMAILS).map((name) => NAME.exec(name)?.[1] ?? name);
    if (old.length === 0) return;
    const files = (await readdir(folder)).filter((file) => old.some((name) => file.startsWith(`${name}.`)));
    await Promise.all(files.map((file) => rm(join(folder, file), { force: true })));
  };
  return {
    async send(email) {
      assertAttachmentsFit(email);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = now().toISOString();
      const id = randomUUID();
      const name = `${sortableTime()}_${id}`;
      const attachments: OutboxAttachment[] = [];
      for (const [index, { bytes, ...about }] of (email.attachments ?? []).entries()) {
        const file = `${name}.${index}.attachment`;
        await writeFile(join(folder, file), bytes, { mode: 0o600 });
        attachments.push({ ...about, size: bytes.length, file });
      }
      const path = join(folder, `${name}.json`);
      const content: OutboxEmail = { ...email, attachments, id, sentAt };
      await writeFile(`${path}.partial`, JSON.stringify(content, null, 2), { mode: 0o600 });
      await rename(`${path}.partial`, path);
      await removeOld();
    },
    async emails() {
      const newestFirst = (await names()).reverse();
      // A concurrent `send` may delete old files.
      const texts = await Promise.all(
        newestFirst.map((name) => readFile(join(folder, name), 'utf8').catch(unless('ENOENT'))),
      );
      // Emails stored by earlier versions have no `attachments`.
      return texts.flatMap((text) =>
        text === undefined ? [] : [{ attachments: [], ...(JSON.parse(text) as Omit<OutboxEmail, 'attachments'>) }],
      );
    },
    attachment: async (file) => new Uint8Array(await readFile(join(folder, file))),
  };
}
