import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { ERROR_CODES, type ErrorCode, messageOf } from '../../shared/error-codes.ts';
import type { AppEnv } from '../services.server.ts';

export const ErrorAnswer = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional().describe('Messages by field'),
      current: z.unknown().optional().describe('With conflict and already_created: the current record'),
      yours: z.unknown().optional().describe('With conflict: your input'),
      changedBy: z
        .object({ you: z.boolean(), name: z.string().nullable() })
        .optional()
        .describe("With conflict: who made the last change, if known; 'Tenure' for automatic ones"),
    }),
    requestId: z.string().describe('Identifies this request in the server log'),
  })
  .meta({ id: 'ErrorAnswer' });

export function answerError(error: Error, c: Context<AppEnv>): Response {
  const appError = asAppError(error);
  const isUnavailable = appError.code === 'unavailable' || appError.code === 'outcome_unknown';
  if (appError.code === 'internal') c.var.log().error({ err: error }, 'A request failed');
  else if (isUnavailable || appError.code === 'insufficient_storage')
    c.var.log().warn({ err: error }, 'A request could not be served');
  const { fields, current, yours, changedBy, retryAfter } = appError.details;
  const wait = retryAfter ?? (isUnavailable ? 2 : undefined);
  if (wait !== undefined) c.header('retry-after', String(wait));
  // On a keep-alive connection, the unread body would be parsed as the next request.
  if (appError.code === 'payload_too_large' || appError.code === 'request_timeout') c.header('connection', 'close');
  c.header('cache-control', 'no-store');
  return c.json(
    {
      error: { code: appError.code, message: messageOf(appError), fields, current, yours, changedBy },
      requestId: c.var.requestId,
    },
    ERROR_CODES[appError.code].status as ContentfulStatusCode,
  );
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return invalidInput(error);
  if (error instanceof HTTPException) return new AppError(codeOfStatus(error.status), { cause: error });
  return new AppError(codeOfSystem(error), { cause: error });
}

/** Returns an error with the first message for each field of a failed zod parse. */
export function invalidInput(error: z.ZodError, code: ErrorCode = 'invalid_input'): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  return new AppError(code, { fields, cause: error });
}

function codeOfStatus(status: number): ErrorCode {
  if (status >= 500) return 'internal';
  const entry = Object.entries(ERROR_CODES).find(([, rule]) => rule.status === status);
  return entry ? (entry[0] as ErrorCode) : 'bad_request';
}

// PostgreSQL: 08 connection, 53300 too many connections, 57P01-57P04 stopping or starting, 25006 read-only standby,
// 40001 serialization failure, 40P01 deadlock, 55P03 lock not available, 57014 statement timeout.
const UNAVAILABLE =
  /^(08...|53300|57P0[1-4]|25006|40001|40P01|55P03|57014|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN)$/;
const NO_SPACE = /^(53100|ENOSPC|EDQUOT)$/;
const LOST =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

function codeOfSystem(error: unknown): ErrorCode {
  const { code, message, cause } = Object(error) as { code?: unknown; message?: unknown; cause?: unknown };
  if (typeof code === 'string' && NO_SPACE.test(code)) return 'insufficient_storage';
  if (typeof code === 'string' && UNAVAILABLE.test(code)) return 'unavailable';
  if (typeof message === 'string' && LOST.test(message)) return 'unavailable';
  return cause ? codeOfSystem(cause) : 'internal';
}
