/** Every error that GoCardless documents for an account, and three more: no or an invalid response, a stale token. */
export type Fault = { label: string; status: number; body: object } | { label: string; effect: 'slow' | 'garbage' };

const COULD_NOT = 'Couldn’t update account';
const bankError = (label: string, status: number, [summary, detail, type]: [string, string, string?]): Fault => ({
  label,
  status,
  body: { summary, detail, ...(type && { type }), status_code: status },
});

export const FAULTS = {
  slow: { label: 'No response', effect: 'slow' },
  garbage: { label: 'Invalid response', effect: 'garbage' },
  token: bankError('Token expired during the call', 401, ['Invalid token', 'Token is invalid or expired']),
  busy: bankError('Too many requests (429)', 429, [
    'Rate limit exceeded',
    'The rate limit for this resource is 10/minute. Please try again in 30 seconds',
  ]),
  limit: bankError('Bank’s daily limit (429)', 429, [
    COULD_NOT,
    'Daily request limit set by the Institution has been exceeded.',
    'RateLimitError',
  ]),
  agreement: bankError('Agreement expired (401)', 401, [
    'End User Agreement (EUA) has expired',
    'EUA was valid for 90 days. The end user must connect the account again with new EUA and Requisition',
  ]),
  access: bankError('Access revoked (401)', 401, [
    COULD_NOT,
    'Access has expired or it has been revoked. To restore access reconnect the account.',
    'AccessExpiredError',
  ]),
  inactive: bankError('Account closed (401)', 401, [
    COULD_NOT,
    'Account has been deactivated or it no longer exists.',
    'AccountInactiveError',
  ]),
  forbidden: bankError('Access forbidden (403)', 403, [
    COULD_NOT,
    'Access to account is forbidden. The user might not have the necessary permissions.',
    'AccountAccessForbidden',
  ]),
  resource: bankError('Not offered for this account (403)', 403, [
    COULD_NOT,
    'The requested resource is unavailable for this account.',
    'AccountResourceUnavailable',
  ]),
  suspended: bankError('Account suspended (409)', 409, [
    'Account suspended',
    'This account or its requisition was suspended due to numerous errors that occurred while accessing it.',
  ]),
  unknown: bankError('Bank error (500)', 500, [
    COULD_NOT,
    'Request to Institution returned an error',
    'UnknownRequestError',
  ]),
  service: bankError('Bank is down (503)', 503, [COULD_NOT, 'Institution service unavailable', 'ServiceError']),
  connection: bankError('Bank cannot be reached (503)', 503, [
    COULD_NOT,
    'Couldn’t connect to Institution',
    'ConnectionError',
  ]),
} as const satisfies Record<string, Fault>;

export type FaultKind = keyof typeof FAULTS;
export const isFault = (kind: string): kind is FaultKind => Object.hasOwn(FAULTS, kind);
export const faultOf = (kind: FaultKind): Fault => FAULTS[kind];
