import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { readLedger } from '../rent/ledger/ledger.server.ts';
import { recordOf } from '../tenancy/tenancy.server.ts';
import type { Receipt } from './receipt.ts';
import { type Parties, type Statement, statementOf } from './statement.ts';

type Params = { id: string; from?: string | undefined; to?: string | undefined; today: string };

/** Reads a statement, by default of the whole ledger. Throws `not_found`, or `invalid_input` for impossible dates. */
export async function readStatement(db: UserDb, { id, to, today, ...range }: Params): Promise<Statement> {
  const { names, propertyName } = await recordOf(db, id);
  const last = to ?? today;
  if (last > today) throw invalidField('to', 'Enter a date up to today');
  const ledger = await readLedger(db, { id, on: last });
  const from = range.from ?? ledger.entries.at(-1)?.date ?? last;
  if (from > last) throw invalidField('from', 'Enter a date before the last day');
  const parties = await readParties(db, { names, propertyName });
  return statementOf({ parties, ledger, from, to: last });
}

/** Reads the receipt of the payment `id`. Throws `not_found`. */
export async function readReceipt(db: UserDb, id: string): Promise<Receipt> {
  const { rows } = await sql<Omit<Receipt, 'parties'> & { tenancyId: string }>`
    select e.tenancy_id as "tenancyId", e.date, (-e.amount * 100)::bigint as amount, coalesce(t.reference, '') as reference,
      (select (sum(b.amount) * 100)::bigint from ledger_entries b where b.tenancy_id = e.tenancy_id and b.date <= e.date) as balance,
      coalesce((select json_agg(json_build_object('kind', o.kind, 'date', o.date, 'from', o.period_from, 'to', o.period_to, 'method', o.method,
          'note', o.note, 'disputedOn', o.disputed_on, 'amount', (a.amount * 100)::bigint) order by o.date, o.id)
        from rent_allocations a join ledger_entries o on o.id = a.owed_id where a.paid_id = e.id), '[]') as paid
    from ledger_entries e left join transactions t on t.id = e.id
    where e.id = ${id} and e.kind = 'payment'`.execute(db);
  const [payment] = rows;
  if (!payment) throw new AppError('not_found', { message: 'Payment not found' });
  const { tenancyId, ...receipt } = payment;
  const { names, propertyName } = await recordOf(db, tenancyId);
  return { parties: await readParties(db, { names, propertyName }), ...receipt };
}

type Named = { names: string; propertyName: string | null };

async function readParties(db: UserDb, { names, propertyName }: Named): Promise<Parties> {
  const { landlord } = await db.selectFrom('profiles').select(accountName.as('landlord')).executeTakeFirstOrThrow();
  return { landlord, property: propertyName, tenants: names };
}
