/** Where each rule comes from, for the screens that apply it: a fact is shown with its source and the day from which it holds. */

/** `effectiveFrom` is the first day, YYYY-MM-DD, on which the rule holds in the form that is coded here. */
export type RuleSource = { name: string; link: string; effectiveFrom: string; jurisdiction: 'England' };

export const GROUND_EIGHT_SOURCE: RuleSource = {
  name: 'Ground 8, Housing Act 1988, Schedule 2, as amended from 1 May 2026',
  link: 'https://www.legislation.gov.uk/ukpga/1988/50/schedule/2',
  effectiveFrom: '2026-05-01',
  jurisdiction: 'England',
};

/** Agreements made before 1 June 2019 came under the Act a year later. */
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

/** The Localism Act 2011 made 14 days 30. */
export const DEPOSIT_SOURCE: RuleSource = {
  name: 'Housing Act 2004, section 213',
  link: 'https://www.legislation.gov.uk/ukpga/2004/34/section/213',
  effectiveFrom: '2012-04-06',
  jurisdiction: 'England',
};
