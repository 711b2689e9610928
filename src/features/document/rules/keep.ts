/** Retention periods of documents, and documents that can be deleted. Tenure proposes; the landlord deletes. Pure. */
import { addDays, addMonths, formatDay } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { DocumentType } from '../listed.ts';

/**
 * `months` after the event in `from`: the end of the tenancy, the document's day, the deadline of the tax return, or
 * the next document of the type.
 */
type Keeping = {
  from: 'tenancy' | 'day' | 'tax year' | 'next';
  months: number;
  /** Whether the document can also be deleted once the type has two later documents. */
  orAfterTwo?: true;
  source: RuleSource | null;
};

const law = (name: string, link: string, effectiveFrom: string): RuleSource => ({
  name,
  link,
  effectiveFrom,
  jurisdiction: 'England',
});

const LIMITATION = law(
  'Limitation Act 1980, section 5: claims under a contract within six years',
  'https://www.legislation.gov.uk/ukpga/1980/58/section/5',
  '1981-05-01',
);
const RIGHT_TO_RENT = law(
  'Code of practice on right to rent: copies until one year after the tenancy',
  'https://www.legislation.gov.uk/ukpga/2014/22/section/27',
  '2014-12-01',
);
const GAS = law(
  'Gas Safety (Installation and Use) Regulations 1998, regulation 36: two years, or until two more checks',
  'https://www.hse.gov.uk/gas/landlords/recordkeeping.htm',
  '2018-04-06',
);
const ELECTRICAL = law(
  'Electrical Safety Standards in the Private Rented Sector Regulations 2020, regulation 3: until the next report',
  'https://www.legislation.gov.uk/uksi/2020/312/regulation/3',
  '2020-06-01',
);
const TAX = law(
  'Taxes Management Act 1970, section 12B: five years after 31 January',
  'https://www.legislation.gov.uk/ukpga/1970/9/section/12B',
  '1996-04-06',
);

const ofTenancy: Keeping = { from: 'tenancy', months: 72, source: LIMITATION };

/** Types that are not listed here, such as insurance, are proposed only if the landlord sets a period. */
const KEEPING: Partial<Record<DocumentType, Keeping>> = {
  agreement: ofTenancy,
  'written-statement': ofTenancy,
  notice: ofTenancy,
  letter: ofTenancy,
  inspection: ofTenancy,
  inventory: ofTenancy,
  deposit: ofTenancy,
  'right-to-rent': { from: 'tenancy', months: 12, source: RIGHT_TO_RENT },
  // No law applies: the period is Tenure's choice.
  reference: { from: 'tenancy', months: 12, source: null },
  gas: { from: 'day', months: 24, orAfterTwo: true, source: GAS },
  electrical: { from: 'next', months: 0, source: ELECTRICAL },
  invoice: { from: 'tax year', months: 60, source: TAX },
};

export type KeepFacts = {
  type: DocumentType;
  day: string | null;
  validUntil: string | null;
  /** The last day of the document's tenancies; null while a tenancy continues, or without a tenancy. */
  tenancyEnded: string | null;
  /** Pence owed on the document's tenancies. */
  owed: number;
  /** The number of later documents of the same type for the same property. */
  later: number;
};

/** `from` is the first day on which the document can be deleted. `hold` is the reason why it is not proposed yet. */
export type Proposal = { from: string; why: string; source: RuleSource | null; hold: string | null };

/** `months` is the landlord's own period. Null if the document must be retained, or no rule applies. */
export function mayGo(
  facts: KeepFacts,
  { today, months }: { today: string; months?: number | undefined },
): Proposal | null {
  const keeping =
    KEEPING[facts.type] ?? (months === undefined ? undefined : { from: 'day' as const, months, source: null });
  if (!keeping) return null;
  const found = endOf(facts, { ...keeping, ...(months !== undefined && { months }) }, months !== undefined);
  if (!found || found.from > today) return null;
  const hold = facts.owed > 0 ? 'Rent is owed' : null;
  return { ...found, source: months === undefined ? keeping.source : null, hold };
}

function endOf(facts: KeepFacts, keeping: Keeping, own: boolean): Pick<Proposal, 'from' | 'why'> | null {
  const { from: start, months } = keeping;
  const kept = `kept ${keptWords(months)}`;
  if (start === 'tenancy') {
    const { tenancyEnded } = facts;
    if (!tenancyEnded) return null;
    const why = `Tenancy ended ${formatDay(tenancyEnded)}, ${kept}`;
    return { from: addDays(addMonths(tenancyEnded, months), 1), why };
  }
  if (start === 'next' && !own) {
    return facts.later > 0 && facts.day ? { from: facts.day, why: 'There is a newer one' } : null;
  }
  if (keeping.orAfterTwo && facts.later >= 2 && facts.day) return { from: facts.day, why: 'Replaced twice since then' };
  const day = start === 'day' ? (facts.day ?? facts.validUntil) : (facts.day ?? null);
  if (!day) return null;
  if (start === 'tax year') {
    const deadline = `${taxYearEnd(day) + 1}-01-31`;
    return {
      from: addDays(addMonths(deadline, months), 1),
      why: `For the tax return due ${formatDay(deadline)}, ${kept}`,
    };
  }
  // A document is not proposed while it is valid.
  const after = addDays(addMonths(day, months), 1);
  const end = facts.validUntil && facts.validUntil >= after ? addDays(facts.validUntil, 1) : after;
  return { from: end, why: `Of ${formatDay(day)}, ${kept}` };
}

/** The year in which the tax year of a day ends. */
function taxYearEnd(day: string): number {
  const year = Number(day.slice(0, 4));
  return day.slice(5) <= '04-05' ? year : year + 1;
}

function keptWords(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** For the settings: 'Tenancy end + 6 years'. Null without a rule. */
export function keepingWords(type: DocumentType): string | null {
  const keeping = KEEPING[type];
  if (!keeping) return null;
  if (keeping.from === 'next') return 'Until you have a newer one';
  const start = { tenancy: 'Tenancy end', day: 'Its date', 'tax year': '31 January after the tax year' }[keeping.from];
  return `${start} + ${keptWords(keeping.months)}${keeping.orAfterTwo ? ', or until two more' : ''}`;
}
