/** Reads the text of new versions after the upload. An unreadable file can still be found by its title. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../outside/clock.ts';
import type { Files } from '../../outside/files/files.ts';
import { handle, type Queue, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { MAX_FILE_BYTES } from '../file/file.ts';
import { pathOf } from '../file/store.server.ts';
import type { DocumentReply } from './read/job.ts';
import { kindToRead, readDocument } from './read/reader.server.ts';
import { codesIn } from './rules/hits.ts';

const ReadText = z.object({ versionId: z.uuid().optional() });

/** Without a version, the job reads the versions that earlier jobs did not read. */
export const READ_DOCUMENTS: Queue<z.infer<typeof ReadText>> = {
  name: 'read-documents',
  payload: ReadText,
  hourly: true,
  retry: { retryLimit: 3, retryDelay: 60, expireInSeconds: 3_600 },
};

const LATE_MS = 15 * 60_000;

type Unread = { id: string; user_id: string; bucket: string; path: string; content_type: string; bytes: string };

type Plan = { pool: pg.Pool; files: Files; clock: Clock; log: Logger };

export function documentJobs({ pool, files, clock, log }: Plan): QueueHandler[] {
  return [
    handle(READ_DOCUMENTS, async ({ versionId }) => {
      const before = new Date(clock.now().getTime() - LATE_MS);
      const { rows } = await pool.query<Unread>('select * from app.unread_documents($1, $2)', [
        versionId ?? null,
        before,
      ]);
      for (const row of rows) {
        try {
          const reply = await readStored(files, row);
          const text = reply.reading === 'read' ? reply.text.replaceAll('\0', '') : null;
          const found = [row.id, reply.reading, reply.pages, text, text === null ? [] : codesIn(text)];
          await pool.query('select app.save_document_text($1, $2, $3, $4, $5)', found);
        } catch (error) {
          // A failure does not stop the other versions. It is retried by the hourly job.
          log.warn({ err: error, version: row.id }, 'The text of a document could not be read');
        }
      }
    }),
  ];
}

type Stored = Pick<Unread, 'user_id' | 'bucket' | 'path' | 'content_type' | 'bytes'>;

async function readStored(files: Files, file: Stored, signal?: AbortSignal): Promise<DocumentReply> {
  const kind = kindToRead(file.content_type);
  const stored = kind && Number(file.bytes) <= MAX_FILE_BYTES ? await files.get(pathOf(file)) : undefined;
  if (!kind || !stored) return { reading: 'broken', pages: null };
  const bytes = new Uint8Array(await new Response(stored).arrayBuffer());
  return readDocument({ kind, bytes }, { owner: file.user_id, ...(signal && { signal }) });
}

/** Sends the job in the transaction that adds the version, so that a rollback discards it. */
export async function queueReading({ jobs }: Pick<Services, 'jobs'>, db: UserDb, versionId: string): Promise<void> {
  const { id } = await db.selectNoFrom(({ fn }) => fn<string>('app.user_id').as('id')).executeTakeFirstOrThrow();
  await jobs.send(READ_DOCUMENTS, { versionId }, { about: [id], within: db });
}
