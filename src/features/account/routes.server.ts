import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import { body, failures, needs } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { Attempts } from './sign-in/attempts.server.ts';

export type AccountServices = Services & { attempts: Attempts };

export const Done = z.object({ done: z.literal(true) });
export const done = { done: true } as const;

export const tags = ['Account'];

export const signedIn = { 401: failures.signedIn[401] };

/** Creates a POST route under the tag 'Account'. `need` is set if the route requires a session. */
export function post<
  const Path extends string,
  Input extends z.ZodType,
  const Responses extends RouteConfig['responses'],
>(operationId: string, path: Path, summary: string, input: Input, responses: Responses, need?: 'self' | 'owner') {
  const request = { body: body(input) };
  return createRoute({
    operationId,
    method: 'post',
    path,
    tags,
    summary,
    request,
    responses,
    ...(need && needs(need)),
  });
}
