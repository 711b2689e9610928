/** The last day to answer a request from a tenant, an applicant or a council. Dates are YYYY-MM-DD. */
import { addDays, addMonths } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { RequestKind } from '../request.ts';

export const REQUEST_SOURCES: Partial<Record<RequestKind, RuleSource>> = {
  pet: {
    name: 'Housing Act 1988, section 16A',
    link: 'https://www.legislation.gov.uk/ukpga/1988/50/section/16A',
    effectiveFrom: '2026-05-01',
    jurisdiction: 'England',
  },
  'viewing-report': {
    name: 'Electrical Safety Standards in the Private Rented Sector (England) Regulations 2020, regulation 3',
    link: 'https://www.legislation.gov.uk/uksi/2020/312/regulation/3',
    effectiveFrom: '2020-07-01',
    jurisdiction: 'England',
  },
  data: {
    name: 'UK GDPR, Article 12(3)',
    link: 'https://www.legislation.gov.uk/eur/2016/679/article/12',
    effectiveFrom: '2018-05-25',
    jurisdiction: 'UK',
  },
};

const PET_DAYS = 28;
const DAYS_AFTER_REPLY = 7;
const VIEWING_DAYS = 28;
/** Source: SI 2020/312, regulation 3: 7 days for a council’s request for the electrical report. */
export const COUNCIL_DAYS = 7;

type Request = {
  kind: RequestKind;
  askedOn: string;
  moreAskedOn: string | null;
  repliedOn: string | null;
  /** Entered by the landlord, for a request without a statutory deadline. */
  lastDay: string | null;
};

/**
 * `day` is null if no deadline applies. `waiting` is true after the 28 days, while the tenant has not replied to a
 * question about a pet: consent is never deemed.
 */
export function answerBy(request: Request, today: string): { day: string | null; waiting: boolean } {
  const { kind, askedOn, moreAskedOn, repliedOn } = request;
  const first = addDays(askedOn, PET_DAYS);
  // A question after the 28 days does not extend the deadline.
  const isExtended = kind === 'pet' && moreAskedOn !== null && moreAskedOn <= first;
  if (isExtended && repliedOn === null && today > first) return { day: null, waiting: true };
  return { day: lastDayOf(request, isExtended ? repliedOn : null), waiting: false };
}

function lastDayOf({ kind, askedOn, lastDay }: Request, repliedOn: string | null): string | null {
  if (kind === 'pet') {
    const days = [addDays(askedOn, PET_DAYS), ...(repliedOn ? [addDays(repliedOn, DAYS_AFTER_REPLY)] : [])];
    return days.toSorted().at(-1) ?? null;
  }
  if (kind === 'viewing-report') return addDays(askedOn, VIEWING_DAYS);
  if (kind === 'council-report') return addDays(askedOn, COUNCIL_DAYS);
  return kind === 'data' ? addMonths(askedOn, 1) : lastDay;
}
