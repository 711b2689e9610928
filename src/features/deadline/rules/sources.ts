import type { RuleSource } from '../../../shared/rule-source.ts';

const england = (name: string, link: string, effectiveFrom: string): RuleSource => ({
  name,
  link: `https://www.legislation.gov.uk/${link}`,
  effectiveFrom,
  jurisdiction: 'England',
});

/** Regulation 36(2) to (6) covers checks and records, 36A covers keeping the date of the deadline. */
export const GAS_SOURCE = england(
  'Gas Safety (Installation and Use) Regulations 1998, regulation 36',
  'uksi/1998/2451/regulation/36',
  '1998-10-31',
);

/** The regulations applied to new tenancies from 1 July 2020, and to all others from 1 April 2021. */
export const ELECTRICAL_SOURCE = england(
  'Electrical Safety Standards in the Private Rented Sector (England) Regulations 2020, regulation 3',
  'uksi/2020/312/regulation/3',
  '2020-07-01',
);

export const ENERGY_SOURCE = england(
  'Energy Performance of Buildings (England and Wales) Regulations 2012, regulation 6',
  'uksi/2012/3118/regulation/6',
  '2013-01-09',
);

export const ALARMS_SOURCE = england(
  'Smoke and Carbon Monoxide Alarm (England) Regulations 2015, regulation 4',
  'uksi/2015/1693/regulation/4',
  '2015-10-01',
);

export const LICENCE_SOURCE = england('Housing Act 2004, Parts 2 and 3', 'ukpga/2004/34/part/2', '2006-04-06');

export const STATEMENT_SOURCE = england(
  'Housing Act 1988, section 16D, and SI 2026/324',
  'uksi/2026/324',
  '2026-05-01',
);

export const RIGHT_TO_RENT_START_SOURCE = england(
  'Immigration Act 2014, section 22',
  'ukpga/2014/22/section/22',
  '2016-02-01',
);

/** The source for asking which country a home is in: most rules apply to England only. */
export const COUNTRY_SOURCE = england('Housing Act 1988, which covers England', 'ukpga/1988/50', '1989-01-15');

/** A council can require documents by a day of its choice. */
export const REQUEST_SOURCE = england('Housing Act 2004, section 235', 'ukpga/2004/34/section/235', '2006-04-06');

/** Part 2 of the Act is not in force yet. */
export const RENTERS_RIGHTS_SOURCE = england('Renters’ Rights Act 2025', 'ukpga/2025/26', '2025-10-27');
