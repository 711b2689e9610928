import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { saveTerms } from '../tenancy/lease.server.ts';
import { writeCharges } from '../tenancy/schedule/charges.server.ts';
import { recordOf, setRent } from '../tenancy/tenancy.server.ts';
import type { JoinInput, TenancyRecord } from '../tenancy/tenancy.ts';
import { ENTRY_KINDS } from './ledger/ledger.ts';

const OTHER_HOME = 'You can only join tenancies at the same property. Check the tenancies you chose.';

/**
 * Joins tenancies into the tenancy `id`, whose tenants are each liable for the whole rent. Payments and manual entries
 * move to its ledger, and rent charges of the others are removed. `today` is the landlord's date. Throws `not_found`,
 * and `invalid_input` for tenancies of other properties.
 */
export async function joinTenancies(
  db: UserDb,
  { id, input: { tenancies, rent }, today }: { id: string; input: JoinInput; today: string },
): Promise<TenancyRecord> {
  const others = [...new Set(tenancies)].filter((other) => other !== id);
  const all = [id, ...others];
  // Rows are locked in the usual order: tenants, transactions, tenancies.
  await sql`select id from tenants where tenancy_id = any(${all}::uuid[]) order by id for update`.execute(db);
  await sql`select id from transactions where tenancy_id = any(${all}::uuid[]) order by id for update`.execute(db);
  const { rows: locked } = await sql<Pick<TenancyRecord, 'id' | 'propertyId' | 'start' | 'end' | 'depositAmount'>>`
    select id, property_id as "propertyId", start_date as start, end_date as "end", (deposit_amount * 100)::bigint as "depositAmount"
    from tenancies where id = any(${all}::uuid[]) order by id for no key update`.execute(db);
  if (locked.length < all.length) throw new AppError('not_found');
  const target = await recordOf(db, id);
  if (others.length === 0 || locked.some(({ propertyId }) => propertyId === null || propertyId !== target.propertyId))
    throw invalidField('tenancies', OTHER_HOME);
  const rentBefore = await sumOfRents(db, all);
  await moveEntries(db, { from: others, to: id });
  await sql`update transactions set tenancy_id = ${id} where tenancy_id = any(${others}::uuid[])`.execute(db);
  // Refunds stay linked to their payments.
  await sql`
    with chosen as (delete from chosen_allocations where tenancy_id = any(${others}::uuid[]) returning owed_id, paid_id, amount)
    insert into chosen_allocations (tenancy_id, owed_id, paid_id, amount)
    select ${id}::uuid, owed_id, paid_id, amount from chosen where owed_id in (select id from transactions where tenancy_id = ${id})`.execute(
    db,
  );
  // If the rents are added up, so are the deposits.
  const depositAmount =
    rent === rentBefore ? locked.reduce((sum, one) => sum + one.depositAmount, 0) : target.depositAmount;
  const start = locked.map((one) => one.start).reduce((first, one) => (one < first ? one : first));
  const end = locked.map((one) => one.end).reduce((last, one) => (last && one ? (one > last ? one : last) : null));
  await sql`
    update tenants t set tenancy_id = ${id}, moved_in = nullif(greatest(l.start_date, t.moved_in), ${start}::date)
    from tenancies l where l.id = t.tenancy_id and l.id = any(${all}::uuid[])`.execute(db);
  await sql`delete from tenancies where id = any(${others}::uuid[])`.execute(db);
  const current = target.rents.find(({ from }) => from <= today) ?? target.rents.at(-1);
  await setRent(db, id, { from: current?.from ?? target.start, amount: rent, servedOn: current?.servedOn ?? null });
  // Future rents were for a share, unless the remaining tenancy had the whole rent.
  if (rent !== target.rent)
    await sql`delete from tenancy_rents where tenancy_id = ${id} and starts_on > ${today}::date`.execute(db);
  await saveTerms(db, { tenancy: target, terms: { propertyId: target.propertyId, start, end, depositAmount }, today });
  await writeCharges(db, [id], today);
  return recordOf(db, id);
}

async function sumOfRents(db: UserDb, ids: readonly string[]): Promise<number> {
  const records = [];
  for (const id of ids) records.push(await recordOf(db, id));
  return records.reduce((sum, { rent }) => sum + rent, 0);
}

async function moveEntries(db: UserDb, { from, to }: { from: readonly string[]; to: string }): Promise<void> {
  const { rows: entries } = await sql<{ id: string; disputed: string | null }>`
    select id, disputed_on as disputed from ledger_entries
    where tenancy_id = any(${from}::uuid[]) and kind = any(${[...ENTRY_KINDS]}::text[]) order by id`.execute(db);
  for (const { id, disputed } of entries) {
    const { rows } = await sql<{ id: string }>`
      insert into ledger_entries (tenancy_id, kind, date, amount, note)
      select ${to}::uuid, kind, date, amount, note from ledger_entries where id = ${id} returning id`.execute(db);
    if (disputed)
      await sql`update ledger_entries set disputed_on = ${disputed}::date where id = ${rows[0]?.id ?? ''}`.execute(db);
  }
}
