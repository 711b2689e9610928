import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf } from '../../../test/reading/browser.ts';
import { AppError } from '../../shared/app-error.ts';
import { ERROR_CODES } from '../../shared/error-codes.ts';
import type { AppEnv } from '../services.server.ts';
import { answerError } from './errors.server.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

async function responseTo(error: Error) {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('log', () => pino({ level: 'silent' }));
    c.set('requestId', 'the request id');
    await next();
  });
  app.get('/', () => {
    throw error;
  });
  app.onError(answerError);
  const response = await app.request('/');
  return answerOf(response.status, response.headers, await response.text());
}

const AWAY = '08006 53300 57P01 57P03 40001 40P01 57014 ECONNREFUSED ECONNRESET ENOENT'.split(' ');
const LOST = ['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'];
const FULL = ['53100', 'ENOSPC', 'EDQUOT'];
const http = (status: number) => new HTTPException(status as 413);

it.each<[string, Error]>([
  ['404 not_found', new AppError('not_found')],
  ...AWAY.map((code): [string, Error] => ['503 unavailable', coded(code)]),
  ...AWAY.map((code): [string, Error] => ['503 unavailable', new Error('outer', { cause: coded(code) })]),
  ...LOST.map((words): [string, Error] => ['503 unavailable', new Error(words)]),
  ...FULL.map((code): [string, Error] => ['507 insufficient_storage', coded(code)]),
  ...[413, 418, 502].map((status): [string, Error] => [
    { 413: '413 payload_too_large', 418: '400 bad_request', 502: '500 internal' }[status] ?? '',
    http(status),
  ]),
])('returns %s for %o', async (outcome, error) => {
  const answer = await responseTo(error);
  expect(answer.outcome).toBe(outcome);
  expect(answer.headers.get('retry-after')).toBe(outcome === '503 unavailable' ? '2' : null);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('returns an expected failure with the request id', async () => {
  const { text } = await responseTo(new AppError('not_found', { message: 'Property not found' }));
  expect(text).toContain('Property not found');
  expect(text).toContain('the request id');
});

it.each([coded('23505', 'Ada'), coded('42P01', 'Ada'), new Error('Ada'), new TypeError('Ada')])(
  'hides the message of the unexpected %o',
  async (error) => {
    const answer = await responseTo(error);
    expect(answer.outcome).toBe('500 internal');
    expect(answer.text).toContain(ERROR_CODES.internal.message);
    expect(answer.text).not.toContain('Ada');
  },
);

it('returns the first problem of each input field', async () => {
  const schema = z.object({
    a: z.string().min(3, 'short').regex(/x/, 'no x'),
    b: z.object({ c: z.number('number') }),
  });
  const { error } = schema.safeParse({ a: 'q', b: {} });
  const answer = await responseTo(error ?? new Error('The schema accepted it.'));
  expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', { a: 'short', 'b.c': 'number' }]);
});

it('has an error status and a message for every code', () => {
  for (const { status, message } of Object.values(ERROR_CODES)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].*\.$/);
  }
});
