/** Record versions over HTTP: ETag, If-Match and conflicts. */
import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError, type ChangedBy } from '../../shared/app-error.ts';
import type { DB } from '../db/tables.server.ts';
import type { AppEnv } from '../services.server.ts';
import type { UserDb } from '../session/with-user.server.ts';

export const IfMatch = z.object({
  'if-match': z.string().optional().describe('Required, or 428: the ETag of the version being changed'),
});

/** Path parameter `id`. `recordId` throws `not_found` if it is not a UUID. */
export const RecordId = z.object({ id: z.string().describe('UUID') });

export function recordId(c: Context<AppEnv>, parameter = 'id'): string {
  const parsed = z.uuid().safeParse(c.req.param(parameter));
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

export function tagVersion(c: Context<AppEnv>, record: { version: number }): void {
  c.header('etag', `"${record.version}"`);
}

/** Returns the version in If-Match. Throws `version_required` (428) if it is missing or malformed. */
export function matchedVersion(c: Context<AppEnv>): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(c.req.header('if-match')?.trim() ?? '');
  if (!match) throw new AppError('version_required');
  return Number(match[1]);
}

/** Explains an update that matched no row: throws `not_found`, or `conflict` with both versions and the last author. */
export async function throwNotFoundOrConflict<T extends { id: string }>(
  db: UserDb,
  table: keyof DB,
  find: () => Promise<T | undefined>,
  yours?: unknown,
): Promise<never> {
  const current = await find();
  if (current === undefined) throw new AppError('not_found');
  throw new AppError('conflict', { current, yours, changedBy: await lastChange(db, table, current.id) });
}

const MAX_SEARCHED = 1_000;

/** Returns the actor of the transaction that wrote the record, if its activity is recent and in the caller's reach. */
async function lastChange(db: UserDb, table: keyof DB, id: string): Promise<ChangedBy | undefined> {
  const { rows } = await sql<ChangedBy>`
    select coalesce(actor_id = app.person_id(), false) as you, case when actor_id is null then 'Tenure'
      else coalesce((select name from members where person_id = actor_id order by joined_at desc limit 1), app.key_label(actor_id)) end as name
    from (select xmin as written_by, actor_id from activity order by at desc, id desc limit ${MAX_SEARCHED}) latest
    where written_by = (select xmin from ${sql.table(`public.${table}`)} where id = ${id}) limit 1`.execute(db);
  return rows[0];
}
