import type { ErrorCode } from './error-codes.ts';

/** Messages by field name. */
export type FieldErrors = Record<string, string>;

/** The author of a record's last change; without a name if their login was deleted. */
export type ChangedBy = { you: boolean; name: string | null };

type Details = {
  /** Replaces the code's message. */
  message?: string;
  fields?: FieldErrors;
  /** Seconds, sent as the `Retry-After` header. */
  retryAfter?: number;
  /** For `conflict` and `already_created`: the current record. */
  current?: unknown;
  /** For `conflict`: the submitted version. */
  yours?: unknown;
  /** For `conflict`, if known. */
  changedBy?: ChangedBy | undefined;
  /** In the browser: the request id, for a person to quote. */
  requestId?: string;
  cause?: unknown;
};

/** Messages of codes that the browser finds itself. The server's responses have theirs (`error-codes.ts`). */
const FOUND_BY_THE_BROWSER: Partial<Record<ErrorCode, string>> = {
  not_found: 'We could not find that.',
  conflict: 'Someone else changed this while you were editing it. Reload it and try again.',
  internal: 'Something went wrong on our side. Your records have not changed. Try again.',
  unavailable: 'We cannot reach our database just now. Try again in a moment.',
  outcome_unknown: 'Our database stopped answering while saving this. Check whether it was saved before you try again.',
};

/** An expected failure. Turned into HTTP in one place, `server/http/errors.server.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? FOUND_BY_THE_BROWSER[code] ?? code, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** Input that is invalid in one field. */
export function invalidField(field: string, sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { fields: { [field]: sentence }, cause });
}

export function isRefusal(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** The sentence to show for a caught error. */
export function reasonOf(error: unknown): string {
  return (error instanceof AppError ? error : new AppError('internal')).message;
}
