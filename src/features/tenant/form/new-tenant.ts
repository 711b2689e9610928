import { z } from 'zod';
import { addDays, addMonths, isDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { hasPast, LEDGER_FIELDS, type LedgerFields, NO_LEDGER, readLedgerFields } from '../../tenancy/ledger-start.ts';
import { validateStart } from '../../tenancy/rules/start.ts';
import { depositCap, depositWeeks } from '../lease.ts';

const TERM_MONTHS = ['6', '12', '24'] as const;
export const PERIODIC = 'periodic';
export const OTHER_TERM = 'other';

export const TERM_OPTIONS = [
  { value: PERIODIC, label: 'Periodic, no fixed end' },
  ...TERM_MONTHS.map((months) => ({ value: months as string, label: `Fixed term of ${months} months` })),
  { value: OTHER_TERM, label: 'Fixed term with another end date' },
];

/** Returns the last day of a term in months, null for another term or an invalid start. */
export function termEnd(start: string, term: string): string | null {
  if (!isDay(start) || !TERM_MONTHS.some((months) => months === term)) return null;
  const after = addMonths(start, Number(term));
  // A term of six months from 31 August ends on the last day of February.
  return after.slice(8) < start.slice(8) ? after : addDays(after, -1);
}

/** Value of `joins` for a separate tenancy. */
export const OWN_TENANCY = 'own';

export const NEW_TENANT_FIELDS = {
  /** The landlord's date; '' for existing tenants. */
  askedOn: z.string().default(''),
  term: z.string().default(''),
  /** Saved lease start; '' for new tenants. */
  savedStart: z.string().default(''),
  confirmedStart: z.boolean().default(false),
  /** Whether the property has a tenancy to join. `joins` is its id, or `OWN_TENANCY`. */
  mayJoin: z.boolean().default(false),
  joins: z.string().default(''),
  /** Rent and deposit of the joined tenancy in pence as text; '' if none. */
  joinedRent: z.string().default(''),
  joinedDeposit: z.string().default(''),
  changesTenancy: z.boolean().default(false),
  ...LEDGER_FIELDS,
};
const Params = z.object(NEW_TENANT_FIELDS);
type Params = z.output<typeof Params>;

export const NOT_NEW: Params = {
  askedOn: '',
  term: '',
  savedStart: '',
  confirmedStart: false,
  mayJoin: false,
  joins: '',
  joinedRent: '',
  joinedDeposit: '',
  changesTenancy: false,
  ...NO_LEDGER,
};

type Started = Pick<Params, 'askedOn' | 'joins'> & { leaseStart: string };

/** Whether the start of the ledger is required: for a new tenancy that started before this month. */
export const needsLedgerStart = ({ askedOn, joins, leaseStart }: Started) =>
  askedOn !== '' && (joins === '' || joins === OWN_TENANCY) && isDay(leaseStart) && hasPast(leaseStart, askedOn);

type Terms = Params & { leaseStart: string; rentAmount: number; depositAmount: number };

/** Describes the changes to a joined tenancy, for example 'rent to £600.00'. */
export function changedByJoining(terms: Pick<Terms, 'joinedRent' | 'joinedDeposit' | 'rentAmount' | 'depositAmount'>) {
  const { joinedRent, joinedDeposit, rentAmount, depositAmount } = terms;
  return [
    ...(joinedRent !== '' && Number(joinedRent) !== rentAmount ? [`rent to ${formatPence(rentAmount)}`] : []),
    ...(joinedDeposit !== '' && Number(joinedDeposit) !== depositAmount
      ? [`deposit to ${formatPence(depositAmount)}`]
      : []),
  ];
}

export function newTenantProblems(terms: Terms): { path: keyof Params; message: string }[] {
  const { askedOn, joins, mayJoin, leaseStart, savedStart, confirmedStart, changesTenancy } = terms;
  const problems: { path: keyof Params; message: string }[] = [];
  if (mayJoin && joins === '') problems.push({ path: 'joins', message: 'Choose one of these' });
  const unlikely = validateStart({ start: leaseStart, before: savedStart, confirmedStart });
  if (unlikely) problems.push({ path: 'confirmedStart', message: unlikely.confirmedStart });
  if (needsLedgerStart(terms)) {
    const read = readLedgerFields(terms, { start: leaseStart, today: askedOn });
    if (!read.ok) problems.push({ path: read.field, message: read.message });
  }
  if (changedByJoining(terms).length > 0 && !changesTenancy)
    problems.push({
      path: 'changesTenancy',
      message: `${joinedTermsText(terms)} Enter these amounts, or confirm the change.`,
    });
  return problems;
}

/** For example, 'This tenancy’s rent is £1,050.00 a month and its deposit is £1,200.00.' */
const joinedTermsText = ({ joinedRent, joinedDeposit }: Pick<Params, 'joinedRent' | 'joinedDeposit'>) =>
  `This tenancy’s rent is ${formatPence(Number(joinedRent))} a month and its deposit is ${formatPence(Number(joinedDeposit))}.`;

export function newTenantInput({ leaseStart, ...fields }: Params & { leaseStart: string }) {
  const { mayJoin, joins, changesTenancy, askedOn, confirmedStart } = fields;
  const typed: LedgerFields = fields;
  const needsLedger = needsLedgerStart({ ...fields, leaseStart });
  const read = needsLedger ? readLedgerFields(typed, { start: leaseStart, today: askedOn }) : null;
  return {
    ...(confirmedStart && { confirmedStart }),
    ...(mayJoin && { tenancyId: joins === OWN_TENANCY ? null : joins }),
    ...(mayJoin && joins !== OWN_TENANCY && changesTenancy && { changesTenancy }),
    ...(read?.ok && { ledger: read.ledger }),
  };
}

/** For example, 'Up to £1,384.61 (5 weeks’ rent)'. `rent` is pence per month. Null without a rent. */
export function depositSuggestion(rent: number): { pence: number; words: string } | null {
  if (rent <= 0) return null;
  const pence = depositCap(rent);
  return { pence, words: `Up to ${formatPence(pence)} (${depositWeeks(rent)} weeks’ rent)` };
}
