import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { earlierDay, laterDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { assertLedgerStart, openLedger } from './ledger-start.server.ts';
import { firstOfMonth, type LedgerStart } from './ledger-start.ts';
import { rentAMonth, rentAPeriod } from './rules/frequency.ts';
import { writeCharges } from './schedule/charges.server.ts';
import {
  bumpTenantVersions,
  closeEmptyTenancies,
  moveFirstRent,
  recordOf,
  removeEmptyTenancies,
  separateTenancies,
  setRent,
} from './tenancy.server.ts';
import { rentDayOf, type TenancyRecord } from './tenancy.ts';

/** Tenancy fields of the tenant's form. Amounts are pence; `rentAmount` is the whole tenancy's monthly rent. */
type Lease = {
  propertyId: string | null;
  leaseStart: string;
  leaseEnd: string | null;
  movedOut: string | null;
  rentAmount: number;
  depositAmount: number;
};

type Saved = { id: string; tenancyId: string; leaseStart: string; movedOut: string | null };

export type TenancyOptions = {
  /** The tenancy that a new tenant joins. Null opens a tenancy confirmed as separate, undefined an unconfirmed one. */
  tenancyId?: string | null | undefined;
  /** Start date of a changed rent: null corrects the current rent, undefined means today. */
  rentFrom?: string | null | undefined;
  /** Ledger start of a new tenancy. The default is this month, or the tenancy's start if later, without a balance. */
  ledger?: LedgerStart | undefined;
  /** Whether the ledger may start after today, as in an import. */
  startsLater?: boolean | undefined;
  /** Whether a joining tenant's rent and deposit replace those of the tenancy. */
  changesTenancy?: boolean | undefined;
};

type Dated = { today: string };

/** Locks a tenant and all sharers of the old and new tenancy before a save, to avoid deadlock. */
export async function lockJointTenants(
  db: UserDb,
  { id, tenancyId }: { id: string; tenancyId?: string | null | undefined },
): Promise<void> {
  await sql`
    select id from tenants
    where id = ${id} or tenancy_id in (${tenancyId ?? null}::uuid, (select tenancy_id from tenants where id = ${id}))
    order by id for update`.execute(db);
}

type LeaseChange = Dated & {
  lease: Lease;
  before?: Saved | undefined;
  options: TenancyOptions;
  /** Saves the tenant and returns their id. `movedIn` is null unless it is later than the tenancy's start. */
  write: (tenancyId: string, movedIn: string | null) => Promise<{ id: string }>;
};

/**
 * Saves a tenant with their lease and returns the tenant's id. Throws `invalid_input` for a tenancy that is unknown, at
 * another property or on other terms.
 */
export async function saveWithLease(
  db: UserDb,
  { lease, before, options, today, write }: LeaseChange,
): Promise<string> {
  const { propertyId, leaseStart, leaseEnd, depositAmount } = lease;
  return logAsTenantChange(db, before?.id, async () => {
    const current = before && (await recordOf(db, before.tenancyId));
    const tenancy = await tenancyFor(db, { lease, current, options, today });
    const start = await startWith(db, { tenancy, lease, before });
    const { id } = await write(tenancy.id, leaseStart > start ? leaseStart : null);
    if (current && current.id !== tenancy.id) await removeEmptyTenancies(db, { ids: [current.id], today });
    // An earlier start must not change the other sharers' move-in date.
    if (start < tenancy.start)
      await sql`
        update tenants set moved_in = ${tenancy.start}::date
        where tenancy_id = ${tenancy.id} and id <> ${id} and moved_in is null`.execute(db);
    const end = joins(options, current) ? tenancy.end : leaseEnd;
    await saveTerms(db, { tenancy, terms: { propertyId, start, end, depositAmount }, before, today });
    await saveRent(db, { tenancy, lease, options, today });
    await writeCharges(db, [tenancy.id], today);
    await bumpTenantVersions(db, { id: tenancy.id, before: tenancy, but: id });
    if (options.tenancyId === null && propertyId) await separateTenancies(db, propertyId);
    return id;
  });
}

const joins = (options: TenancyOptions, current: TenancyRecord | undefined) =>
  Boolean(options.tenancyId) && options.tenancyId !== current?.id;

/** Returns the joined or current tenancy, or opens a new one, as for a sharer who moves to another property. */
async function tenancyFor(
  db: UserDb,
  {
    lease,
    current,
    options,
    today,
  }: Dated & { lease: Lease; current: TenancyRecord | undefined; options: TenancyOptions },
): Promise<TenancyRecord> {
  if (options.tenancyId && joins(options, current)) {
    await assertSameProperty(db, { id: options.tenancyId, lease });
    const joined = await recordOf(db, options.tenancyId);
    if (!options.changesTenancy) assertSameTerms(joined, lease);
    return joined;
  }
  if (current && (current.tenants.length < 2 || current.propertyId === lease.propertyId)) return current;
  return recordOf(db, await openTenancy(db, { lease, today, options }));
}

/** Runs `change` and logs its changes of tenancies only as part of this tenant's change. */
async function logAsTenantChange<T>(db: UserDb, tenant: string | undefined, change: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ terms: unknown }>`
    select set_config('app.saves_tenant', 'yes', true), app.lease_terms(${tenant ?? null}::uuid) as terms`.execute(db);
  const changed = await change();
  await sql`select set_config('app.saves_tenant', '', true)`.execute(db);
  if (tenant) await sql`select app.log_lease(${tenant}::uuid, ${JSON.stringify(rows[0]?.terms)}::jsonb)`.execute(db);
  return changed;
}

type Settling = Dated & {
  before: Saved;
  change: { movedOut: string | null } | { periodic: boolean };
  write: () => Promise<unknown>;
};

/** Moves a tenant out or back in, or accepts or declines a periodic tenancy. `write` saves the tenant. */
export async function settleLease(db: UserDb, { before, change, today, write }: Settling): Promise<void> {
  const { id, tenancyId } = before;
  await logAsTenantChange(db, id, async () => {
    await write();
    if ('periodic' in change && !change.periodic) {
      // A tenancy without an end date cannot decline becoming periodic.
      await db
        .updateTable('tenancies')
        .set({ periodic_declined: sql`end_date is not null` })
        .where('id', '=', tenancyId)
        .execute();
      return;
    }
    const tenancy = await recordOf(db, tenancyId);
    const terms = { ...tenancy, ...('periodic' in change && { end: null }) };
    await saveTerms(db, { tenancy, terms, before, today });
    await writeCharges(db, [tenancyId], today);
    await bumpTenantVersions(db, { id: tenancyId, before: tenancy, but: id });
  });
}

/** Closes the tenancies that the deletion of their property has ended today. */
export async function closeTenanciesOfProperty(db: UserDb, today: string): Promise<void> {
  const closed = db.selectFrom('tenancies').select('id').where('property_id', 'is', null).where('ended_on', '=', today);
  await closeTenancies(db, { ids: (await closed.orderBy('id').execute()).map(({ id }) => id), today });
}

/** Ends tenancies whose tenants or property were deleted, charges them up to today, and keeps their ledgers. */
export async function closeTenancies(db: UserDb, { ids, today }: Dated & { ids: readonly string[] }): Promise<void> {
  await logAsTenantChange(db, undefined, () => closeEmptyTenancies(db, { ids, today }));
}

type Opened = Dated & { lease: Lease; options: Pick<TenancyOptions, 'ledger' | 'startsLater'> };

async function openTenancy(db: UserDb, opened: Opened): Promise<string> {
  const { id } = await db.insertInto('tenancies').values(rowOf(opened)).returning('id').executeTakeFirstOrThrow();
  const { lease, options, today } = opened;
  await setRent(db, id, { from: lease.leaseStart, amount: lease.rentAmount, servedOn: null });
  if (options.ledger) await openLedger(db, { id, input: options.ledger, today });
  return id;
}

/** By default the ledger starts this month, since earlier arrears are unknown. */
function rowOf({ lease, today, options: { ledger, startsLater } }: Opened) {
  const { leaseStart: start, leaseEnd, propertyId, depositAmount } = lease;
  if (ledger)
    assertLedgerStart(ledger, { start, today: startsLater ? ledger.from : today, field: (name) => `ledger.${name}` });
  return {
    property_id: propertyId,
    kind: leaseEnd === null ? 'periodic' : 'fixed-term',
    start_date: start,
    end_date: leaseEnd,
    ended_on: lease.movedOut,
    rent_day: rentDayOf(start, 'monthly'),
    charges_from: ledger?.from ?? laterDay(start, firstOfMonth(today)),
    deposit_amount: sql<string>`${depositAmount}::numeric / 100`,
  };
}

/**
 * Opens the tenancies of a bulk import in a few statements. `write` saves their tenants, who all live there from the
 * first day. `movedOut` is the day on which the last tenant leaves.
 */
export async function openTenancies<T>(
  db: UserDb,
  { opened, today }: Dated & { opened: readonly Omit<Opened, 'today'>[] },
  write: (ids: string[]) => Promise<T>,
): Promise<T> {
  return logAsTenantChange(db, undefined, async () => {
    const rows = opened.map((tenancy) => rowOf({ ...tenancy, today }));
    const added = await db.insertInto('tenancies').values(rows).returning('id').execute();
    const ids = added.map(({ id }) => id);
    const rents = opened.map(({ lease }, index) => ({
      tenancy_id: ids[index] ?? '',
      starts_on: lease.leaseStart,
      amount: sql<string>`${lease.rentAmount}::numeric / 100`,
    }));
    await db.insertInto('tenancy_rents').values(rents).execute();
    for (const [index, { options }] of opened.entries())
      if (options.ledger) await openLedger(db, { id: ids[index] ?? '', input: options.ledger, today });
    const saved = await write(ids);
    await writeCharges(db, ids, today);
    return saved;
  });
}

async function assertSameProperty(db: UserDb, { id, lease }: { id: string; lease: Lease }): Promise<void> {
  const tenancy = db.selectFrom('tenancies').select('property_id as propertyId').where('id', '=', id).forNoKeyUpdate();
  if ((await tenancy.executeTakeFirst())?.propertyId !== lease.propertyId)
    throw new AppError('invalid_input', {
      fields: { tenancyId: 'This tenancy is at another property. Choose again.' },
    });
}

const ENTER_OR_CHANGE = 'Enter that amount, or change it for the whole tenancy.';

/** A joining tenant must have the tenancy's terms, unless the landlord has chosen to change them. */
function assertSameTerms({ rent, frequency, depositAmount }: TenancyRecord, lease: Lease): void {
  const agreed = rentAMonth(rent, frequency);
  const fields = {
    ...(lease.rentAmount !== agreed && {
      rentAmount: `This tenancy’s rent is ${formatPence(agreed)} a month. ${ENTER_OR_CHANGE}`,
    }),
    ...(lease.depositAmount !== depositAmount && {
      depositAmount: `This tenancy’s deposit is ${formatPence(depositAmount)}. ${ENTER_OR_CHANGE}`,
    }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function saveRent(
  db: UserDb,
  { tenancy, lease, options, today }: Dated & { tenancy: TenancyRecord; lease: Lease; options: TenancyOptions },
): Promise<void> {
  if (rentAMonth(tenancy.rent, tenancy.frequency) === lease.rentAmount) return;
  const amount = rentAPeriod(lease.rentAmount, tenancy.frequency);
  const { rents } = await recordOf(db, tenancy.id);
  const current = rents.find(({ from }) => from <= today) ?? rents.at(-1);
  const from = options.rentFrom === undefined ? today : options.rentFrom;
  if (from === null || !current || from <= current.from)
    await setRent(db, tenancy.id, {
      from: current?.from ?? lease.leaseStart,
      amount,
      servedOn: current?.servedOn ?? null,
    });
  else await setRent(db, tenancy.id, { from, amount, servedOn: null });
}

/** Returns the tenancy's start after a tenant's change. Only the first tenant delays it, up to another's start. */
async function startWith(
  db: UserDb,
  { tenancy, lease: { leaseStart }, before }: Pick<LeaseChange, 'lease' | 'before'> & { tenancy: TenancyRecord },
): Promise<string> {
  if (before?.tenancyId !== tenancy.id || before.leaseStart !== tenancy.start)
    return earlierDay(leaseStart, tenancy.start);
  const { first } = await db
    .selectFrom('tenant_leases')
    .select(sql<string | null>`min(lease_start)`.as('first'))
    .where('tenancy_id', '=', tenancy.id)
    .where('id', '<>', before.id)
    .executeTakeFirstOrThrow();
  return earlierDay(leaseStart, first ?? leaseStart);
}

type Terms = Pick<TenancyRecord, 'propertyId' | 'start' | 'end' | 'depositAmount'>;
type TermsChange = Dated & {
  tenancy: TenancyRecord;
  terms: Terms;
  before?: Saved | undefined;
};

/** Saves terms and derives kind, end, rent day and first charge from them and the tenants' dates. */
export async function saveTerms(db: UserDb, { tenancy, terms, before, today }: TermsChange): Promise<void> {
  const { id, kind, frequency } = tenancy;
  const { propertyId, start, end, depositAmount } = terms;
  const { last } = await db
    .selectFrom('tenants')
    .select(sql<string | null>`case when bool_and(moved_out is not null) then max(moved_out) end`.as('last'))
    .where('tenancy_id', '=', id)
    .executeTakeFirstOrThrow();
  const kindFollows = kind === 'periodic' || kind === 'fixed-term';
  const dayFollows = tenancy.rentDay === rentDayOf(tenancy.start, frequency);
  const countedFromStart = tenancy.chargesFrom === tenancy.start;
  const chargesFrom = countedFromStart ? earlierDay(tenancy.chargesFrom, firstOfMonth(today)) : tenancy.chargesFrom;
  await db
    .updateTable('tenancies')
    .set({
      ...(propertyId !== tenancy.propertyId && { property_id: propertyId }),
      ...(kindFollows && { kind: end === null ? 'periodic' : 'fixed-term' }),
      ...(dayFollows && { rent_day: rentDayOf(start, frequency) }),
      ...(start !== tenancy.start && { charges_from: laterDay(start, chargesFrom) }),
      start_date: start,
      end_date: end,
      ended_on: endOf({ ended: tenancy.ended, propertyId }, { last, before }),
      deposit_amount: sql<string>`${depositAmount}::numeric / 100`,
      // A new end date resets the landlord's answer about a periodic tenancy.
      periodic_declined: sql<boolean>`periodic_declined and end_date is not distinct from ${end}::date`,
    })
    .where('id', '=', id)
    .execute();
  if (start !== tenancy.start) await moveFirstRent(db, id, { from: tenancy.start, to: start });
}

/**
 * Returns the tenancy's end. `last` is the day the last tenant moves out, null while someone lives there. A tenancy of
 * a deleted property remains ended.
 */
function endOf(
  { ended, propertyId }: Pick<TenancyRecord, 'ended' | 'propertyId'>,
  { last, before }: Pick<TermsChange, 'before'> & { last: string | null },
): string | null {
  if (propertyId === null && ended !== null) return last === null ? ended : earlierDay(last, ended);
  if (last === null) return null;
  return ended === null || before?.movedOut === ended ? last : laterDay(last, ended);
}
