/** Legal sources of the rules, shown on screen with the date from which they apply. */
import type { RuleSource } from '../../../shared/rule-source.ts';

export type { RuleSource };

export const GROUND_EIGHT_SOURCE: RuleSource = {
  name: 'Ground 8, Housing Act 1988, Schedule 2, as amended from 1 May 2026',
  link: 'https://www.legislation.gov.uk/ukpga/1988/50/schedule/2',
  effectiveFrom: '2026-05-01',
  jurisdiction: 'England',
};

/** For agreements made before 1 June 2019 the Act applied a year later. */
export const LATE_INTEREST_SOURCE: RuleSource = {
  name: 'Tenant Fees Act 2019, Schedule 1, paragraph 4',
  link: 'https://www.legislation.gov.uk/ukpga/2019/4/schedule/1',
  effectiveFrom: '2019-06-01',
  jurisdiction: 'England',
};

export const RENT_INCREASE_SOURCE: RuleSource = {
  name: 'Housing Act 1988, section 13, as amended from 1 May 2026',
  link: 'https://www.legislation.gov.uk/ukpga/1988/50/section/13',
  effectiveFrom: '2026-05-01',
  jurisdiction: 'England',
};

/** The Localism Act 2011 extended the period from 14 to 30 days. */
export const DEPOSIT_SOURCE: RuleSource = {
  name: 'Housing Act 2004, section 213',
  link: 'https://www.legislation.gov.uk/ukpga/2004/34/section/213',
  effectiveFrom: '2012-04-06',
  jurisdiction: 'England',
};
