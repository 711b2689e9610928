/** Which licence the law in England requires, and how long a licence lasts. */
import { addDays, addMonths } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { counted } from '../../../shared/text.ts';
import type { LicenceKind } from '../listed.ts';

const MANDATORY_SOURCE: RuleSource = {
  name: 'Licensing of Houses in Multiple Occupation (Prescribed Description) (England) Order 2018',
  link: 'https://www.legislation.gov.uk/uksi/2018/221',
  effectiveFrom: '2018-10-01',
  jurisdiction: 'England',
};

const LICENCE_TERM_SOURCE: RuleSource = {
  name: 'Housing Act 2004, section 68',
  link: 'https://www.legislation.gov.uk/ukpga/2004/34/section/68',
  effectiveFrom: '2006-04-06',
  jurisdiction: 'England',
};

const EXEMPTION_SOURCE: RuleSource = {
  name: 'Housing Act 2004, section 62',
  link: 'https://www.legislation.gov.uk/ukpga/2004/34/section/62',
  effectiveFrom: '2006-04-06',
  jurisdiction: 'England',
};

export type HomeSize = { people: number | null; households: number | null; storeys: number | null };

type Unit = 'people' | 'households';

export type LicenceNeeded =
  | { state: 'ask'; ask: [Unit, ...Unit[]] }
  | { state: 'mandatory' | 'hmo' | 'none'; words: string; why: string[]; source: RuleSource };

/** HMO: 3 people or more in 2 households or more. A licence is mandatory from 5 people, on any number of storeys. */
export function licenceNeeded({ people, households, storeys }: HomeSize): LicenceNeeded {
  if (people === null) return { state: 'ask', ask: households === null ? ['people', 'households'] : ['people'] };
  if (households === null) return { state: 'ask', ask: ['households'] };
  const size = `${counted(people, 'person', 'people')} in ${counted(households, 'household')}`;
  const source = MANDATORY_SOURCE;
  if (people >= 5 && households >= 2) {
    const why = [size, ...(storeys === null ? [] : ['The number of storeys does not matter'])];
    return { state: 'mandatory', words: 'Mandatory HMO licence', why, source };
  }
  if (people >= 3 && households >= 2) {
    const why = [size, 'Ask the council about additional licensing'];
    return { state: 'hmo', words: 'An HMO without a mandatory licence', why, source };
  }
  return { state: 'none', words: 'No mandatory HMO licence', why: [size], source };
}

/** The last day of a temporary exemption: three months beginning with the day on which the notice is served. */
export function exemptionEnds(served: string): string {
  return lastDayOf(served, 3);
}

/** The last day of a licence with the longest term, five years. The licence may state an earlier day. */
export function licenceEnds(granted: string, years = 5): string {
  return lastDayOf(granted, years * 12);
}

/** The last day of a period that begins with a day. If the last month has no such day, it ends with the month. */
function lastDayOf(first: string, months: number): string {
  const end = addMonths(first, months);
  return end.slice(8) === first.slice(8) ? addDays(end, -1) : end;
}

export function suggestedEnd(kind: LicenceKind | '', starts: string): { day: string; source: RuleSource } {
  return kind === 'exemption'
    ? { day: exemptionEnds(starts), source: EXEMPTION_SOURCE }
    : { day: licenceEnds(starts), source: LICENCE_TERM_SOURCE };
}
