/** Reads forms with files from people without an account. Stores files immediately, even if the form has errors. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import type { Context } from 'hono';
import { z } from 'zod';
import { type FormFile, readForm } from '../../server/http/multipart.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { type AsOwner, runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { endingOf, FILE_TYPES, MAX_FILE_BYTES, savedName } from '../file/file.ts';
import { takenAt } from '../file/photo/taken.server.ts';
import { assertQuota } from '../file/storage.server.ts';
import { storeUpload, uploadSemaphore } from '../file/upload.server.ts';
import { MAX_PHOTOS } from '../repair/repair.ts';

const LIMITS = { file: MAX_FILE_BYTES, fields: 128 * 1024, body: MAX_PHOTOS * MAX_FILE_BYTES + 1024 * 1024 };
const TOO_LARGE = 'This file is larger than 20 MB. Choose a smaller file.';
const NO_ROOM = 'We cannot store files just now. Send this without them.';

const KeptFile = z.object({
  url: z.string(),
  name: z.string(),
  contentType: z.string(),
  takenAt: z.string().nullable(),
});
/** A stored file that is not used by a record yet. */
export type KeptFile = z.infer<typeof KeptFile>;

/** `signed` is the value of a hidden input, signed for the link. `problem` is the error about files. */
export type GuestForm = {
  values: Map<string, string[]>;
  files: KeptFile[];
  kept: { name: string; signed: string }[];
  problem: string | undefined;
};

/** The arguments of app.act_as_tenant and app.act_as_supplier for a file. */
export const fileDetails = ({ url, name, contentType, takenAt: taken }: KeptFile, type?: 'invoice') => ({
  url,
  name,
  title: name.slice(0, 200),
  type: type ?? (contentType.startsWith('image/') ? 'photo' : 'other'),
  takenAt: taken,
});

export function guestUploads(services: Services) {
  const { secret, jobsPool, clock } = services;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'uploads of guests', 32));
  const semaphore = uploadSemaphore();
  const signature = (token: string, text: string) => createHmac('sha256', key).update(`${token} ${text}`).digest();

  function signFile(token: string, file: KeptFile): string {
    const text = Buffer.from(JSON.stringify(file)).toString('base64url');
    return `${text}.${signature(token, text).toString('base64url')}`;
  }

  /** Undefined unless this server signed the file for this link. */
  function verifyFile(token: string, signed: string): KeptFile | undefined {
    const [text = '', mac = ''] = signed.split('.');
    const [received, expected] = [Buffer.from(mac, 'base64url'), signature(token, text)];
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
    return KeptFile.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  }

  /** Throws an `AppError` about this file. */
  async function store(owner: string, { name, bytes }: FormFile, { pdf }: { pdf: boolean }): Promise<KeptFile> {
    if (!bytes) throw new AppError('payload_too_large', { message: TOO_LARGE });
    const found = await fileTypeFromBuffer(bytes);
    const isPdf = found?.mime === FILE_TYPES.pdf || endingOf(name) === 'pdf';
    const isPhoto = /^(?:jpe?g|png)$/.test(endingOf(name)) || /^(?:jpg|png)$/.test(found?.ext ?? '');
    if (found?.ext === 'heic' || !(isPhoto || (pdf && isPdf)))
      throw new AppError('invalid_input', {
        message: pdf ? 'Please choose a PDF, JPEG or PNG' : 'Please choose a JPEG or PNG',
      });
    if (!services.settings.s3 && (await services.shortOfSpace())) throw new AppError('insufficient_storage');
    const asOwner: AsOwner = (work) => runOnBehalfOf(jobsPool, { userId: owner, now: clock.now() }, work);
    await asOwner((db) => assertQuota(db, bytes.byteLength));
    const taken = await takenAt(bytes, clock.now());
    const stored = await storeUpload(services, asOwner, { owner, bucket: 'documents', name, bytes, photo: true });
    return { url: stored.url, name: savedName(stored), contentType: stored.contentType, takenAt: taken };
  }

  return {
    /** Reads a form, with PDFs if `pdf`. Throws `bad_request`, `payload_too_large` or `unavailable`. */
    async read(c: Context<AppEnv>, args: { token: string; owner: string; pdf: boolean }): Promise<GuestForm> {
      const { token, owner } = args;
      const { signal } = c.req.raw;
      const files: KeptFile[] = [];
      const problems: string[] = [];
      let restored = false;
      const restore = (values: ReadonlyMap<string, string[]>) => {
        if (restored) return;
        restored = true;
        for (const signed of values.get('kept') ?? []) {
          const file = verifyFile(token, signed);
          if (file && files.length < MAX_PHOTOS) files.push(file);
        }
      };
      const release = await semaphore.enter({ owner, most: 2, signal });
      try {
        const values = await readForm(c.req.raw, LIMITS, async (file, before) => {
          // Inputs of kept files precede those of new files in the form.
          restore(before);
          if (files.length >= MAX_PHOTOS) {
            problems.push(`You can add up to ${MAX_PHOTOS} photos`);
            return;
          }
          try {
            files.push(await store(owner, file, args));
          } catch (error) {
            problems.push(sentenceOf(file, error));
          }
        });
        restore(values);
        return {
          values,
          files,
          kept: files.map((file) => ({ name: file.name, signed: signFile(token, file) })),
          problem: problems.length > 0 ? [...new Set(problems)].join(' ') : undefined,
        };
      } finally {
        release();
      }
    },
  };
}

function sentenceOf({ name }: FormFile, error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  if (/^(?:quota_exceeded|insufficient_storage|unavailable)$/.test(error.code)) return NO_ROOM;
  return `${name}: ${error.message}`;
}
