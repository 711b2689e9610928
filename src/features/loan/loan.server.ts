import { sql } from 'kysely';
import {
  byName,
  jsonColumn,
  newestFirst,
  penceColumn,
  recordTable,
  type Versioned,
} from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { validateProperty } from '../transaction/transaction.server.ts';
import { TEXTS } from './listed.ts';
import type { Loan, LoanInput, LoanQuery, LoanRecord } from './loan.ts';
import { updatePayments } from './payments.server.ts';

const statements = sql<LoanRecord['statements']>`coalesce((
  select json_agg(json_build_object('id', id, 'from', from_day, 'to', to_day, 'interest', (interest * 100)::bigint) order by from_day)
  from loan_statements where loan_id = loans.id), '[]')`;

const table = recordTable<LoanInput, Loan, LoanRecord, LoanQuery>({
  table: 'loans',
  noun: 'loan',
  columns: {
    propertyId: 'property_id',
    lender: 'lender',
    amount: penceColumn('amount'),
    opened: 'opened',
    months: 'months',
    kind: 'kind',
    rates: jsonColumn('rates'),
    fixedUntil: 'fixed_until',
    valueWhenLet: penceColumn('value_when_let'),
    capitalAdded: penceColumn('capital_added'),
    limitConfirmed: 'limit_confirmed',
  },
  computed: { property: sql`property_name` },
  parts: { statements },
  orders: { name: { ...byName, key: 'lender' }, newest: newestFirst },
  find: (q) => sql`app.find_loans(${q})`,
  filters: { propertyId: (id) => sql`property_id = ${id}::uuid` },
});

async function assertProperty(db: UserDb, input: LoanInput): Promise<void> {
  const { propertyId } = await validateProperty(db, input);
  if (propertyId) throw invalidField('propertyId', propertyId);
}

/** Saves throw `invalid_input` for a missing property. A change updates the parts of linked payments. */
export const loanTable = (today: () => string) => ({
  ...table,
  add: async (db: UserDb, input: LoanInput) => {
    await assertProperty(db, input);
    return table.add(db, input);
  },
  change: async (db: UserDb, args: Versioned & { input: LoanInput }) => {
    await sql`select app.lock_account()`.execute(db);
    if (!(await table.get(db, args.id))) throw new AppError('not_found', { message: TEXTS.notFound });
    await assertProperty(db, args.input);
    const loan = await table.change(db, args);
    await updatePayments(db, { loan, today: today() });
    return loan;
  },
});

export const getLoan = table.get;
