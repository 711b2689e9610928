/** Error responses of the sandbox bank, in GoCardless's two shapes. */
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';

/** Rethrows errors, such as a lost database, for the server's handler. */
export function rethrow(error: Error): never {
  throw error;
}

export function refuse(c: Context, status: ContentfulStatusCode, [summary, detail]: [string, string]) {
  return c.json({ summary, detail, status_code: status }, status);
}

export const rejectField = (c: Context, field: string, summary: string) =>
  c.json({ [field]: [{ summary, detail: summary }], status_code: 400 }, 400);

export async function bodyOf(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function rejectBody(c: Context, { issues }: z.ZodError) {
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown) return refuse(c, 400, ['Unknown fields', unknown.message]);
  const fields = issues.map(({ path, message }) => [path[0] ?? 'body', [message]] as const);
  return c.json({ ...Object.fromEntries(fields), status_code: 400 }, 400);
}
