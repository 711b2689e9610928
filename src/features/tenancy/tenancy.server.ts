import { type RawBuilder, sql } from 'kysely';
import {
  byName,
  jsonColumn,
  newestFirst,
  nullableText,
  penceColumn,
  recordTable,
  type Versioned,
} from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { DEPOSIT_DEDUCTION } from '../transaction/listed.ts';
import { TEXTS } from './listed.ts';
import { validateStart } from './rules/start.ts';
import { writeCharges } from './schedule/charges.server.ts';
import type { RentInput, Tenancy, TenancyChange, TenancyInput, TenancyQuery, TenancyRecord } from './tenancy.ts';

const today = sql`(select app.today())`;

/** Current rent in pounds, or the first rent before the start. Correlated with the outer `tenancies` row. */
const currentRent = sql`coalesce(
  (select amount from tenancy_rents r where r.tenancy_id = tenancies.id and starts_on <= ${today} order by starts_on desc limit 1),
  (select amount from tenancy_rents r where r.tenancy_id = tenancies.id order by starts_on limit 1), 0)`;

const table = recordTable<Partial<TenancyInput>, Tenancy, TenancyRecord, TenancyQuery>({
  table: 'tenancies',
  noun: 'tenancy',
  columns: {
    propertyId: 'property_id',
    kind: 'kind',
    start: 'start_date',
    end: 'end_date',
    ended: 'ended_on',
    frequency: 'frequency',
    rentDay: 'rent_day',
    timing: {
      column: 'in_arrears',
      read: sql`case when in_arrears then 'arrears' else 'advance' end`,
      write: (timing) => timing === 'arrears',
    },
    chargesFrom: 'charges_from',
    lateInterest: 'late_interest',
    written: 'written',
    signedAt: {
      column: 'signed_at',
      read: sql`to_char(signed_at at time zone 'Europe/London', 'YYYY-MM-DD"T"HH24:MI')`,
      write: (signedAt) => sql`${signedAt}::timestamp at time zone 'Europe/London'`,
    },
    serviceMethods: jsonColumn('service_methods'),
    depositPayerName: nullableText('deposit_payer_name'),
    depositPayerEmail: nullableText('deposit_payer_email'),
    depositPayerAddress: nullableText('deposit_payer_address'),
    depositItems: 'deposit_items',
    depositParts: jsonColumn('deposit_parts'),
    depositAmount: penceColumn('deposit_amount'),
    depositReceived: 'deposit_received',
    depositScheme: nullableText('deposit_scheme'),
    depositReference: nullableText('deposit_reference'),
    depositProtected: 'deposit_protected',
    depositInformation: 'deposit_information',
    depositReturned: 'deposit_returned',
    depositDeductions: penceColumn('deposit_deductions'),
    noticeBy: {
      column: 'notice_by',
      read: sql`coalesce(notice_by, 'none')`,
      write: (giver) => (giver === 'none' ? null : giver),
    },
    noticeGiven: 'notice_given',
    noticeEnds: 'notice_ends',
  },
  computed: {
    names: sql`names`,
    propertyName: sql`property_name`,
    rent: sql`(${currentRent} * 100)::bigint`,
    rentAMonth: sql`(select (m.amount * 100)::bigint from app.monthly_rents m where m.id = tenancies.id)`,
    separate: sql`separate`,
    balance: sql`coalesce((select (sum(amount) * 100)::bigint from ledger_entries e
      where e.tenancy_id = tenancies.id and e.date <= ${today}), 0)`,
  },
  parts: {
    agent: sql`(select json_build_object('id', id, 'name', name, 'feePercent', fee_percent::float8, 'feeFixed', (fee_fixed * 100)::bigint, 'vat', vat)
      from agents a where a.id = tenancies.agent_id)`,
    propertyPostcode: sql`(select zipcode from properties p where p.id = tenancies.property_id)`,
    propertyCountry: sql`(select country from properties p where p.id = tenancies.property_id)`,
    depositRecorded: sql`coalesce((select (sum(amount) * 100)::bigint from transactions x
      where x.tenancy_id = tenancies.id and x.category = ${sql.lit(DEPOSIT_DEDUCTION)}), 0)`,
    reminded: sql`reminded`,
    autoMatch: sql`auto_match`,
    rents: sql`coalesce((
      select json_agg(json_build_object('id', id, 'from', starts_on, 'amount', (amount * 100)::bigint, 'servedOn', served_on)
        order by starts_on desc)
      from tenancy_rents r where r.tenancy_id = tenancies.id), '[]')`,
    tenants: sql`coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'email', email, 'phone', phone, 'movedOut', moved_out,
        'guarantorName', coalesce(guarantor_name, ''), 'guarantorPhone', coalesce(guarantor_phone, '')) order by date_added, id)
      from tenants t where t.tenancy_id = tenancies.id), '[]')`,
  },
  orders: { name: { ...byName, key: 'names' }, newest: newestFirst },
  find: (q) => sql`app.find_tenancies(${q})`,
  filters: {
    propertyId: (id) => sql`property_id = ${id}::uuid`,
    state: (state) =>
      state === 'ended' ? sql`(ended_on <= ${today})` : sql`(ended_on is null or ended_on > ${today})`,
  },
});

export const { list: listTenancies, get: getTenancy } = table;

type Today = { today: string };

/** Throws `invalid_input` for an unknown property or tenant, or an unconfirmed start. */
export async function addTenancy(
  db: UserDb,
  { input, today }: Today & { input: TenancyInput },
): Promise<TenancyRecord> {
  const { tenantIds, rent, confirmedStart, ...terms } = input;
  assertPlausibleStart({ start: terms.start, confirmedStart });
  const home = db.selectFrom('properties').select('id').where('id', '=', terms.propertyId).forShare();
  if (!(await home.executeTakeFirst())) throw invalidField('propertyId', TEXTS.noProperty);
  const tenants = await db
    .selectFrom('tenants')
    .select(['id', 'tenancy_id as before'])
    .where('id', '=', sql<string>`any(${tenantIds}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (tenants.length < new Set(tenantIds).size) throw invalidField('tenantIds', TEXTS.noTenant);
  const { id } = await table.add(db, terms);
  await setRent(db, id, { from: terms.start, amount: rent, servedOn: null });
  await db
    .updateTable('tenants')
    .set({
      tenancy_id: id,
      property_id: terms.propertyId,
      moved_in: null,
      moved_out: terms.ended,
    })
    .where('id', '=', sql<string>`any(${tenantIds}::uuid[])`)
    .execute();
  await removeEmptyTenancies(db, { ids: tenants.map(({ before }) => before), today });
  await db.updateTable('tenancies').set({ separate: true }).where('id', '=', id).execute();
  await writeCharges(db, [id], today);
  return recordOf(db, id);
}

/**
 * SQL for the first property with several current tenancies that are not all confirmed as separate, and the number of
 * such properties, as JSON or null.
 */
export const jointTenancySuggestion = (on: RawBuilder<unknown>) => sql`
  (select json_build_object('propertyId', property_id, 'propertyName', name, 'count', count(*) over ())
    from (select property_id, min(property_name) as name from tenancies
      where property_id is not null and (ended_on is null or ended_on > ${on})
      group by property_id having count(*) > 1 and not bool_and(separate)) several
    order by name limit 1)`;

/** Marks a property's current tenancies as separate agreements and returns their number. */
export async function separateTenancies(db: UserDb, propertyId: string): Promise<number> {
  const running = db
    .selectFrom('tenancies')
    .select('id')
    .where('property_id', '=', propertyId)
    .where(sql<boolean>`(ended_on is null or ended_on > ${today})`)
    .orderBy('id')
    .forNoKeyUpdate();
  const ids = (await running.execute()).map(({ id }) => id);
  await sql`update tenancies set separate = true where id = any(${ids}::uuid[]) and not separate`.execute(db);
  return ids.length;
}

/** Throws `not_found`, `conflict`, or `invalid_input` for an unconfirmed start. */
export async function changeTenancy(
  db: UserDb,
  { input: { confirmedStart, rent, ...input }, today, ...args }: Versioned & Today & { input: TenancyChange },
): Promise<TenancyRecord> {
  await lockTenants(db, [args.id]);
  const before = await getTenancy(db, args.id);
  if (before) assertPlausibleStart({ start: input.start, before: before.start, confirmedStart });
  // A new end date resets the landlord's answer about a periodic tenancy.
  const declined = sql`periodic_declined and end_date is not distinct from ${input.end}::date`;
  const after = await table.change(db, { ...args, input, also: { periodic_declined: declined } });
  // Tenants who moved out earlier keep their date.
  if (before && before.ended !== after.ended)
    await sql`
      update tenants set moved_out = case
        when moved_out is not distinct from ${before.ended}::date then ${after.ended}::date else least(moved_out, ${after.ended}::date) end
      where tenancy_id = ${after.id}`.execute(db);
  if (before && before.start !== after.start)
    await moveFirstRent(db, after.id, { from: before.start, to: after.start });
  if (before && rent !== undefined && before.frequency !== after.frequency)
    await sql`
      update tenancy_rents set amount = case when ${before.rent} = 0 then ${rent}::numeric / 100
        else round(amount * ${rent}::numeric / ${before.rent}, 2) end
      where tenancy_id = ${after.id}`.execute(db);
  await writeCharges(db, [after.id], today);
  return bumpTenantVersions(db, { id: after.id, before });
}

/** Throws `invalid_input` for a new, unlikely and unconfirmed start. */
export function assertPlausibleStart(args: Parameters<typeof validateStart>[0]): void {
  const fields = validateStart(args);
  if (fields) throw new AppError('invalid_input', { fields });
}

/** Deletes a tenancy, but not its payments. Throws `not_found`, `conflict`, or `invalid_input` if it has tenants. */
export async function removeTenancy(db: UserDb, args: Versioned): Promise<void> {
  const tenant = db.selectFrom('tenants').select('id').where('tenancy_id', '=', args.id).limit(1);
  if (await tenant.executeTakeFirst()) throw new AppError('invalid_input', { message: TEXTS.hasTenants });
  // Payments are locked first, as when a payment is changed, to avoid deadlock.
  await db
    .selectFrom('transactions')
    .select('id')
    .where('tenancy_id', '=', args.id)
    .orderBy('id')
    .forUpdate()
    .execute();
  await table.remove(db, args);
}

/** Removes tenancies without tenants and payments, to undo a bulk import, and returns their ids. */
export async function removeUnusedTenancies(db: UserDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from tenancies t where id = any(${ids}::uuid[])
      and not exists (select from tenants where tenancy_id = t.id) and not exists (select from transactions where tenancy_id = t.id)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds a rent, or replaces that of the same start date. Throws `not_found`, or `invalid_input` for an early date. */
export async function addRent(
  db: UserDb,
  { id, input, today }: Today & { id: string; input: RentInput },
): Promise<TenancyRecord> {
  await lockTenants(db, [id]);
  const before = await lockTenancy(db, id);
  if (input.from < before.start) throw invalidField('from', 'Enter a date on or after the start of the tenancy.');
  await setRent(db, id, input);
  await writeCharges(db, [id], today);
  return bumpTenantVersions(db, { id, before });
}

/** Removes a rent. Throws `not_found`, or `invalid_input` for the only rent. */
export async function removeRent(
  db: UserDb,
  { id, rentId, today }: Today & { id: string; rentId: string },
): Promise<TenancyRecord> {
  await lockTenants(db, [id]);
  const before = await lockTenancy(db, id);
  const { rents } = before;
  if (!rents.some((rent) => rent.id === rentId)) throw new AppError('not_found', { message: TEXTS.notFound });
  if (rents.length === 1)
    throw new AppError('invalid_input', { message: 'You cannot remove the only rent. Change it instead.' });
  await db.deleteFrom('tenancy_rents').where('id', '=', rentId).execute();
  await writeCharges(db, [id], today);
  return bumpTenantVersions(db, { id, before });
}

export async function recordOf(db: UserDb, id: string): Promise<TenancyRecord> {
  const tenancy = await getTenancy(db, id);
  if (!tenancy) throw new AppError('not_found', { message: TEXTS.notFound });
  return tenancy;
}

/** Locks tenants by id and before their tenancies, like saving a tenant, to avoid deadlock. */
export async function lockTenants(db: UserDb, tenancies: readonly string[]): Promise<void> {
  const tenants = db
    .selectFrom('tenants')
    .select('id')
    .where('tenancy_id', '=', sql<string>`any(${tenancies}::uuid[])`);
  await tenants.orderBy('id').forUpdate().execute();
}

/** Increments tenants' versions, so that forms opened before a change of terms conflict. `but` is excluded. */
export async function bumpTenantVersions(
  db: UserDb,
  { id, before, but = null }: { id: string; before: TenancyRecord | undefined; but?: string | null },
): Promise<TenancyRecord> {
  const after = await recordOf(db, id);
  const terms = ['start', 'end', 'rentAMonth', 'depositAmount'] as const;
  if (terms.some((term) => before?.[term] !== after[term]))
    await sql`update tenants set tenancy_id = tenancy_id where tenancy_id = ${id} and id is distinct from ${but}::uuid`.execute(
      db,
    );
  return after;
}

/** Locks a tenancy before its rows are changed, to avoid deadlock. Throws `not_found`. */
export async function lockTenancy(db: UserDb, id: string): Promise<TenancyRecord> {
  await db.selectFrom('tenancies').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return recordOf(db, id);
}

export async function setRent(db: UserDb, id: string, { from, amount, servedOn }: RentInput): Promise<void> {
  const row = { starts_on: from, amount: sql<string>`${amount}::numeric / 100`, served_on: servedOn };
  await db
    .insertInto('tenancy_rents')
    .values({ tenancy_id: id, ...row })
    .onConflict((same) => same.columns(['tenancy_id', 'starts_on']).doUpdateSet(row))
    .execute();
}

/** Moves the first rent to the tenancy's new start, unless another rent has started by then. */
export async function moveFirstRent(db: UserDb, id: string, { from, to }: { from: string; to: string }): Promise<void> {
  const first = db.selectFrom('tenancy_rents').select('id').where('tenancy_id', '=', id).orderBy('starts_on').limit(1);
  const rent = db
    .updateTable('tenancy_rents')
    .set({ starts_on: to })
    .where('id', '=', first)
    .where('starts_on', '=', from);
  const laterRent = db
    .selectFrom('tenancy_rents')
    .select('id')
    .where('tenancy_id', '=', id)
    .where('starts_on', '>', from)
    .where('starts_on', '<=', to);
  if (!(await laterRent.executeTakeFirst())) await rent.execute();
}

/** Deletes tenancies without tenants whose only entries are rent, and closes the other tenancies without tenants. */
export async function removeEmptyTenancies(
  db: UserDb,
  { ids, today }: Today & { ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from tenancies t where id = any(${ids}::uuid[])
      and not exists (select from tenants where tenancy_id = t.id)
      and not exists (select from ledger_entries where tenancy_id = t.id and kind not in ('rent', 'correction'))`.execute(
    db,
  );
  await closeEmptyTenancies(db, { ids, today });
}

/** Ends tenancies without remaining tenants and charges rent up to today. */
export async function closeEmptyTenancies(
  db: UserDb,
  { ids, today }: Today & { ids: readonly string[] },
): Promise<void> {
  await sql`
    update tenancies set ended_on = greatest(${today}::date, (select max(moved_out) from tenants where tenancy_id = tenancies.id))
    where id = any(${ids}::uuid[]) and (ended_on is null or ended_on > ${today}::date)
      and not exists (select from tenants where tenancy_id = tenancies.id and moved_out is null)`.execute(db);
  await writeCharges(db, ids, today);
}
