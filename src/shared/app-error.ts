import { BROWSER_MESSAGES } from './browser-messages.ts';
import type { ErrorCode } from './error-codes.ts';

/** Messages by field name. */
export type FieldErrors = Record<string, string>;

/** The author of a record's last change. `name` is null if their login was deleted. */
export type ChangedBy = { you: boolean; name: string | null };

type Details = {
  /** Replaces the default message of the code. */
  message?: string;
  fields?: FieldErrors;
  /** Seconds, sent as the `Retry-After` header. */
  retryAfter?: number;
  /** For `conflict` and `already_created`: the current record. */
  current?: unknown;
  /** For `conflict`: the record as submitted. */
  yours?: unknown;
  /** For `conflict`: the author of the other change, if known. */
  changedBy?: ChangedBy | undefined;
  /** In the browser: the request id, which people can quote when they report the error. */
  requestId?: string;
  cause?: unknown;
};

const MESSAGES: Partial<Record<ErrorCode, string>> = BROWSER_MESSAGES;

/** An expected failure. Only `server/http/errors.server.ts` converts it to an HTTP response. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? MESSAGES[code] ?? code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

export function invalidField(field: string, sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { fields: { [field]: sentence }, cause });
}

export function isRefusal(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

export function reasonOf(error: unknown): string {
  return (error instanceof AppError ? error : new AppError('internal')).message;
}
