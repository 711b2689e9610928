/** The lease of a tenant in SQL: their tenancy, whose terms the tenant's form changes. Called in the transaction that saves the tenant. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { formatPence } from '../../shared/money.ts';
import { openLedger, refuseStart } from './ledger-start.server.ts';
import { firstOfMonth, type LedgerStart } from './ledger-start.ts';
import { rentAMonth, rentAPeriod } from './rules/frequency.ts';
import { writeCharges } from './schedule/charges.server.ts';
import {
  bumpTenantVersions,
  closeLeft,
  leaveTenancies,
  moveFirstRent,
  recordOf,
  separateTenancies,
  setRent,
} from './tenancy.server.ts';
import { rentDayOf, type TenancyRecord } from './tenancy.ts';

/** What a tenant's form says of their tenancy. Amounts are pence; the rent is that of the whole tenancy, a month. */
export type Lease = {
  propertyId: string | null;
  leaseStart: string;
  leaseEnd: string | null;
  movedOut: string | null;
  rentAmount: number;
  depositAmount: number;
};

/** A tenant as they were saved before. */
type Saved = { id: string; tenancyId: string; leaseStart: string; movedOut: string | null };

export type TenancyWish = {
  /** Of an add: the tenancy that the tenant joins; null where the landlord said that it is one of their own, left out where nobody asked. */
  tenancyId?: string | null | undefined;
  /** From which day on a changed rent is owed; null corrects the one of today. Left out, it begins today. */
  rentFrom?: string | null | undefined;
  /** Of an add: how far back the ledger of a tenancy of their own goes. Left out, from this month on with nothing owed. */
  ledger?: LedgerStart | undefined;
  /** That rent and deposit of a tenant who joins are to be those of the whole tenancy. */
  changesTenancy?: boolean | undefined;
};

/** `today` is the landlord's day. */
type Dated = { today: string };

/**
 * Locks a tenant with those who share their tenancy or the one that they join, before they are saved, to avoid deadlock.
 */
export async function lockSharers(
  db: UserDb,
  { id, tenancyId }: { id: string; tenancyId?: string | null | undefined },
): Promise<void> {
  await sql`
    select id from tenants
    where id = ${id} or tenancy_id in (${tenancyId ?? null}::uuid, (select tenancy_id from tenants where id = ${id}))
    order by id for update`.execute(db);
}

/** `write` saves the tenant with their tenancy. The id of the tenant. Throws `invalid_input` for a tenancy that is not there or is of another property. */
export async function saveWithLease(
  db: UserDb,
  {
    lease,
    before,
    wish,
    today,
    write,
  }: Dated & {
    lease: Lease;
    before?: Saved | undefined;
    wish: TenancyWish;
    write: (tenancyId: string) => Promise<{ id: string }>;
  },
): Promise<string> {
  return loggedWithTenant(db, before?.id, async () => {
    const kept = before && (await recordOf(db, before.tenancyId));
    const tenancy = await tenancyFor(db, { lease, kept, wish, today });
    const { id } = await write(tenancy.id);
    if (kept && kept.id !== tenancy.id) await leaveTenancies(db, { ids: [kept.id], today });
    if (tenancy.propertyId !== lease.propertyId)
      await db.updateTable('tenancies').set({ property_id: lease.propertyId }).where('id', '=', tenancy.id).execute();
    await takeTerms(db, { id: tenancy.id, was: before, today });
    if (tenancy.depositAmount !== lease.depositAmount)
      await db
        .updateTable('tenancies')
        .set({ deposit_amount: sql<string>`${lease.depositAmount}::numeric / 100` })
        .where('id', '=', tenancy.id)
        .execute();
    await saveRent(db, { tenancy, lease, wish, today });
    await writeCharges(db, [tenancy.id], today);
    await bumpTenantVersions(db, { id: tenancy.id, before: tenancy, but: id });
    if (wish.tenancyId === null && lease.propertyId) await separateTenancies(db, lease.propertyId);
    return id;
  });
}

/** Whoever lives elsewhere from now on has a tenancy of their own. */
async function tenancyFor(
  db: UserDb,
  { lease, kept, wish, today }: Dated & { lease: Lease; kept: TenancyRecord | undefined; wish: TenancyWish },
): Promise<TenancyRecord> {
  if (wish.tenancyId && wish.tenancyId !== kept?.id) {
    await refuseOtherHome(db, { id: wish.tenancyId, lease });
    const joined = await recordOf(db, wish.tenancyId);
    if (!wish.changesTenancy) refuseOtherTerms(joined, lease);
    return joined;
  }
  if (kept && (kept.tenants.length < 2 || kept.propertyId === lease.propertyId)) return kept;
  return recordOf(db, await openTenancy(db, { lease, today, ledger: wish.ledger }));
}

/** What `change` does to tenancies is logged as part of the change of this tenant, and of nothing else. */
async function loggedWithTenant<T>(db: UserDb, tenant: string | undefined, change: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ terms: unknown }>`
    select set_config('app.saves_tenant', 'yes', true), app.lease_terms(${tenant ?? null}::uuid) as terms`.execute(db);
  const changed = await change();
  await sql`select set_config('app.saves_tenant', '', true)`.execute(db);
  if (tenant) await sql`select app.log_lease(${tenant}::uuid, ${JSON.stringify(rows[0]?.terms)}::jsonb)`.execute(db);
  return changed;
}

/** Moves a tenant out or in, or ends their fixed term; `write` saves the tenant. */
export async function settleLease(
  db: UserDb,
  { before, today, write }: Dated & { before: Saved; write: () => Promise<unknown> },
): Promise<void> {
  await loggedWithTenant(db, before.id, async () => {
    await write();
    const { tenancyId: id } = before;
    if (await takeTerms(db, { id, was: before, today })) await writeCharges(db, [id], today);
  });
}

/** After tenancies were joined: start, end and moving out are those of all of their tenants. */
export async function takeAllTerms(db: UserDb, { id, today }: Dated & { id: string }): Promise<void> {
  await loggedWithTenant(db, undefined, () => takeTerms(db, { id, today }));
}

/** After a property was deleted, which closes its tenancies today. */
export async function followRemovedHome(db: UserDb, today: string): Promise<void> {
  const closed = db.selectFrom('tenancies').select('id').where('property_id', 'is', null).where('ended_on', '=', today);
  await followRemoved(db, { ids: (await closed.orderBy('id').execute()).map(({ id }) => id), today });
}

/** After tenants or a property were deleted: tenancies that are closed by that owe their rent up to today, and stay. */
export async function followRemoved(db: UserDb, { ids, today }: Dated & { ids: readonly string[] }): Promise<void> {
  await loggedWithTenant(db, undefined, () => closeLeft(db, { ids, today }));
}

/** Where nothing was said, rent counts from this month on: whether earlier months are owed only the landlord knows. */
async function openTenancy(
  db: UserDb,
  { lease, today, ledger }: Dated & { lease: Lease; ledger: LedgerStart | undefined },
): Promise<string> {
  const { leaseStart: start, leaseEnd, propertyId, rentAmount, depositAmount } = lease;
  if (ledger) refuseStart(ledger, { start, today, field: (name) => `ledger.${name}` });
  const { id } = await db
    .insertInto('tenancies')
    .values({
      property_id: propertyId,
      kind: leaseEnd === null ? 'periodic' : 'fixed-term',
      start_date: start,
      end_date: leaseEnd,
      ended_on: lease.movedOut,
      rent_day: rentDayOf(start, 'monthly'),
      charges_from: ledger?.from ?? later(start, firstOfMonth(today)),
      deposit_amount: sql<string>`${depositAmount}::numeric / 100`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setRent(db, id, { from: start, amount: rentAmount, servedOn: null });
  if (ledger) await openLedger(db, { id, input: ledger });
  return id;
}

async function refuseOtherHome(db: UserDb, { id, lease }: { id: string; lease: Lease }): Promise<void> {
  const tenancy = db.selectFrom('tenancies').select('property_id as propertyId').where('id', '=', id).forNoKeyUpdate();
  if ((await tenancy.executeTakeFirst())?.propertyId !== lease.propertyId)
    throw new AppError('invalid_input', {
      fields: { tenancyId: 'This tenancy is of another property. Please choose again.' },
    });
}

/** Whoever joins owes what the tenancy owes, unless the landlord has said that it changes. */
function refuseOtherTerms({ rent, frequency, depositAmount }: TenancyRecord, lease: Lease): void {
  const agreed = rentAMonth(rent, frequency);
  const fields = {
    ...(lease.rentAmount !== agreed && { rentAmount: `The rent of this tenancy is ${formatPence(agreed)} a month` }),
    ...(lease.depositAmount !== depositAmount && {
      depositAmount: `The deposit of this tenancy is ${formatPence(depositAmount)}`,
    }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function saveRent(
  db: UserDb,
  { tenancy, lease, wish, today }: Dated & { tenancy: TenancyRecord; lease: Lease; wish: TenancyWish },
): Promise<void> {
  if (rentAMonth(tenancy.rent, tenancy.frequency) === lease.rentAmount) return;
  const amount = rentAPeriod(lease.rentAmount, tenancy.frequency);
  const { rents } = await recordOf(db, tenancy.id);
  const current = rents.find(({ from }) => from <= today) ?? rents.at(-1);
  const from = wish.rentFrom === undefined ? today : wish.rentFrom;
  if (from === null || !current || from <= current.from)
    await setRent(db, tenancy.id, {
      from: current?.from ?? lease.leaseStart,
      amount,
      servedOn: current?.servedOn ?? null,
    });
  else await setRent(db, tenancy.id, { from, amount, servedOn: null });
}

type Terms = Dated & {
  id: string;
  /** The tenant who is saved, as they were before. */
  was?: Saved | undefined;
};

/**
 * Start, end and moving out as its tenants have them: it begins with the first and ends with the last, of whom some may be tenants no
 * more. Whether something changed.
 */
async function takeTerms(db: UserDb, { id, was, today }: Terms): Promise<boolean> {
  const before = await recordOf(db, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (!before || before.tenants.length === 0) return false;
  const terms = await db
    .selectFrom('tenants')
    .select([
      sql<string>`min(lease_start)`.as('start'),
      sql<string | null>`case when bool_and(lease_end is not null) then max(lease_end) end`.as('end'),
      sql<string | null>`case when bool_and(moved_out is not null) then max(moved_out) end`.as('ended'),
    ])
    .where('tenancy_id', '=', id)
    .executeTakeFirstOrThrow();
  const { end } = terms;
  const start = was?.leaseStart === before.start ? terms.start : earlier(terms.start, before.start);
  const ended = endOf(before, { last: terms.ended, was });
  const follows = before.kind === 'periodic' || before.kind === 'fixed-term';
  const kind = follows ? (end === null ? 'periodic' : 'fixed-term') : before.kind;
  if (start === before.start && end === before.end && ended === before.ended && kind === before.kind) return false;
  const { frequency } = before;
  const countedFromStart = before.chargesFrom === before.start;
  const dayFollows = before.rentDay === rentDayOf(before.start, frequency);
  await db
    .updateTable('tenancies')
    .set({
      kind,
      start_date: start,
      end_date: end,
      ended_on: ended,
      ...(dayFollows && { rent_day: rentDayOf(start, frequency) }),
      charges_from: later(
        start,
        countedFromStart ? earlier(before.chargesFrom, firstOfMonth(today)) : before.chargesFrom,
      ),
    })
    .where('id', '=', id)
    .execute();
  if (start !== before.start) await moveFirstRent(db, id, { from: before.start, to: start });
  return true;
}

/** `last` is when the last of its tenants moves out; null where somebody lives there. In a deleted property nobody does. */
function endOf(
  { ended, propertyId }: Pick<TenancyRecord, 'ended' | 'propertyId'>,
  { last, was }: Pick<Terms, 'was'> & { last: string | null },
): string | null {
  if (propertyId === null && ended !== null) return last === null ? ended : earlier(last, ended);
  if (last === null) return null;
  return ended === null || was?.movedOut === ended ? last : later(last, ended);
}

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);
