import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { lockTenancy } from '../../tenancy/tenancy.server.ts';
import { assertLinksValid, getTransaction } from '../../transaction/transaction.server.ts';
import type { Transaction, TransactionInput } from '../../transaction/transaction.ts';
import { type Allocation, type Choices, TOO_MUCH } from './allocation.ts';

const NEARBY_DAYS = 62;
const GONE = 'One of these charges has been removed. Close this and try again.';

/** Reads the allocation of the payment `id`. Throws `not_found`. */
export async function readAllocation(db: UserDb, id: string): Promise<Allocation> {
  const { rows } = await sql<Allocation>`
    select ((-p.amount - coalesce((select sum(c.amount) from chosen_allocations c join ledger_entries r on r.id = c.owed_id
        where c.paid_id = p.id and r.kind = 'refund'), 0)) * 100)::bigint as amount,
      exists (select from chosen_allocations c join ledger_entries r on r.id = c.owed_id where c.paid_id = p.id and r.kind <> 'refund') as chosen,
      coalesce((
        select json_agg(json_build_object('entryId', e.id, 'kind', kind, 'date', date, 'note', note, 'amount', (e.amount * 100)::bigint,
          'free', (greatest(0, e.amount - coalesce((select sum(c.amount) from chosen_allocations c join ledger_entries o on o.id = c.paid_id
            where c.owed_id = e.id and c.paid_id <> p.id), 0) - coalesce((select sum(l.amount) from rent_allocations l
            join ledger_entries o on o.id = l.paid_id where l.owed_id = e.id and o.kind = 'correction'), 0)) * 100)::bigint,
          'pays', (coalesce(a.amount, 0) * 100)::bigint) order by date, e.id)
        from ledger_entries e left join rent_allocations a on a.owed_id = e.id and a.paid_id = p.id
        where e.tenancy_id = p.tenancy_id and e.amount > 0 and e.kind <> 'refund'
          and (e.unpaid or a.amount is not null or abs(e.date - p.date) <= ${NEARBY_DAYS})), '[]') as charges
    from ledger_entries p where p.id = ${id} and p.kind = 'payment'`.execute(db);
  if (!rows[0]) throw new AppError('not_found', { message: 'Payment not found' });
  return rows[0];
}

/**
 * Replaces a payment's chosen charges. Without chosen charges, the oldest is paid first. Throws `not_found`, or
 * `invalid_input` for too much or an unknown charge.
 */
export async function changeAllocation(
  db: UserDb,
  { id, goesTo }: { id: string; goesTo: Choices },
): Promise<Allocation> {
  const payment = db
    .selectFrom('ledger_entries')
    .select('tenancy_id')
    .where('id', '=', id)
    .where('kind', '=', 'payment');
  const tenancyId = (await payment.executeTakeFirst())?.tenancy_id;
  if (!tenancyId) throw new AppError('not_found', { message: 'Payment not found' });
  await lockTenancy(db, tenancyId);
  const { amount, charges } = await readAllocation(db, id);
  if (goesTo.reduce((sum, part) => sum + part.amount, 0) > amount) refuse(TOO_MUCH);
  for (const part of goesTo) {
    const charge = charges.find(({ entryId }) => entryId === part.entryId);
    if (charge && part.amount > charge.free)
      refuse(`You can use at most ${formatPence(charge.free)} for the charge due on ${formatDay(charge.date)}`);
  }
  await sql`
    delete from chosen_allocations where paid_id = ${id}
      and owed_id not in (select id from ledger_entries where tenancy_id = ${tenancyId} and kind = 'refund')`.execute(
    db,
  );
  await chooseCharges(db, { tenancyId, paymentId: id, goesTo });
  return readAllocation(db, id);
}

type Chosen = { tenancyId: string; paymentId: string; goesTo: Choices };
type Adding = { input: TransactionInput; today: string; goesTo: Choices };

/**
 * Adds income that pays chosen charges, with a single settlement of the ledger. Throws like `addTransaction`, and
 * `invalid_input` for an unknown charge.
 */
export async function addChosenPayment(db: UserDb, { input, today, goesTo }: Adding): Promise<Transaction> {
  await assertLinksValid(db, { input, today });
  const { tenancyId, propertyId, bankAccountId, amount, description, date, category, reference } = input;
  const { rows } = await sql<{ id: string | null }>`
    select app.add_chosen_payment(${tenancyId}, ${JSON.stringify(goesTo)}::jsonb, ${JSON.stringify({
      property_id: propertyId,
      bank_account_id: bankAccountId,
      amount: amount / 100,
      description,
      date,
      category,
      reference: reference || null,
    })}::jsonb) as id`.execute(db);
  const added = rows[0]?.id && (await getTransaction(db, rows[0].id));
  return added || refuse(GONE);
}

/** Throws `invalid_input` for an unknown charge. */
async function chooseCharges(db: UserDb, { tenancyId, paymentId, goesTo }: Chosen): Promise<void> {
  if (goesTo.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into chosen_allocations (tenancy_id, owed_id, paid_id, amount)
    select e.tenancy_id, e.id, ${paymentId}, chosen.amount::numeric / 100
    from jsonb_to_recordset(${JSON.stringify(goesTo)}::jsonb) as chosen ("entryId" uuid, amount bigint)
      join ledger_entries e on e.id = chosen."entryId" and e.tenancy_id = ${tenancyId} and e.amount > 0 and e.kind <> 'refund'`.execute(
    db,
  );
  if (numAffectedRows !== BigInt(goesTo.length)) refuse(GONE);
}

function refuse(message: string): never {
  throw invalidField('goesTo', message);
}
