import { BROWSER_MESSAGES } from './browser-messages.ts';
import { TRIAL_EXPIRED } from './trial-expired.ts';

/** Every API error code, with its HTTP status and its default message. */
export const ERROR_CODES = {
  bad_request: { status: 400, message: 'We could not understand that request.' },
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password. Please try again.' },
  trial_expired: {
    status: 402,
    message: TRIAL_EXPIRED,
  },
  code_required: { status: 403, message: 'Enter the code from your authenticator app, or use a passkey.' },
  not_allowed: { status: 403, message: 'Your role cannot open this. Ask an owner of the account.' },
  sample_account: { status: 403, message: 'This is a sample account. Switch to your own account to do this.' },
  no_account: { status: 403, message: 'Your access to this account has ended.' },
  wrong_origin: { status: 403, message: 'The request did not come from this site. Reload the page and try again.' },
  not_found: { status: 404, message: BROWSER_MESSAGES.not_found },
  method_not_allowed: { status: 405, message: 'That action is not available here.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive. Try again.' },
  conflict: {
    status: 409,
    message: BROWSER_MESSAGES.conflict,
  },
  wrong_state: { status: 409, message: 'This has changed since you opened it. Reload it and try again.' },
  in_use: { status: 409, message: 'Another record needs this, so it cannot be deleted.' },
  account_switched: {
    status: 409,
    message: 'You have switched to another account in this browser. Your changes were not saved.',
  },
  last_owner: { status: 409, message: 'An account needs at least one owner. Make another person an owner first.' },
  plan_needed: { status: 402, message: 'Your plan does not include this. Choose a larger plan.' },
  already_subscribed: {
    status: 409,
    message: 'You already have a plan. Change, pay for or cancel it in the billing portal.',
  },
  already_created: { status: 409, message: 'You have already saved this with different details.' },
  email_taken: { status: 409, message: 'This email is already registered.' },
  gone: { status: 410, message: 'This was saved and later deleted.' },
  payload_too_large: { status: 413, message: 'That is too large.' },
  quota_exceeded: {
    status: 413,
    message: 'You have used all your storage. Delete some files or choose a larger plan.',
  },
  unsupported_media_type: { status: 415, message: 'We do not accept that type of content.' },
  unknown_host: { status: 421, message: 'This server is not set up for that address.' },
  invalid_input: { status: 422, message: 'Correct the fields that are marked.' },
  link_expired: { status: 422, message: 'This link has expired or has already been used. Ask for a new one.' },
  not_saved: { status: 424, message: 'This was not saved, because another row failed.' },
  version_required: { status: 428, message: 'Send the version you are changing in the If-Match header.' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Wait a few minutes and try again.' },
  bank_provider_error: { status: 502, message: 'Failed to connect to the open-banking provider. Please try again.' },
  tax_authority_error: { status: 502, message: 'We cannot reach HMRC. Your records have not changed. Try again.' },
  payment_failed: {
    status: 502,
    message: 'We cannot reach the payment provider. You have not been charged. Try again.',
  },
  payments_disabled: {
    status: 503,
    message: 'You cannot pay for a plan here. Your account has not changed. Contact the operator of this server.',
  },
  open_banking_disabled: {
    status: 503,
    message: 'This server is not set up for open banking. Import a statement instead.',
  },
  tax_authority_disabled: {
    status: 503,
    message: 'This server is not connected to HMRC. Export the figures for bridging software.',
  },
  internal: { status: 500, message: BROWSER_MESSAGES.internal },
  unavailable: { status: 503, message: BROWSER_MESSAGES.unavailable },
  outcome_unknown: {
    status: 503,
    message: BROWSER_MESSAGES.outcome_unknown,
  },
  insufficient_storage: { status: 507, message: 'The server has run out of space. Your changes were not saved.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Returns an error's own message, or the default message of its code. */
export function messageOf({ code, details }: { code: ErrorCode; details: { message?: string } }): string {
  return details.message ?? ERROR_CODES[code].message;
}
