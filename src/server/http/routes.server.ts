import { gzipSync } from 'node:zlib';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import type { Need } from '../../shared/rights.ts';
import type { AppEnv } from '../services.server.ts';
import { ErrorAnswer, invalidInput } from './errors.server.ts';
import type { JsonPage } from './pages.server.ts';

/** Creates a router that rejects an invalid path, query or body, with a message for each field. */
export function router() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidInput(result.error, result.target === 'json' ? 'invalid_input' : 'bad_request');
    },
  });
}

const failure = (description: string) => ({ description, content: { 'application/json': { schema: ErrorAnswer } } });

export const failures = {
  input: { 400: failure('Not JSON, or not a valid query'), 422: failure('Some fields need correcting') },
  signedIn: { 401: failure('Not signed in'), 402: failure('The trial has ended: trial_expired') },
  credentials: { 401: failure('The password, or the sign-in of the code, is invalid: start again') },
  code: { 403: failure('A code from the authenticator app is required: code_required') },
  member: { 403: failure('The role does not include this (not_allowed), or the access has ended (no_account)') },
  found: { 404: failure('Unknown, or not yours') },
  taken: { 409: failure('The address is registered already: email_taken') },
  version: { 409: failure('Someone else changed it first; has both versions'), 428: failure('If-Match is missing') },
  once: {
    409: failure('The key was used with other content; the record is `current`: already_created'),
    410: failure('The record added with this key was deleted: gone'),
  },
  upload: {
    408: failure('The file did not arrive in time'),
    413: failure('The file is over 20 MB (payload_too_large) or exceeds the storage quota (quota_exceeded)'),
    503: failure('The file store is unavailable, or too many uploads are in progress; see Retry-After'),
    507: failure('The file store is full, or the server is short of disk space'),
  },
  limited: { 429: failure('Too many attempts; see Retry-After') },
} as const;

export function answer<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

const bytes = z.string().meta({ format: 'binary' });

/** Describes a response with a file of one of these media types. */
export function fileAnswer(description: string, ...types: string[]) {
  return { description, content: Object.fromEntries(types.map((type) => [type, { schema: bytes }])) };
}

/** Describes a request body that is a file. */
export function fileBody(type = 'application/octet-stream') {
  return { required: true, content: { [type]: { schema: bytes } } } as const;
}

/** Describes the response of `progressLines`: progress, then one line with the result or an error. */
export function linesAnswer(result: string) {
  const description = `NDJSON: {done, of} as progress, then {${result}} or {error}`;
  return { description, content: { 'text/x-ndjson': { schema: z.string() } } };
}

/** Declares the right that a route needs, for its description and for `withUser`, which checks it in PostgreSQL. */
export function needs(need: Need) {
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.set('need', need);
    await next();
  };
  return { 'x-need': need, middleware } as const;
}

/** Allows owners, and API keys whose rights the route itself checks. */
export function needsOwnerOrKey() {
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.set('need', c.var.apiKey ? 'any' : 'owner');
    await next();
  };
  return { 'x-need': 'any', middleware } as const;
}

/** Describes a JSON body. It is required, as an optional one skips validation for other content types. */
export function body<T extends z.ZodType>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

export function sendPage(c: Context<AppEnv>, { text }: JsonPage<unknown>): Response {
  const zipped = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(c.req.header('accept-encoding') ?? '');
  // For a page of some 20 kB this takes 0.1 ms, the general compression stream 0.9 ms.
  const body = zipped ? new Uint8Array(gzipSync(text, { level: 1 })) : text;
  return c.body(body, 200, {
    'content-type': 'application/json',
    ...(zipped && { 'content-encoding': 'gzip' }),
  });
}
