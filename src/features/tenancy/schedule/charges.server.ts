import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { addDays } from '../../../shared/dates.ts';
import { type ChargeChanges, type ExistingCharge, reconcileCharges } from './charges.ts';
import { type RentTerms, rentSchedule } from './rent-schedule.ts';

const DAYS_AHEAD = 60;

type TenancyCharges = RentTerms & { id: string; chargesFrom: string; existing: ExistingCharge[] };

/**
 * Updates the charges of tenancies from their schedules, up to `DAYS_AHEAD`. Call in the transaction that changes terms
 * or rents. `today` is the landlord's date.
 */
export async function writeCharges(db: UserDb, ids: readonly string[], today: string): Promise<void> {
  const until = addDays(today, DAYS_AHEAD);
  const tenancies = await termsOf(db, ids);
  const changes = tenancies.map(({ id, chargesFrom, existing, ...terms }) => {
    const scheduled = terms.rents.length > 0 ? rentSchedule(terms, { from: chargesFrom, to: until }) : [];
    const { add, ...rest } = reconcileCharges(scheduled, existing, today);
    return { ...rest, add: add.map((charge) => ({ ...charge, tenancy: id })) };
  });
  await apply(db, {
    add: changes.flatMap(({ add }) => add),
    change: changes.flatMap(({ change }) => change),
    remove: changes.flatMap(({ remove }) => remove),
  });
  await db
    .updateTable('tenancies')
    .set({ charged_to: until })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

async function termsOf(db: UserDb, ids: readonly string[]): Promise<TenancyCharges[]> {
  // Rows are locked in the order of their ids to avoid deadlock.
  const locked = db
    .selectFrom('tenancies')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  await locked.execute();
  const existing = sql<ExistingCharge[]>`coalesce((
    select json_agg(json_build_object('id', id, 'date', date, 'amount', (amount * 100)::bigint, 'from', period_from, 'to', period_to,
      'method', method, 'corrects', corrects, 'settled', (settled * 100)::bigint) order by date, id)
    from ledger_entries e where e.tenancy_id = tenancies.id and kind in ('rent', 'correction')), '[]')`;
  return readTerms(db, ids).select(existing.as('existing')).execute();
}

/** Query for the terms and ledger starts of tenancies, ordered by id. */
export function readTerms(db: UserDb, ids: readonly string[]) {
  const rents = sql<TenancyCharges['rents']>`coalesce((
    select json_agg(json_build_object('from', starts_on, 'amount', (amount * 100)::bigint) order by starts_on)
    from tenancy_rents r where r.tenancy_id = tenancies.id), '[]')`;
  return db
    .selectFrom('tenancies')
    .select([
      'id',
      'start_date as start',
      'ended_on as ended',
      sql<TenancyCharges['frequency']>`frequency`.as('frequency'),
      'rent_day as rentDay',
      'in_arrears as inArrears',
      'charges_from as chargesFrom',
      rents.as('rents'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
}

type Changes = Omit<ChargeChanges, 'add'> & { add: (ChargeChanges['add'][number] & { tenancy: string })[] };

async function apply(db: UserDb, { add, change, remove }: Changes): Promise<void> {
  if (remove.length > 0) {
    const removed = sql<string>`any(${remove}::uuid[])`;
    await db.deleteFrom('ledger_entries').where('id', '=', removed).execute();
  }
  if (change.length > 0) {
    await sql`
      update ledger_entries e set date = changed.date, amount = changed.amount::numeric / 100, period_to = changed."to", method = changed.method
      from jsonb_to_recordset(${JSON.stringify(change)}::jsonb) as changed (id uuid, date date, amount bigint, "to" date, method text)
      where e.id = changed.id`.execute(db);
  }
  if (add.length > 0) {
    await sql`
      insert into ledger_entries (tenancy_id, kind, date, amount, period_from, period_to, method, note, corrects)
      select tenancy, kind, date, amount::numeric / 100, "from", "to", method, note, corrects
      from jsonb_to_recordset(${JSON.stringify(add)}::jsonb) as added
        (tenancy uuid, kind text, date date, amount bigint, "from" date, "to" date, method text, note text, corrects uuid)`.execute(
      db,
    );
  }
}
