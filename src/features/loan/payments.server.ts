/** Payments of a loan: transactions that are split into interest and capital, and the lender's statements. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { formatDays } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { TaxLine } from '../transaction/listed.ts';
import { writeSplit } from '../transaction/split/split.server.ts';
import { lockOwners, lockTransactions } from '../transaction/transaction.server.ts';
import { TEXTS } from './listed.ts';
import type { LoanCandidate, LoanOutcome, LoanPaymentItem, LoanRecord, LoanStatementInput } from './loan.ts';
import { type PaidLoan, type PaymentParts, paymentParts } from './rules/payments.ts';
import { loanSchedule } from './rules/schedule.ts';

type Terms = Pick<
  LoanRecord,
  | 'id'
  | 'propertyId'
  | 'lender'
  | 'amount'
  | 'opened'
  | 'months'
  | 'kind'
  | 'rates'
  | 'valueWhenLet'
  | 'capitalAdded'
  | 'limitConfirmed'
  | 'statements'
>;
/** `today` is the date in London, `batch` the id for Undo. */
type WriteArgs = { loan: Terms; today: string; batch?: string };

const INTEREST = 'mortgage interest';
const CAPITAL = 'mortgage capital';

type Part = { id: string; version: number; amount: number; category: string; taxLine: TaxLine | null };
type Stored = {
  id: string;
  day: string;
  description: string;
  propertyId: string | null;
  amount: number;
  parts: Part[];
};

/** Returns payments with all their parts, in order of date. Amounts are positive. */
async function readStored(db: UserDb, condition: ReturnType<typeof sql>): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    with named as materialized (select coalesce(split_id, id) as id from transactions where ${condition})
    select first.id, first.date as day, first.description, first.property_id as "propertyId",
      (-coalesce(first.split_amount, first.amount) * 100)::bigint as amount,
      (select json_agg(json_build_object('id', id, 'version', version, 'amount', (-amount * 100)::bigint, 'category', category,
          'taxLine', tax_line) order by id <> first.id, id)
        from transactions part where part.id = first.id or part.split_id = first.id) as parts
    from transactions first where first.id in (select id from named)
    order by first.date, first.id`.execute(db);
  return rows;
}

const ofLoan = (loanId: string) => sql`loan_id = ${loanId}::uuid`;

function plannedParts(loan: Terms, payments: readonly Stored[]): PaymentParts[] {
  return paymentParts(toPaidLoan(loan), loan.statements, payments);
}

function toPaidLoan({ amount, opened, months, kind, rates, ...loan }: Terms): PaidLoan {
  const { valueWhenLet, capitalAdded, limitConfirmed } = loan;
  const limit = limitConfirmed && valueWhenLet !== null ? { valueWhenLet, capitalAdded: capitalAdded ?? 0 } : null;
  return { amount, opened, months, kind, rates, limit };
}

const isPart = {
  interest: ({ category, taxLine }: Part) => category === INTEREST && taxLine !== 'private',
  private: ({ category, taxLine }: Part) => category === INTEREST && taxLine === 'private',
  capital: ({ category }: Part) => category === CAPITAL,
};
type PartName = keyof typeof isPart;
const PART_NAMES: readonly PartName[] = ['interest', 'private', 'capital'];

function sumOf({ parts }: Stored, name: PartName): number {
  return parts.filter(isPart[name]).reduce((sum, { amount }) => sum + amount, 0);
}

function differs(payment: Stored, planned: PaymentParts): boolean {
  return PART_NAMES.some((name) => sumOf(payment, name) !== planned[name]);
}

/** Returns the linked payments, newest first. */
export async function listPayments(db: UserDb, loan: Terms): Promise<LoanPaymentItem[]> {
  const payments = await readStored(db, ofLoan(loan.id));
  const planned = plannedParts(loan, payments);
  return payments
    .flatMap((payment, place): LoanPaymentItem[] => {
      const { id, day, description, amount } = payment;
      const plan = planned[place];
      if (!plan) return [];
      const [interest, above, capital] = PART_NAMES.map((name) => sumOf(payment, name));
      const sums = { interest: interest ?? 0, private: above ?? 0, capital: capital ?? 0 };
      return [{ id, day, description, amount, ...sums, estimated: plan.estimated, differs: differs(payment, plan) }];
    })
    .toReversed();
}

const MAX_CANDIDATES = 50;
/** Tolerance for a fee or a rounded payment. */
const NEAR_PENCE = 1_00;

/** Returns paid expenses of the loan's property, or without one, that are not split or linked; likely ones first. */
export async function listCandidates(db: UserDb, loan: Terms): Promise<LoanCandidate[]> {
  const levels = [...new Set(loanSchedule(toPaidLoan(loan)).map(({ payment }) => payment))].slice(0, 1_000);
  const { rows } = await sql<LoanCandidate>`
    select id, date as day, description, category, (-amount * 100)::bigint as amount, likely
    from transactions cross join lateral (select category in (${INTEREST}, ${CAPITAL})
      or strpos(lower(description), lower(${loan.lender})) > 0 or strpos(lower(description), 'mortgage') > 0
      or exists (select from unnest(${levels}::bigint[]) level where abs(-amount * 100 - level) <= ${NEAR_PENCE}) as likely) guess
    where type = 'expense' and status = 'completed' and amount < 0 and loan_id is null and split_id is null and tenancy_id is null
      and invoice_id is null and date >= ${loan.opened}::date
      and (property_id is null and former_property_id is null or property_id = ${loan.propertyId}::uuid)
    order by likely desc, date desc, id limit ${MAX_CANDIDATES}`.execute(db);
  return rows;
}

const LINK_REFUSALS = {
  linked: 'This payment is already linked to a loan.',
  kind: 'Only a paid expense that is not split can be linked.',
  property: 'This payment is for another property.',
} as const;

/** Links payments and splits them. Throws `not_found`, or `invalid_input` for a payment that cannot be linked. */
export async function linkPayments(
  db: UserDb,
  { loan, today, ids }: WriteArgs & { ids: readonly string[] },
): Promise<LoanOutcome> {
  const uniqueIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  await lockLoan(db, loan, uniqueIds);
  const { rows } = await sql<{ refusal: keyof typeof LINK_REFUSALS | null }>`
    select case when loan_id is not null then 'linked'
      when type <> 'expense' or status <> 'completed' or split_id is not null or tenancy_id is not null then 'kind'
      when property_id <> ${loan.propertyId}::uuid or property_id is null and former_property_id is not null then 'property' end as refusal
    from transactions where id = any(${uniqueIds}::uuid[])`.execute(db);
  if (rows.length < uniqueIds.length) throw new AppError('not_found', { message: 'Payment not found' });
  const refusal = rows.flatMap((row) => row.refusal ?? [])[0];
  if (refusal) throw invalidField('ids', LINK_REFUSALS[refusal]);
  const batch = randomUUID();
  const changed = await writeParts(db, { loan, today, batch, added: uniqueIds });
  return { changed, batch };
}

/**
 * Merges the parts into category 'other', because the original category is unknown. Throws `not_found`, or
 * `invalid_input` for a payment in the period of a statement.
 */
export async function unlinkPayment(
  db: UserDb,
  { loan, today, paymentId }: WriteArgs & { paymentId: string },
): Promise<LoanOutcome> {
  await lockLoan(db, loan, [paymentId]);
  const payment = (await readStored(db, ofLoan(loan.id))).find(({ id }) => id === paymentId.toLowerCase());
  if (!payment) throw new AppError('not_found', { message: 'Payment not found' });
  const statement = loan.statements.find(({ from, to }) => from <= payment.day && payment.day <= to);
  if (statement)
    throw new AppError('invalid_input', {
      message: `This payment is part of the statement for ${formatDays(statement)}. Remove the statement first.`,
    });
  const batch = randomUUID();
  const { amount, description, propertyId, day } = payment;
  const part = { amount: -amount, description, propertyId, date: day, category: 'other', tenancyId: null };
  await writeSplit(db, { input: { rows: payment.parts, parts: [part] }, today, batch, loanId: null });
  return { changed: 1, batch };
}

/** Recalculates the parts of each linked payment from the loan's terms and statements. */
export async function updatePayments(db: UserDb, { loan, today }: WriteArgs): Promise<LoanOutcome> {
  await lockLoan(db, loan, []);
  const batch = randomUUID();
  return { changed: await writeParts(db, { loan, today, batch, added: [] }), batch };
}

/** Throws `invalid_input` for a period that overlaps a statement, or for more interest than payments. */
export async function addStatement(
  db: UserDb,
  { loan, today, input }: WriteArgs & { input: LoanStatementInput },
): Promise<LoanOutcome> {
  await lockLoan(db, loan, []);
  const { from, to, interest } = input;
  const other = loan.statements.find((one) => one.from <= to && from <= one.to);
  if (other) throw invalidField('from', `There is already a statement for ${formatDays(other)}.`);
  const paid = (await readStored(db, ofLoan(loan.id)))
    .filter(({ day }) => from <= day && day <= to)
    .reduce((sum, { amount }) => sum + amount, 0);
  if (interest > paid)
    throw invalidField(
      'interest',
      paid === 0
        ? 'No payment in this period is linked. Link the payments first.'
        : `The payments linked in this period are ${formatPence(paid)}. Enter that or less, or link the missing ones first.`,
    );
  const { rows } = await sql<{ id: string }>`insert into loan_statements (loan_id, from_day, to_day, interest)
    values (${loan.id}, ${from}, ${to}, ${interest}::numeric / 100) returning id`.execute(db);
  const statements = [...loan.statements, { ...input, id: rows[0]?.id ?? '' }];
  return updatePayments(db, { loan: { ...loan, statements }, today });
}

export async function removeStatement(
  db: UserDb,
  { loan, today, statementId }: WriteArgs & { statementId: string },
): Promise<LoanOutcome> {
  await lockLoan(db, loan, []);
  const { numAffectedRows } = await sql`
    delete from loan_statements where loan_id = ${loan.id} and id = ${statementId}`.execute(db);
  if (!numAffectedRows) throw new AppError('not_found', { message: 'Statement not found' });
  const statements = loan.statements.filter(({ id }) => id !== statementId);
  return updatePayments(db, { loan: { ...loan, statements }, today });
}

/** Locks properties, bank accounts, the loan and transactions, in the same order as deletions and Undo. */
async function lockLoan(db: UserDb, loan: Terms, added: readonly string[]): Promise<void> {
  const { rows: linked } = await sql<{ id: string }>`
    select part.id from transactions part where ${ofLoan(loan.id)}`.execute(db);
  const ids = [...linked.map(({ id }) => id), ...added];
  await sql`select id from properties where id = ${loan.propertyId}::uuid for key share`.execute(db);
  await lockOwners(db, ids);
  const { rows } = await sql`select id from loans where id = ${loan.id} for no key update`.execute(db);
  if (rows.length === 0) throw new AppError('not_found', { message: TEXTS.notFound });
  await lockTransactions(db, ids);
}

async function writeParts(
  db: UserDb,
  { loan, today, batch, added }: WriteArgs & { batch: string; added: readonly string[] },
): Promise<number> {
  const payments = await readStored(db, sql`${ofLoan(loan.id)} or id = any(${added}::uuid[])`);
  const planned = plannedParts(loan, payments);
  let changed = 0;
  for (const [place, payment] of payments.entries()) {
    const plan = planned[place];
    if (!plan || !(added.includes(payment.id) || differs(payment, plan))) continue;
    changed += 1;
    const input = { rows: payment.parts, parts: partsOf(payment, { plan, loan }) };
    await writeSplit(db, { input, today, batch, loanId: loan.id });
  }
  return changed;
}

function partsOf({ day, description, propertyId, parts }: Stored, { plan, loan }: { plan: PaymentParts; loan: Terms }) {
  return PART_NAMES.filter((name) => plan[name] > 0).map((name) => {
    const existing = parts.find(isPart[name]);
    return {
      ...(existing && { id: existing.id }),
      amount: -plan[name],
      category: name === 'capital' ? CAPITAL : INTEREST,
      description:
        existing || parts.length === 1
          ? description
          : `${name === 'capital' ? 'Capital' : 'Interest'}, ${description}`.slice(0, 200),
      date: day,
      propertyId: propertyId ?? loan.propertyId,
      tenancyId: null,
      taxLine: name === 'private' ? ('private' as const) : null,
    };
  });
}
