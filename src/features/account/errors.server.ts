/** better-auth's refusals in our own codes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';
import type { LogEvent } from 'kysely';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';

const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_EMAIL: 'invalid_credentials',
  INVALID_PASSWORD: 'invalid_credentials',
  UNAUTHORIZED: 'unauthenticated',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  USER_ALREADY_EXISTS: 'email_taken',
  INVALID_TOKEN: 'link_expired',
  TOKEN_EXPIRED: 'link_expired',
  USER_NOT_FOUND: 'link_expired',
};

const calls = new AsyncLocalStorage<{ databaseError?: unknown }>();

/** For better-auth's database: it answers FAILED_TO_CREATE_USER and the like and hides what PostgreSQL said, so we listen. */
export function hearDatabase(event: LogEvent): void {
  const call = calls.getStore();
  if (call && event.level === 'error') call.databaseError = event.error;
}

/** Runs a call of better-auth and turns its refusal into an AppError; anything else passes through. */
export async function speak<T>(call: () => Promise<T>): Promise<T> {
  const heard: { databaseError?: unknown } = {};
  try {
    return await calls.run(heard, call);
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const refusal = String(error.body?.code);
    const code = CODES[refusal];
    if (code) throw new AppError(code, { cause: error });
    if (!refusal.startsWith('FAILED_TO_')) throw error;
    // Without a word from PostgreSQL there was no connection to hear it on.
    if (heard.databaseError === undefined) throw new AppError('unavailable', { cause: error });
    // Two sign-ups at once for one address: the second meets the first only in the table.
    if (isDuplicate(heard.databaseError)) throw new AppError('email_taken', { cause: heard.databaseError });
    throw heard.databaseError;
  }
}

function isDuplicate(error: unknown): boolean {
  const { code, constraint } = Object(error) as { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'users_email_key';
}
