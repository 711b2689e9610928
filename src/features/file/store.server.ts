/** The list of files in SQL: a file is a row before it is bytes, and served only once all its bytes are there. */

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { type BucketName, bucketOf, FILE_TYPES, type FileExtension, NO_FILE, type StoredFile } from './file.ts';
import { holdRoom } from './storage.server.ts';

/** A file on the list. `path` is '{userId}/{prefix}_{timestamp}_{random}.{ext}'. */
export type ListedFile = {
  bucket: string;
  path: string;
  name: string;
  contentType: string;
  bytes: number;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
  /** The smaller pictures beside it. */
  sizes: string[];
};

/** Where a file, or one of its small sizes, lies in the store: 'a.jpg' → 'a.card.jpg'. */
export function pathOf({ bucket, path }: Pick<ListedFile, 'bucket' | 'path'>, size?: string): string {
  return `${bucket}/${size ? path.replace(/\.(\w+)$/, `.${size}.$1`) : path}`;
}

/** As a backup needs it: the type of what lies at a path follows from its ending. */
export function contentTypeOf(path: string): string {
  const found = Object.entries(FILE_TYPES).find(([extension]) => path.endsWith(`.${extension}`));
  return found?.[1] ?? 'application/octet-stream';
}

/** A path nobody has had before. `at` is the instant of the upload. */
export function newPath(file: { owner: string; bucket: BucketName; kind: FileExtension; at: Date }): string {
  const { owner, bucket, kind, at } = file;
  return `${owner}/${bucketOf(bucket).prefix}_${at.getTime()}_${randomBytes(8).toString('hex')}.${kind}`;
}

export async function callerId(db: UserDb): Promise<string> {
  const { id } = await db.selectNoFrom(sql<string>`app.user_id()`.as('id')).executeTakeFirstOrThrow();
  return id;
}

/** Who uploads, and how many uploads of theirs are taken in at once: with a plan as many as a browser sends, without one two. */
export async function readUploader(db: UserDb, now: Date): Promise<{ owner: string; most: number }> {
  const { rows } = await sql<{ owner: string; most: number }>`
    select user_id as owner, case status when 'active' then 6 else 2 end as most
    from app.standing(${now}) where user_id = app.user_id()`.execute(db);
  if (!rows[0]) throw new AppError('unauthenticated');
  return rows[0];
}

/** Puts a file on the list, as not yet stored. Throws `storage_limit` where the landlord has no room for it. */
export async function listFile(db: UserDb, file: ListedFile): Promise<StoredFile> {
  const { contentType, ...columns } = file;
  await holdRoom(db, file.bytes);
  return db
    .insertInto('files')
    .values({ ...columns, content_type: contentType })
    .returning(['url', 'name', 'content_type as contentType', 'bytes'])
    .executeTakeFirstOrThrow();
}

/** Says that all its bytes have arrived; from now on it is served and may be named. */
export async function markStored(db: UserDb, url: string): Promise<void> {
  await db.updateTable('files').set({ stored: true }).where('url', '=', url).executeTakeFirstOrThrow();
}

/** Takes a file off the list; the database notes what lies in the store and has to go. */
export async function dropFile(db: UserDb, url: string): Promise<void> {
  await db.deleteFrom('files').where('url', '=', url).execute();
}

/** Has bytes taken away that lie in the store and on no list: with its landlord's account the row went before they came. */
export async function noteStray(pool: pg.Pool, { bucket, path, sizes }: ListedFile): Promise<void> {
  await pool.query('select app.list_stray($1, $2, $3)', [bucket, path, sizes]);
}

export function storedFile(table: string) {
  return sql<StoredFile>`(
    select json_build_object('url', url, 'name', name, 'contentType', content_type, 'bytes', bytes)
    from files where url = ${sql.ref(`${table}.file_url`)})`;
}

/** A file of this landlord, or undefined: unknown, not all there yet, or about to be cleared away. */
export function getFile(db: UserDb, url: string): Promise<ListedFile | undefined> {
  return db
    .selectFrom('files')
    .select(['bucket', 'path', 'name', 'content_type as contentType', 'bytes', 'sha256', 'sizes'])
    .where('url', '=', url)
    .where('stored', '=', true)
    .where((row) => row.or([row('clear_at', 'is', null), row('clear_at', '>', sql<Date>`app.instant()`)]))
    .executeTakeFirst();
}

/** Those of the urls that are files of the landlord, wholly stored and named by no row. */
export async function freeFiles(db: UserDb, files: string[]): Promise<string[]> {
  return files.length === 0 ? [] : (await freeOf(db, files).execute()).map(({ url }) => url);
}

/** The same as a part of a statement. A file may be cleared some day as long as no row names it. */
export function freeOf(db: UserDb, files: string[]) {
  return db
    .selectFrom('files')
    .select('url')
    .where('url', '=', sql<string>`any(${files}::text[])`)
    .where('stored', '=', true)
    .where('clear_at', 'is not', null);
}

/**
 * For a save that failed, also at its commit: where another request took or cleared a file between our look and our writing, the
 * database refuses it, and so do we (`invalid_input`). Everything else is thrown as it is.
 */
export function refuseLostFile(error: unknown): never {
  if (!isLostFile(error)) throw error;
  throw new AppError('invalid_input', { message: 'A file is no longer there. Please add it again.', cause: error });
}

/** The same for a record that names one file only, in `field`: it needs no look beforehand, the database's refusal says all. */
export function refuseLostFileIn(field: string): (error: unknown) => never {
  return (error) => {
    if (!isLostFile(error)) throw error;
    throw invalidField(field, NO_FILE, error);
  };
}

function isLostFile(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', constraint = '' } = error;
  return code === 'TN422' || (/^2350[35]$/.test(code) && /_(file|image)_url_/.test(constraint));
}
