/** What every feature's routes are made with: one app type, one way to refuse bad input, the shared answers in the description. */
import { gzipSync } from 'node:zlib';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';
import { ErrorAnswer, invalidInput } from './errors.server.ts';
import type { PageText } from './pages.server.ts';

/** A router whose input is refused in one way: path and query as `bad_request`, a body with a sentence a field. */
export function router() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      throw result.target === 'json'
        ? invalidInput(result.error)
        : new AppError('bad_request', { cause: result.error });
    },
  });
}

const failure = (description: string) => ({ description, content: { 'application/json': { schema: ErrorAnswer } } });

/** The failed answers a route can give, by name, for its description. */
export const failures = {
  input: { 400: failure('Not JSON, or not a valid query'), 422: failure('Some fields need correcting') },
  signedIn: { 401: failure('Not signed in'), 402: failure('The trial is over: trial_expired') },
  credentials: { 401: failure('The password, or the sign-in that a code belongs to, is not right: begin again') },
  code: { 403: failure('A code of the authenticator app is asked for: code_needed') },
  found: { 404: failure('Unknown, or not yours') },
  taken: { 409: failure('The address is registered already: email_taken') },
  version: { 409: failure('Someone else changed it first, with both versions'), 428: failure('If-Match is missing') },
  once: {
    409: failure('This key has added one with other content, which is `current`: added_before'),
    410: failure('What this key added is deleted: added_and_deleted'),
  },
  upload: {
    408: failure('It did not arrive in time'),
    413: failure('The file is larger than 20 MB: too_large; or there is no room for it: storage_limit'),
    503: failure('The file store cannot be reached, or too many uploads are under way; Retry-After says when to go on'),
    507: failure('The file store is full, or the server short of disk space'),
  },
  limited: { 429: failure('Too many attempts; Retry-After says when to go on') },
} as const;

export function answer<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A JSON body in a route's description. Required: without it a body of another type would skip the check. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

/** Sends a page that PostgreSQL wrote as JSON. */
export function sendPage(c: Context<AppEnv>, { text }: PageText<unknown>): Response {
  const zipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? '');
  // A page is some 20 kB. At once and at the lowest level this takes 0.1 ms, through the general stream 0.9 ms.
  const body = zipped ? new Uint8Array(gzipSync(text, { level: 1 })) : text;
  return c.body(body, 200, {
    'content-type': 'application/json',
    ...(zipped && { 'content-encoding': 'gzip' }),
  });
}
