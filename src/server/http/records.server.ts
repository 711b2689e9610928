/** Versions of records: ETag out, If-Match in, and what happens when two people change one thing. One helper for every noun. */
import type { Context } from 'hono';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';

/** In a route: the header every change of a record sends. Left out, the answer is 428. */
export const IfMatch = z.object({
  'if-match': z.string().optional().describe('The ETag of the version being changed, required: without it 428'),
});

/** In a route: path parameter `id` of a record. An id that is not a UUID is simply unknown: 404. */
export const RecordId = z.object({ id: z.string().describe('UUID') });

/** The id from the path, of the record or of another that `parameter` names; `not_found` when it cannot be one. */
export function recordId(c: Context<AppEnv>, parameter = 'id'): string {
  const parsed = z.uuid().safeParse(c.req.param(parameter));
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** Answers with one record and the ETag of its version. */
export function tagVersion(c: Context<AppEnv>, record: { version: number }): void {
  c.header('etag', `"${record.version}"`);
}

/** The version a change starts from. Throws `version_required` (428) when If-Match is missing or names no version. */
export function matchedVersion(c: Context<AppEnv>): number {
  const match = /^(?:W\/)?"(\d{1,9})"$/.exec(c.req.header('if-match')?.trim() ?? '');
  if (!match) throw new AppError('version_required');
  return Number(match[1]);
}

/**
 * What a store does after a change or removal that named a version and touched no row: either the record is not there
 * (`not_found`) or someone changed it first (`changed_meanwhile`, with both versions).
 */
export async function throwNotFoundOrConflict<T>(find: () => Promise<T | undefined>, yours?: unknown): Promise<never> {
  const current = await find();
  if (current === undefined) throw new AppError('not_found');
  throw new AppError('changed_meanwhile', { current, yours });
}
