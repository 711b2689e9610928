import { addDays } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { type Nation, nationOf } from '../../property/home/nation.ts';
import { DUTY_RULES } from './duties.ts';
import type { Home } from './facts.ts';
import { PAPER_RULES } from './papers.ts';
import { type Derived, type Rule, rule, WHOLE_HOME } from './rule.ts';
import { SAFETY_RULES } from './safety.ts';
import { COUNTRY_SOURCE, RENTERS_RIGHTS_SOURCE } from './sources.ts';

/** Increase the version with each change of a rule, so that all deadlines are derived again. */
export const RULES_VERSION = 1;

export const RULES: readonly Rule[] = [...SAFETY_RULES, ...PAPER_RULES, ...DUTY_RULES];

/** The only rule for a home near a border, until the landlord has entered its country. */
const COUNTRY = rule({
  id: 'country',
  kind: 'home',
  item: 'Country of the home',
  source: COUNTRY_SOURCE,
  applies: () => [WHOLE_HOME],
  due: () => ({ ask: 'country' }),
});

export const RULE_BY_ID: ReadonlyMap<string, Rule> = new Map([...RULES, COUNTRY].map((one) => [one.id, one]));

/** Announced duties of every let in England. Without a date, they are not among the deadlines of a home. */
export const COMING: readonly { id: string; item: string; text: string; source: RuleSource }[] = [
  {
    id: 'database',
    item: 'Private rented sector database',
    text: 'Landlords and homes will be registered. No day is fixed yet.',
    source: RENTERS_RIGHTS_SOURCE,
  },
  {
    id: 'decent-homes',
    item: 'Decent Homes Standard',
    text: 'Planned for private lets by 2035. It is not in force.',
    source: RENTERS_RIGHTS_SOURCE,
  },
  {
    id: 'hazards',
    item: 'Awaab’s law',
    text: 'Fixed times to repair hazards are planned for private lets. They are not in force.',
    source: RENTERS_RIGHTS_SOURCE,
  },
];

export type HomeDeadlines = {
  /** 'unsure' near a border, until the landlord enters the country. */
  nation: Nation | 'unsure';
  rows: Derived[];
  /** The first day after `today` on which the same facts give other rows. */
  againOn: string | null;
};

export function deriveDeadlines(home: Home, today: string): HomeDeadlines {
  const nation = nationOf(home.postcode, home.country);
  if (nation === 'unsure') return { nation, rows: COUNTRY.derive(home, today), againOn: null };
  if (nation !== 'England') return { nation, rows: [], againOn: null };
  return { nation, rows: RULES.flatMap((one) => one.derive(home, today)), againOn: nextChange(home, today) };
}

/** Returns the next day on which a person leaves, a tenancy or licence ends, or a pet request is overdue. */
function nextChange({ tenancies, licences, requests }: Home, today: string): string | null {
  const days = [
    ...tenancies.flatMap(({ ended, tenants, occupiers }) => [
      ended,
      ...[...tenants, ...occupiers].map(({ movedOut }) => movedOut),
    ]),
    ...licences.map(({ ends }) => ends),
    ...requests.map(({ askedOn }) => addDays(askedOn, 29)),
  ];
  return days.filter((day): day is string => day !== null && day > today).toSorted()[0] ?? null;
}
