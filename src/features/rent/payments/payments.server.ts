import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { formatPence } from '../../../shared/money.ts';
import { suggestReturnedRow } from '../../bank-row/entries.server.ts';
import { agentFee } from '../../reconcile/score/amount.ts';
import { writeCharges } from '../../tenancy/schedule/charges.server.ts';
import { lockTenancy, recordOf } from '../../tenancy/tenancy.server.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { DEPOSIT_DEDUCTION } from '../../transaction/listed.ts';
import { writeSplit } from '../../transaction/split/split.server.ts';
import { AGENT_FEES, SplitInput } from '../../transaction/split/split.ts';
import {
  addTransaction,
  addTransactions,
  lockOwners,
  lockTransactions,
  validateProperty,
} from '../../transaction/transaction.server.ts';
import { FIRST_DAY, type Transaction, TransactionInput } from '../../transaction/transaction.ts';
import { addToLedger, findPastRows, firstPaid } from '../history/past-rows.server.ts';
import { addEntry } from '../ledger/ledger.server.ts';
import {
  type DepositDeductionInput,
  type PastRent,
  type Payer,
  pastRents,
  type ReturnInput,
  unrecordedDeduction,
} from './payments.ts';

type Args<Input> = { id: string; input: Input; today: string };

const MAX_DESCRIPTION = 200;

/**
 * Records payments for past months, from bank rows or by hand, and moves the ledger's start back if needed. Throws
 * `not_found`, or `invalid_input` for invalid dates, months that already have payments, or a changed bank row.
 */
export async function addPastRent(
  db: UserDb,
  { id, input: { from, to, payments, rows: bankRows, lessFee }, today }: Args<PastRent>,
): Promise<TenancyRecord> {
  // The property is locked before the tenancy, like its removal, to avoid deadlock.
  await validateProperty(db, await recordOf(db, id));
  const rowIds = bankRows.map((row) => row.id);
  await lockOwners(db, rowIds);
  await lockTransactions(db, rowIds);
  const tenancy = await lockTenancy(db, id);
  const { start, chargesFrom, agent } = tenancy;
  if (from < start) throw invalidField('from', 'This is before the tenancy began.');
  // Another tab may have added these months.
  const past = pastRents(tenancy, { today, firstPaid: await firstPaid(db, id) });
  if (from > to || past.at(-1)?.due !== to)
    throw invalidField('from', 'The ledger already has rent for these months. Check the start date.');
  if (payments.some(({ date }) => date > today)) throw invalidField('payments', 'Enter dates up to today.');
  if (payments.some(({ date }) => date < FIRST_DAY)) throw invalidField('payments', 'Enter dates from 01 Jan 1990.');
  const pastRows = agent ? await findPastRows(db, { id, today }) : [];
  const feeOf = new Map(pastRows.map((row) => [row.id, row.fee]));
  if (from < chargesFrom) {
    await db.updateTable('tenancies').set({ charges_from: from }).where('id', '=', id).execute();
    await writeCharges(db, [id], today);
  }
  const net = payments.map(({ date, amount }) => {
    const fee = agent && lessFee ? agentFee(amount, agent) : 0;
    return fee < amount ? { date, amount: amount - fee, fee } : { date, amount, fee: 0 };
  });
  if (net.length > 0) {
    const ids = await addTransactions(
      db,
      net.map(({ fee: _, ...payment }) => rentOf(tenancy, payment)),
    );
    const added = ids.flatMap((rowId, index) => (net[index]?.fee ? { id: rowId, version: 1, ...net[index] } : []));
    await splitFees(db, { tenancy, rows: added, today });
  }
  if (bankRows.length > 0 && !(await addToLedger(db, { id, rows: bankRows })))
    throw invalidField('rows', 'A bank row has changed. Check the months and try again.');
  const locked = await lockTransactions(
    db,
    rowIds.filter((row) => feeOf.get(row)),
  );
  const rows = locked.map((row) => ({ ...row, fee: feeOf.get(row.id) ?? 0 }));
  await splitFees(db, { tenancy, rows, today });
  return recordOf(db, id);
}

type NetPayment = { id: string; version: number; amount: number; fee: number };
type Splitting = { tenancy: TenancyRecord; rows: readonly NetPayment[]; today: string };

async function splitFees(db: UserDb, { tenancy, rows, today }: Splitting): Promise<void> {
  const { id, names, propertyId, agent } = tenancy;
  for (const { amount, fee, ...row } of rows) {
    const { description } = rentOf(tenancy, { date: today, amount });
    const rent = { amount: amount + fee, category: 'rent', description, propertyId, tenancyId: id };
    const feePart = { amount: -fee, category: AGENT_FEES, description: `Fee of ${agent?.name ?? names}`, propertyId };
    const parts = [rent, { ...feePart, tenancyId: null }];
    await writeSplit(db, { input: SplitInput.parse({ rows: [row], parts }), today });
  }
}

function rentOf(
  { id, names, propertyId }: Pick<TenancyRecord, 'id' | 'names' | 'propertyId'>,
  payment: { date: string; amount: number },
): TransactionInput {
  const description = `Rent, ${names}`.slice(0, MAX_DESCRIPTION);
  return TransactionInput.parse({
    type: 'income',
    category: 'rent',
    tenancyId: id,
    propertyId,
    description,
    ...payment,
  });
}

/**
 * Returns all or part of the payment `id`. Its charges are owed again from their due dates. Throws `not_found`, or
 * `invalid_input` for too much or an invalid date.
 */
export async function returnPayment(db: UserDb, { id, input, today }: Args<ReturnInput>): Promise<Transaction> {
  const { date, amount, reason } = input;
  const payment = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('tenancies as t', 't.id', 'e.tenancy_id')
    .select(['e.tenancy_id as tenancyId', 'e.date', 't.names', 't.property_id as propertyId'])
    .where('e.id', '=', id)
    .where('e.kind', '=', 'payment')
    .executeTakeFirst();
  if (!payment) throw new AppError('not_found', { message: 'Payment not found' });
  const { tenancyId, names, propertyId } = payment;
  if (date > today) throw invalidField('date', 'Enter a date up to today');
  if (date < payment.date) throw invalidField('date', 'Enter a date on or after the payment');
  const description = `${reason === 'bounced' ? 'Returned unpaid' : 'Given back'}, ${names}`.slice(0, MAX_DESCRIPTION);
  const back = { type: 'expense', category: 'rent', tenancyId, propertyId, description, date, amount } as const;
  const returned = await addTransaction(db, { input: TransactionInput.parse(back), today });
  // The ledger is locked now, so a concurrent change or return is visible.
  const { rows } = await sql<{ left: number }>`
    select ((-p.amount - coalesce((select sum(c.amount) from chosen_allocations c join ledger_entries e on e.id = c.owed_id
      where c.paid_id = p.id and e.kind = 'refund'), 0)) * 100)::bigint as left
    from ledger_entries p where p.id = ${id} and p.tenancy_id = ${tenancyId}`.execute(db);
  const left = rows[0]?.left ?? 0;
  if (amount > left)
    throw invalidField(
      'amount',
      left > 0 ? `You can return at most ${formatPence(left)}` : 'This payment has already been returned in full',
    );
  await choose(db, { tenancyId, owed: returned.id, paid: id, amount });
  await suggestReturnedRow(db, { id: returned.id, date, amount });
  return returned;
}

/**
 * Records the kept part of a deposit as income on the day of its return. For a reason other than arrears it also adds a
 * charge, paid by that income. Throws `not_found`, `invalid_input` if no part remains to be recorded, or `conflict` if
 * a concurrent request has recorded it.
 */
export async function recordDeduction(
  db: UserDb,
  { id, input, today }: Args<DepositDeductionInput>,
): Promise<TenancyRecord> {
  const tenancy = await recordOf(db, id);
  const amount = unrecordedDeduction(tenancy);
  const date = tenancy.depositReturned;
  if (!date || date > today || amount === 0)
    throw new AppError('invalid_input', { message: 'The full deposit has already been recorded.' });
  await deductFromDeposit(db, { tenancy, deduction: { ...input, amount, date }, today });
  // The ledger is locked now, so a concurrent record is visible.
  const { depositRecorded, depositDeductions } = await recordOf(db, id);
  if (depositRecorded > depositDeductions) throw new AppError('conflict');
  return recordOf(db, id);
}

type DeductionArgs = {
  tenancy: TenancyRecord;
  deduction: DepositDeductionInput & { amount: number; date: string };
  today: string;
};

export async function deductFromDeposit(db: UserDb, { tenancy, deduction, today }: DeductionArgs): Promise<void> {
  const { id, names, propertyId } = tenancy;
  const { amount, date, towards, reason } = deduction;
  const description = `Kept from the deposit, ${names}`.slice(0, MAX_DESCRIPTION);
  const income = {
    type: 'income',
    category: DEPOSIT_DEDUCTION,
    tenancyId: id,
    propertyId,
    description,
    date,
    amount,
  } as const;
  const { id: paid } = await addTransaction(db, { input: TransactionInput.parse(income), today });
  if (towards === 'owed') return;
  const charge = { kind: 'charge', date, amount, inCredit: false, note: reason } as const;
  const { id: owed } = await addEntry(db, { id, input: charge });
  await choose(db, { tenancyId: id, owed, paid, amount });
}

const MAX_PAYERS = 20;

/** Finds tenancies to choose as payer, current ones before ended ones. */
export async function findPayers(db: UserDb, q: string): Promise<Payer[]> {
  const tenancies = db
    .selectFrom('tenancies')
    .select(['id as tenancyId', 'names', 'property_id as propertyId', 'property_name as propertyName'])
    .orderBy(sql`ended_on <= (select app.today()) is true`)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(MAX_PAYERS);
  return (q ? tenancies.where(sql<boolean>`id in (select app.find_tenancies(${q}))`) : tenancies).execute();
}

type Choice = { tenancyId: string; owed: string; paid: string; amount: number };

async function choose(db: UserDb, { tenancyId, owed, paid, amount }: Choice): Promise<void> {
  await sql`
    insert into chosen_allocations (tenancy_id, owed_id, paid_id, amount)
    values (${tenancyId}, ${owed}, ${paid}, ${amount}::numeric / 100)`.execute(db);
}
