/** What went wrong, as people are told. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf } from '../../../test/browser.ts';
import { AppError, ERROR_CODES } from '../../shared/app-error.ts';
import type { AppEnv } from '../services.server.ts';
import { answerError } from './errors.server.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });

/** What a person is answered when a request ends in this error. */
async function told(error: Error) {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('log', () => pino({ level: 'silent' }));
    c.set('requestId', 'the name of the request');
    await next();
  });
  app.get('/', () => {
    throw error;
  });
  app.onError(answerError);
  const response = await app.request('/');
  return answerOf(response.status, response.headers, await response.text());
}

describe('a failure', () => {
  it('that was foreseen is told as it is', async () => {
    const answer = await told(new AppError('not_found', { message: 'Property not found' }));
    expect(answer.outcome).toBe('404 not_found');
    expect(answer.text).toContain('Property not found');
    expect(answer.text).toContain('the name of the request');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['08006', '53300', '57P01', '57P03', '40001', '40P01', '57014', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])(
    'of the way to the database (%s) says: try again, and when',
    async (code) => {
      const answers = [await told(coded(code)), await told(new Error('outer', { cause: coded(code) }))];
      expect(answers.map(({ outcome }) => outcome)).toEqual(['503 unavailable', '503 unavailable']);
      expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['2', '2']);
    },
  );

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    'that only has words for it (%s) is known too',
    async (words) => {
      expect((await told(new Error(words))).outcome).toBe('503 unavailable');
    },
  );

  it.each(['53100', 'ENOSPC', 'EDQUOT'])('of a full disk (%s) says so', async (code) => {
    expect((await told(coded(code))).outcome).toBe('507 storage_full');
  });

  it('that nobody foresaw is ours, and its words stay in the log', async () => {
    for (const error of [coded('23505', 'Ada'), coded('42P01', 'Ada'), new Error('Ada'), new TypeError('Ada')]) {
      const answer = await told(error);
      expect(answer.outcome).toBe('500 internal');
      expect(answer.text).toContain(ERROR_CODES.internal.message);
      expect(answer.text).not.toContain('Ada');
    }
  });

  it('of the HTTP library keeps its status where we have one', async () => {
    const outcomes = [413, 418, 502].map(async (status) => (await told(new HTTPException(status as 413))).outcome);
    expect(await Promise.all(outcomes)).toEqual(['413 too_large', '400 bad_request', '500 internal']);
  });

  it('of input names the first problem of each field', async () => {
    const schema = z.object({
      a: z.string().min(3, 'short').regex(/x/, 'no x'),
      b: z.object({ c: z.number('number') }),
    });
    const { error } = schema.safeParse({ a: 'q', b: {} });
    const answer = await told(error ?? new Error('The schema took it.'));
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', { a: 'short', 'b.c': 'number' }]);
  });
});

describe('every code', () => {
  it('has a status of failure and a sentence', () => {
    const wrong = Object.entries(ERROR_CODES).filter(
      ([, { status, message }]) => status < 400 || !/^[A-Z].*\.$/.test(message),
    );
    expect(wrong).toEqual([]);
  });
});
