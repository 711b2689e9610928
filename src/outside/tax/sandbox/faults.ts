/** Every error that HMRC documents for an update, and four faults of the response itself. */
export type Fault =
  | { label: string; status: number; code: string }
  | { label: string; effect: 'slow' | 'lost' | 'garbage' | 'late' };

const refusal = (label: string, status: number, code: string): Fault => ({ label, status, code });

export const FAULTS = {
  slow: { label: 'No response', effect: 'slow' },
  lost: { label: 'Accepted, but the response is lost', effect: 'lost' },
  garbage: { label: 'Invalid response', effect: 'garbage' },
  late: { label: 'Accepted, fulfilled after an hour', effect: 'late' },
  token: refusal('Access ended', 401, 'INVALID_CREDENTIALS'),
  not_authorised: refusal('Not signed up, or no permission', 403, 'CLIENT_OR_AGENT_NOT_AUTHORISED'),
  no_business: refusal('No UK property business', 404, 'MATCHING_RESOURCE_NOT_FOUND'),
  early: refusal('Period has not ended', 422, 'RULE_EARLY_DATA_SUBMISSION_NOT_ACCEPTED'),
  advance: refusal('In advance, not to the period’s end', 422, 'RULE_ADVANCE_SUBMISSION_REQUIRES_PERIOD_END_DATE'),
  backwards: refusal('A later update was sent', 422, 'RULE_SUBMISSION_END_DATE_CANNOT_MOVE_BACKWARDS'),
  start: refusal('Other kind of quarter, first day', 422, 'RULE_START_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE'),
  end: refusal('Other kind of quarter, last day', 422, 'RULE_END_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE'),
  commencement: refusal('Business started later', 422, 'RULE_START_DATE_NOT_ALIGNED_TO_COMMENCEMENT_DATE'),
  dates: refusal('Reports quarterly', 422, 'RULE_MISSING_SUBMISSION_DATES'),
  no_dates: refusal('Reports once a year', 422, 'RULE_START_AND_END_DATE_NOT_ALLOWED'),
  both: refusal('Both kinds of expenses', 400, 'RULE_BOTH_EXPENSES_SUPPLIED'),
  body: refusal('Incorrect or empty body', 400, 'RULE_INCORRECT_OR_EMPTY_BODY_SUBMITTED'),
  value: refusal('Incorrect amount', 400, 'FORMAT_VALUE'),
  window: refusal('Year can no longer be changed', 422, 'RULE_OUTSIDE_AMENDMENT_WINDOW'),
  updating: refusal('Quarters are changing', 422, 'RULE_QUARTERLY_PERIOD_UPDATING'),
  conflict: refusal('Update already sent', 422, 'RULE_BUSINESS_ID_STATE_CONFLICT'),
  busy: refusal('Too many requests (429)', 429, 'MESSAGE_THROTTLED_OUT'),
  error: refusal('HMRC error (500)', 500, 'INTERNAL_SERVER_ERROR'),
  outage: refusal('HMRC is down (503)', 503, 'SERVER_ERROR'),
} as const satisfies Record<string, Fault>;

export type FaultKind = keyof typeof FAULTS;
export const isFault = (kind: string): kind is FaultKind => Object.hasOwn(FAULTS, kind);
export const faultOf = (kind: FaultKind): Fault => FAULTS[kind];
