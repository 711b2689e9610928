/** What only the form of a new tenant asks: the term, how far back the ledger goes, and whether joining changes what is agreed. Pure. */
import { z } from 'zod';
import { addDays, addMonths, isDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { hasPast, LEDGER_FIELDS, type LedgerFields, NO_LEDGER, readLedgerFields } from '../../tenancy/ledger-start.ts';
import { startProblem } from '../../tenancy/rules/start.ts';
import { depositCap, depositWeeks } from '../lease.ts';

/** Months of the usual fixed terms. */
const TERM_MONTHS = ['6', '12', '24'] as const;
export const PERIODIC = 'periodic';
export const OTHER_TERM = 'other';

export const TERM_OPTIONS = [
  { value: PERIODIC, label: 'Periodic, no fixed end' },
  ...TERM_MONTHS.map((months) => ({ value: months as string, label: `Fixed term of ${months} months` })),
  { value: OTHER_TERM, label: 'Fixed term with another end' },
];

/** The last day of a term chosen by its months; null while it, or the first day, is not one. */
export function termEnd(start: string, term: string): string | null {
  if (!isDay(start) || !TERM_MONTHS.some((months) => months === term)) return null;
  const after = addMonths(start, Number(term));
  // Six months from 31 August end with February.
  return after.slice(8) < start.slice(8) ? after : addDays(after, -1);
}

/** That the tenant has a tenancy of their own. */
export const OWN_TENANCY = 'own';

export const NEW_TENANT_FIELDS = {
  /** The landlord's day; '' in the form of a tenant who is edited. */
  askedOn: z.string().default(''),
  term: z.string().default(''),
  /** The lease start that was saved before; '' in the form of a new tenant. */
  savedStart: z.string().default(''),
  confirmedStart: z.boolean().default(false),
  /** Whether there is a tenancy to join, and which is chosen. */
  mayJoin: z.boolean().default(false),
  joins: z.string().default(''),
  /** Of the tenancy that is joined, pence as text; '' where there is none. */
  joinedRent: z.string().default(''),
  joinedDeposit: z.string().default(''),
  changesTenancy: z.boolean().default(false),
  ...LEDGER_FIELDS,
};
const Asked = z.object(NEW_TENANT_FIELDS);
type Asked = z.output<typeof Asked>;

/** In the form of a tenant who is edited. */
export const NOT_NEW: Asked = {
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

type Started = Pick<Asked, 'askedOn' | 'joins'> & { leaseStart: string };

/** Whether a form asks how far back the ledger goes: of a tenancy of their own that began before this month. */
export const asksLedger = ({ askedOn, joins, leaseStart }: Started) =>
  askedOn !== '' && (joins === '' || joins === OWN_TENANCY) && isDay(leaseStart) && hasPast(leaseStart, askedOn);

type Terms = Asked & { leaseStart: string; rentAmount: number; depositAmount: number };

/** What of the whole tenancy would change: 'rent of £600.00'. */
export function changedByJoining(terms: Pick<Terms, 'joinedRent' | 'joinedDeposit' | 'rentAmount' | 'depositAmount'>) {
  const { joinedRent, joinedDeposit, rentAmount, depositAmount } = terms;
  return [
    ...(joinedRent !== '' && Number(joinedRent) !== rentAmount ? [`rent to ${formatPence(rentAmount)}`] : []),
    ...(joinedDeposit !== '' && Number(joinedDeposit) !== depositAmount
      ? [`deposit to ${formatPence(depositAmount)}`]
      : []),
  ];
}

/** What is wrong with the answers, by field. */
export function newTenantProblems(terms: Terms): { path: keyof Asked; message: string }[] {
  const { askedOn, joins, mayJoin, leaseStart, savedStart, confirmedStart, changesTenancy } = terms;
  const problems: { path: keyof Asked; message: string }[] = [];
  if (mayJoin && joins === '') problems.push({ path: 'joins', message: 'Please choose one of them' });
  const unlikely = startProblem({ start: leaseStart, before: savedStart, confirmedStart });
  if (unlikely) problems.push({ path: 'confirmedStart', message: unlikely.confirmedStart });
  if (asksLedger(terms)) {
    const read = readLedgerFields(terms, { start: leaseStart, today: askedOn });
    if (!read.ok) problems.push({ path: read.field, message: read.message });
  }
  if (changedByJoining(terms).length > 0 && !changesTenancy)
    problems.push({ path: 'changesTenancy', message: `${joinedWords(terms)} Enter that, or say that it changes.` });
  return problems;
}

/** 'The rent of this tenancy is £1,050.00 a month, its deposit £1,200.00.' */
const joinedWords = ({ joinedRent, joinedDeposit }: Pick<Asked, 'joinedRent' | 'joinedDeposit'>) =>
  `The rent of this tenancy is ${formatPence(Number(joinedRent))} a month, its deposit ${formatPence(Number(joinedDeposit))}.`;

/** As the API takes the answers. */
export function newTenantInput({ leaseStart, ...asked }: Asked & { leaseStart: string }) {
  const { mayJoin, joins, changesTenancy, askedOn, confirmedStart } = asked;
  const typed: LedgerFields = asked;
  const asks = asksLedger({ ...asked, leaseStart });
  const read = asks ? readLedgerFields(typed, { start: leaseStart, today: askedOn }) : null;
  return {
    ...(confirmedStart && { confirmedStart }),
    ...(mayJoin && { tenancyId: joins === OWN_TENANCY ? null : joins }),
    ...(mayJoin && joins !== OWN_TENANCY && changesTenancy && { changesTenancy }),
    ...(read?.ok && { ledger: read.ledger }),
  };
}

/** Beside the deposit: 'Up to £1,384.61 (5 weeks’ rent)'; null where there is no rent yet. */
export function depositSuggestion(rent: number): { pence: number; words: string } | null {
  if (rent <= 0) return null;
  const pence = depositCap(rent);
  return { pence, words: `Up to ${formatPence(pence)} (${depositWeeks(rent)} weeks’ rent)` };
}
