/** better-auth's refusals in our own codes. */
import { APIError } from 'better-auth/api';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';

const CODES: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_EMAIL: 'invalid_credentials',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  USER_ALREADY_EXISTS: 'email_taken',
  INVALID_TOKEN: 'link_expired',
  TOKEN_EXPIRED: 'link_expired',
  USER_NOT_FOUND: 'link_expired',
  // It hides what PostgreSQL said; two sign-ups at once for one address, or the database going away, are the ways to get here.
  FAILED_TO_CREATE_USER: 'unavailable',
  FAILED_TO_CREATE_SESSION: 'unavailable',
  FAILED_TO_GET_SESSION: 'unavailable',
};

/** Runs a call of better-auth and turns its refusal into an AppError; anything else passes through. */
export async function speak<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = CODES[String(error.body?.code)];
    throw code ? new AppError(code, { cause: error }) : error;
  }
}
