/** A file has a row before its bytes are stored, and is served only once they are. */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { type BucketName, bucketOf, FILE_TYPES, type FileExtension, NO_FILE, type StoredFile } from './file.ts';
import { lockQuota } from './storage.server.ts';

/** `path` is '{userId}/{prefix}_{timestamp}_{random}.{ext}'. */
export type ListedFile = {
  bucket: string;
  path: string;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  sizes: string[];
};

/** `takenAt` is when a photo was taken; null in buckets that do not store this. */
export type NewFile = ListedFile & { takenAt: string | null };

/** Returns the path in the store of the file or a smaller size: 'a.jpg' → 'a.card.jpg'. */
export function pathOf({ bucket, path }: Pick<ListedFile, 'bucket' | 'path'>, size?: string): string {
  return `${bucket}/${size ? path.replace(/\.(\w+)$/, `.${size}.$1`) : path}`;
}

/** Returns the media type by extension, for backups. */
export function contentTypeOf(path: string): string {
  const match = Object.entries(FILE_TYPES).find(([extension]) => path.endsWith(`.${extension}`));
  return match?.[1] ?? 'application/octet-stream';
}

/** Returns a unique path. `at` is the time of the upload. */
export function newPath(file: { owner: string; bucket: BucketName; kind: FileExtension; at: Date }): string {
  const { owner, bucket, kind, at } = file;
  return `${owner}/${bucketOf(bucket).prefix}_${at.getTime()}_${randomBytes(8).toString('hex')}.${kind}`;
}

export async function callerId(db: UserDb): Promise<string> {
  const { id } = await db.selectNoFrom(sql<string>`app.user_id()`.as('id')).executeTakeFirstOrThrow();
  return id;
}

/** Returns the account and its maximum of concurrent uploads: 2, or 6 with a plan, as many as a browser sends. */
export async function readUploader(db: UserDb, now: Date): Promise<{ owner: string; most: number }> {
  const { rows } = await sql<{ owner: string; most: number }>`
    select user_id as owner, case status when 'active' then 6 else 2 end as most
    from app.standing(${now}) where user_id = app.user_id()`.execute(db);
  if (!rows[0]) throw new AppError('unauthenticated');
  return rows[0];
}

/** Adds a file's row as not stored yet. Throws `quota_exceeded`. */
export async function listFile(db: UserDb, file: NewFile): Promise<StoredFile> {
  const { contentType, takenAt, ...columns } = file;
  await lockQuota(db, file.bytes);
  return db
    .insertInto('files')
    .values({ ...columns, content_type: contentType, taken_at: takenAt })
    .returning(['url', 'name', 'content_type as contentType', 'bytes'])
    .executeTakeFirstOrThrow();
}

/** Marks all bytes as stored; from now on the file is served and can be used by records. */
export async function markStored(db: UserDb, url: string): Promise<void> {
  await db.updateTable('files').set({ stored: true }).where('url', '=', url).executeTakeFirstOrThrow();
}

/** Deletes a file's row; a trigger queues its bytes for removal. */
export async function dropFile(db: UserDb, url: string): Promise<void> {
  await db.deleteFrom('files').where('url', '=', url).execute();
}

/** Queues the removal of bytes that were stored after their row had been deleted with the account. */
export async function queueOrphanRemoval(pool: pg.Pool, { bucket, path, sizes }: ListedFile): Promise<void> {
  await pool.query('select app.queue_orphan_removal($1, $2, $3)', [bucket, path, sizes]);
}

export function storedFile(table: string) {
  return sql<StoredFile>`(
    select json_build_object('url', url, 'name', name, 'contentType', content_type, 'bytes', bytes)
    from files where url = ${sql.ref(`${table}.file_url`)})`;
}

/** Returns undefined if the file is unknown, incomplete or due to be cleared. */
export function getFile(db: UserDb, url: string): Promise<ListedFile | undefined> {
  return db
    .selectFrom('files')
    .select(['bucket', 'path', 'name', 'content_type as contentType', 'bytes', 'sha256', 'sizes'])
    .where('url', '=', url)
    .where('stored', '=', true)
    .where((row) => row.or([row('clear_at', 'is', null), row('clear_at', '>', sql<Date>`app.instant()`)]))
    .executeTakeFirst();
}

/** Returns those of the landlord's stored files that no record uses. `files` are urls. */
export async function unreferencedFiles(db: UserDb, files: string[]): Promise<string[]> {
  return files.length === 0 ? [] : (await unreferencedSql(db, files).execute()).map(({ url }) => url);
}

/** Selects the urls of unused `files`. A file has `clear_at` while no record uses it. */
export function unreferencedSql(db: UserDb, files: string[]) {
  return db
    .selectFrom('files')
    .select('url')
    .where('url', '=', sql<string>`any(${files}::text[])`)
    .where('stored', '=', true)
    .where('clear_at', 'is not', null);
}

/** Throws `invalid_input` if the database refused a file that another request used or cleared; rethrows others. */
export function rejectMissingFile(error: unknown): never {
  if (!isMissingFile(error)) throw error;
  throw new AppError('invalid_input', { message: 'We could not find one of the files. Add it again.', cause: error });
}

/** Like `rejectMissingFile`, for a record with one file: the error is shown at `field`. */
export function rejectMissingFileIn(field: string): (error: unknown) => never {
  return (error) => {
    if (!isMissingFile(error)) throw error;
    throw invalidField(field, NO_FILE, error);
  };
}

function isMissingFile(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', constraint = '' } = error;
  return code === 'TN422' || (/^2350[35]$/.test(code) && /_(file|image)_url_/.test(constraint));
}
