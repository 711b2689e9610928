/** The one error type for outcomes that a person may see: a code, its sentence, and the fields it concerns. */

/** Every code the API can answer, with its HTTP status and the sentence shown where no better one stands beside the action. */
export const ERROR_CODES = {
  bad_request: { status: 400, message: 'That request could not be understood.' },
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password. Please try again.' },
  trial_expired: {
    status: 402,
    message: 'Your trial has expired. Please choose a subscription plan to continue.',
  },
  code_needed: { status: 403, message: 'Please enter the code from your authenticator app, or use a passkey.' },
  wrong_origin: { status: 403, message: 'That request did not come from this site.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'That cannot be done here.' },
  too_slow: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  changed_meanwhile: { status: 409, message: 'This was changed by someone else while you were editing it.' },
  already_subscribed: {
    status: 409,
    message: 'You have a plan already. Change, pay or cancel it in the billing portal.',
  },
  added_before: { status: 409, message: 'This was saved already, with other content.' },
  email_taken: { status: 409, message: 'This email is already registered.' },
  added_and_deleted: { status: 410, message: 'This was saved, and has been deleted since.' },
  too_large: { status: 413, message: 'That is too large.' },
  storage_limit: { status: 413, message: 'There is no room for more files. Delete some, or choose a larger plan.' },
  unsupported_type: { status: 415, message: 'That kind of content is not accepted here.' },
  unknown_host: { status: 421, message: 'This server does not answer to that address.' },
  invalid_input: { status: 422, message: 'Please correct the fields that are marked.' },
  link_expired: { status: 422, message: 'This link has expired or was used already. Please ask for a new one.' },
  version_required: { status: 428, message: 'Say which version you are changing (If-Match).' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Please wait a little and try again.' },
  bank_failed: { status: 502, message: 'Failed to connect to the open-banking provider. Please try again.' },
  payment_failed: {
    status: 502,
    message: 'The payment provider cannot be reached just now. Nothing was charged. Please try again.',
  },
  payments_off: { status: 503, message: 'This server is not set up to take payments. Your account stays as it is.' },
  open_banking_off: {
    status: 503,
    message: 'This server is not set up for open banking. Import a statement instead.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing you entered was changed.' },
  unavailable: { status: 503, message: 'We cannot reach our database just now. Please try again in a moment.' },
  maybe_saved: {
    status: 503,
    message: 'Our database stopped answering while this was being saved. It may have been saved: please look first.',
  },
  storage_full: { status: 507, message: 'The server has run out of space. What you entered was not saved.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Sentences by field name, as the API's `fields` and the forms show them. */
export type FieldErrors = Record<string, string>;

type Details = {
  /** Replaces the code's own sentence. */
  message?: string;
  fields?: FieldErrors;
  /** Seconds until another attempt makes sense (answered as Retry-After). */
  retryAfter?: number;
  /** For `changed_meanwhile` and `added_before`: the record as it stands now. */
  current?: unknown;
  /** For `changed_meanwhile`: what was sent. */
  yours?: unknown;
  /** In the browser: names the request in the server's log, for a person to quote. */
  requestId?: string;
  cause?: unknown;
};

/** An expected failure. Thrown anywhere; turned into HTTP in one place (`server/http/errors.server.ts`). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERROR_CODES[code].message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** Input whose one fault is at this field; the sentence is shown there. */
export function invalidField(field: string, sentence: string, cause?: unknown): AppError {
  return new AppError('invalid_input', { fields: { [field]: sentence }, cause });
}

/** Whether something was refused for this reason. */
export function isRefusal(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}
