/** The files that a record names, seen from the record: which of them may be named, and what is said where one was lost meanwhile. */
import { sql } from 'kysely';
import pg from 'pg';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { NO_FILE } from './file.ts';

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
    throw new AppError('invalid_input', { fields: { [field]: NO_FILE }, cause: error });
  };
}

function isLostFile(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code = '', constraint = '' } = error;
  return code === 'TN422' || (/^2350[35]$/.test(code) && /_(file|image)_url_/.test(constraint));
}
