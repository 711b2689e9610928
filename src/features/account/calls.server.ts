/** What the account's routes share: what better-auth is told of a request, and the answer that says no more than 'done'. */
import type { Context } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../../server/services.server.ts';
import { CLIENT_HEADER } from './auth.server.ts';

export const Done = z.object({ done: z.literal(true) });
export const done = { done: true } as const;

/** The headers better-auth sees: the cookie, the browser's name, and the caller's address as we know it. */
export function forAuth(c: Context<AppEnv>): Headers {
  return new Headers({
    cookie: c.req.header('cookie') ?? '',
    'user-agent': c.req.header('user-agent')?.slice(0, 300) ?? '',
    [CLIENT_HEADER]: c.var.clientAddress,
  });
}
