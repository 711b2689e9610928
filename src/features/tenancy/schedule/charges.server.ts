/** Updates charges of tenancies from their schedules, up to 60 days ahead. Row-level security applies. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { addDays } from '../../../shared/dates.ts';
import { type ChargeChanges, type ExistingCharge, reconcileCharges } from './charges.ts';
import { type RentTerms, rentSchedule } from './rent-schedule.ts';

const DAYS_AHEAD = 60;

type Found = RentTerms & { id: string; chargesFrom: string; kept: ExistingCharge[] };

/** Call in the transaction that changes terms or rents. `today` is the landlord's date. */
export async function writeCharges(db: UserDb, ids: readonly string[], today: string): Promise<void> {
  const until = addDays(today, DAYS_AHEAD);
  const found = await termsOf(db, ids);
  const changes = found.map(({ id, chargesFrom, kept, ...terms }) => {
    const wanted = terms.rents.length > 0 ? rentSchedule(terms, { from: chargesFrom, to: until }) : [];
    const { add, ...rest } = reconcileCharges(wanted, kept, today);
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

async function termsOf(db: UserDb, ids: readonly string[]): Promise<Found[]> {
  // Locked by id to avoid deadlock.
  const locked = db
    .selectFrom('tenancies')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate();
  await locked.execute();
  const kept = sql<ExistingCharge[]>`coalesce((
    select json_agg(json_build_object('id', id, 'date', date, 'amount', (amount * 100)::bigint, 'from', period_from, 'to', period_to,
      'method', method, 'corrects', corrects, 'settled', (settled * 100)::bigint) order by date, id)
    from ledger_entries e where e.tenancy_id = tenancies.id and kind in ('rent', 'correction')), '[]')`;
  return readTerms(db, ids).select(kept.as('kept')).execute();
}

/** Terms and ledger starts of tenancies, by id. */
export function readTerms(db: UserDb, ids: readonly string[]) {
  const rents = sql<Found['rents']>`coalesce((
    select json_agg(json_build_object('from', starts_on, 'amount', (amount * 100)::bigint) order by starts_on)
    from tenancy_rents r where r.tenancy_id = tenancies.id), '[]')`;
  return db
    .selectFrom('tenancies')
    .select([
      'id',
      'start_date as start',
      'ended_on as ended',
      sql<Found['frequency']>`frequency`.as('frequency'),
      'rent_day as rentDay',
      'in_arrears as inArrears',
      'charges_from as chargesFrom',
      rents.as('rents'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
}

type Changes = Omit<ChargeChanges, 'add'> & { add: (ChargeChanges['add'][number] & { tenancy: string })[] };

/** Saves the changes of all tenancies at once. */
async function apply(db: UserDb, { add, change, remove }: Changes): Promise<void> {
  if (remove.length > 0) {
    const gone = sql<string>`any(${remove}::uuid[])`;
    await db.deleteFrom('ledger_entries').where('id', '=', gone).execute();
  }
  if (change.length > 0) {
    await sql`
      update ledger_entries e set date = given.date, amount = given.amount::numeric / 100, period_to = given."to", method = given.method
      from jsonb_to_recordset(${JSON.stringify(change)}::jsonb) as given (id uuid, date date, amount bigint, "to" date, method text)
      where e.id = given.id`.execute(db);
  }
  if (add.length > 0) {
    await sql`
      insert into ledger_entries (tenancy_id, kind, date, amount, period_from, period_to, method, note, corrects)
      select tenancy, kind, date, amount::numeric / 100, "from", "to", method, note, corrects
      from jsonb_to_recordset(${JSON.stringify(add)}::jsonb) as given
        (tenancy uuid, kind text, date date, amount bigint, "from" date, "to" date, method text, note text, corrects uuid)`.execute(
      db,
    );
  }
}
