/** Translates HMRC's Making Tax Digital APIs to the port, without HTTP or a clock. */
import { z } from 'zod';
import type { Business, Obligation, Return, TaxFailure, UpdateBody } from './tax.ts';

const day = z.iso.date();

export const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

export const Businesses = z.object({
  listOfBusinesses: z.array(z.object({ typeOfBusiness: z.string(), businessId: z.string().min(1) })),
});

export const BusinessDetails = z.object({
  commencementDate: day.optional().catch(undefined),
  quarterlyTypeChoice: z
    .object({ quarterlyPeriodType: z.enum(['standard', 'calendar']) })
    .optional()
    .catch(undefined),
});

export const Obligations = z.object({
  obligations: z.array(
    z.object({
      typeOfBusiness: z.string(),
      businessId: z.string(),
      obligationDetails: z.array(
        z.object({
          periodStartDate: day,
          periodEndDate: day,
          dueDate: day,
          receivedDate: day.optional(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

const part = z.record(z.string(), z.unknown()).optional();
export const CumulativeUpdate = z.object({
  fromDate: day,
  toDate: day,
  ukProperty: z.object({ income: part, expenses: part }),
});

export function ukPropertyIds({ listOfBusinesses }: z.output<typeof Businesses>): string[] {
  return listOfBusinesses
    .filter(({ typeOfBusiness }) => typeOfBusiness === 'uk-property')
    .map(({ businessId }) => businessId);
}

export function businessOf(
  id: string,
  { commencementDate, quarterlyTypeChoice }: z.output<typeof BusinessDetails>,
): Business {
  return { id, started: commencementDate ?? null, quarters: quarterlyTypeChoice?.quarterlyPeriodType ?? null };
}

export function obligationsOf({ obligations }: z.output<typeof Obligations>, businessId: string): Obligation[] {
  return obligations
    .filter((obligation) => obligation.typeOfBusiness === 'uk-property' && obligation.businessId === businessId)
    .flatMap(({ obligationDetails }) => obligationDetails)
    .map(({ periodStartDate, periodEndDate, dueDate, receivedDate, status }) => ({
      from: periodStartDate,
      to: periodEndDate,
      due: dueDate,
      receivedOn: receivedDate ?? null,
      isFulfilled: status.toLowerCase() === 'fulfilled',
    }));
}

/** Drops `submittedOn`, which was not part of the sent update. */
export function updateOf({
  fromDate,
  toDate,
  ukProperty: { income, expenses },
}: z.output<typeof CumulativeUpdate>): UpdateBody {
  return { fromDate, toDate, ukProperty: { ...(income && { income }), ...(expenses && { expenses }) } };
}

/** Parses `?code=…&state=…`, or `?error=access_denied&error_description=…&error_code=…&state=…`. */
export function returnOf(query: URLSearchParams): Return {
  const [state, code, error] = [query.get('state') ?? '', query.get('code') ?? '', query.get('error') ?? ''];
  const outcome = error === '' && code !== '' ? 'granted' : error === 'access_denied' ? 'refused' : 'failed';
  return { state, outcome, code: outcome === 'granted' ? code : '', reason: /^\w{1,60}$/.test(error) ? error : '' };
}

const CODES = new Map<string, TaxFailure>(
  Object.entries({
    CLIENT_OR_AGENT_NOT_AUTHORISED: 'not_authorised',
    MATCHING_RESOURCE_NOT_FOUND: 'no_business',
    RULE_EARLY_DATA_SUBMISSION_NOT_ACCEPTED: 'too_early',
    RULE_ADVANCE_SUBMISSION_REQUIRES_PERIOD_END_DATE: 'too_early',
    RULE_SUBMISSION_END_DATE_CANNOT_MOVE_BACKWARDS: 'goes_back',
    RULE_START_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE: 'other_quarters',
    RULE_END_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE: 'other_quarters',
    RULE_START_DATE_NOT_ALIGNED_TO_COMMENCEMENT_DATE: 'other_start',
    RULE_MISSING_SUBMISSION_DATES: 'other_reporting',
    RULE_START_AND_END_DATE_NOT_ALLOWED: 'other_reporting',
    RULE_OUTSIDE_AMENDMENT_WINDOW: 'window_closed',
    RULE_QUARTERLY_PERIOD_UPDATING: 'quarters_busy',
    RULE_BUSINESS_ID_STATE_CONFLICT: 'quarters_busy',
    INVALID_CREDENTIALS: 'consent_ended',
  } as const),
);

const ErrorBody = z.object({
  code: z.string().optional(),
  error: z.string().optional(),
  errors: z.array(z.object({ code: z.string() })).optional(),
});

/** Returns the code of the first error, or OAuth's `error`. */
export function codeOf(body: unknown): string | undefined {
  const { code, error, errors } = ErrorBody.safeParse(body).data ?? {};
  const found = errors?.[0]?.code ?? code ?? error;
  return found && /^\w{1,80}$/.test(found) ? found : undefined;
}

export function failureOf(status: number, code: string | undefined): TaxFailure {
  const known = CODES.get(code ?? '');
  if (known) return known;
  if (status === 401) return 'consent_ended';
  if (status === 429 || status >= 500) return 'unavailable';
  return status >= 400 ? 'our_mistake' : 'bad_answer';
}
