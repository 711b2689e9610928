/** Record versions over HTTP: ETag, If-Match and conflicts. */
import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';

export const IfMatch = z.object({
  'if-match': z.string().optional().describe('Required, or 428: the ETag of the version being changed'),
});

/** Path parameter `id`. An id that is not a UUID returns 404. */
export const RecordId = z.object({ id: z.string().describe('UUID') });

export function recordId(c: Context<AppEnv>, parameter = 'id'): string {
  const parsed = z.uuid().safeParse(c.req.param(parameter));
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

export function tagVersion(c: Context<AppEnv>, record: { version: number }): void {
  c.header('etag', `"${record.version}"`);
}

/** The version in If-Match. Throws `version_required` (428) if it is missing or malformed. */
export function matchedVersion(c: Context<AppEnv>): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(c.req.header('if-match')?.trim() ?? '');
  if (!match) throw new AppError('version_required');
  return Number(match[1]);
}

/** After an update that matched no row: throws `not_found`, or `conflict` with both versions. */
export async function throwNotFoundOrConflict<T>(find: () => Promise<T | undefined>, yours?: unknown): Promise<never> {
  const current = await find();
  if (current === undefined) throw new AppError('not_found');
  throw new AppError('conflict', { current, yours });
}
