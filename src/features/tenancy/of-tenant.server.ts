/** Keeps the tenancy of a tenant in step with what is saved of the tenant. Called in the same transaction. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { formatPence } from '../../shared/money.ts';
import { openLedger, refuseStart } from './ledger-start.server.ts';
import { firstOfMonth, type LedgerStart } from './ledger-start.ts';
import { rentAMonth, rentAPeriod } from './rules/frequency.ts';
import { writeCharges } from './schedule/charges.server.ts';
import {
  closeLeft,
  leaveTenancies,
  moveFirstRent,
  recordOf,
  separateTenancies,
  setRent,
  toldTenants,
} from './tenancy.server.ts';
import { rentDayOf, type TenancyRecord } from './tenancy.ts';

/** What is said of a tenant that their tenancy says, too. Amounts are pence; the rent is that of the whole tenancy, a month. */
export type TenantTerms = {
  id: string;
  propertyId: string | null;
  leaseStart: string;
  rentAmount: number;
  depositAmount: number;
};

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

type Told = { today: string };

/** What was said of a tenant before they were saved. */
export type SaidBefore = { leaseStart: string; movedOut: string | null };

/**
 * Locks a tenant with those who share their tenancy or the one that they join, before they are saved, to avoid deadlock. Undefined where
 * there is no such tenant.
 */
export async function lockSharers(
  db: UserDb,
  { id, tenancyId }: { id: string; tenancyId?: string | null | undefined },
): Promise<SaidBefore | undefined> {
  const { rows } = await sql<SaidBefore & { id: string }>`
    select id, lease_start as "leaseStart", moved_out as "movedOut" from tenants
    where id = ${id} or tenancy_id in (${tenancyId ?? null}::uuid, (select tenancy_id from tenants where id = ${id}))
    order by id for update`.execute(db);
  return rows.find((row) => row.id === id);
}

/** `today` is the landlord's day. Throws `invalid_input` for a tenancy that is not there or is of another property. */
export async function followTenant(
  db: UserDb,
  { tenant, was, wish = {}, today }: Told & { tenant: TenantTerms; was?: SaidBefore | undefined; wish?: TenancyWish },
): Promise<void> {
  await speakOfTenant(db, true);
  const { before, others } = await db
    .selectFrom('tenants')
    .select([
      'tenancy_id as before',
      sql<number>`(select count(*)::integer from tenants o where o.tenancy_id = tenants.tenancy_id and o.id <> tenants.id)`.as(
        'others',
      ),
    ])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow();
  const kept = before === null ? undefined : await recordOf(db, before);
  const moved = kept && others > 0 && kept.propertyId !== tenant.propertyId;
  const joined = wish.tenancyId && wish.tenancyId !== before ? wish.tenancyId : undefined;
  const id = joined ?? (kept && !moved ? kept.id : await ownTenancy(db, { tenant, today, ledger: wish.ledger }));
  if (id !== before) {
    if (joined) await refuseOtherHome(db, { id, tenant });
    if (joined && !wish.changesTenancy) refuseOtherTerms(await recordOf(db, id), tenant);
    await db.updateTable('tenants').set({ tenancy_id: id }).where('id', '=', tenant.id).execute();
    if (before) await leaveTenancies(db, { ids: [before], today });
  }
  await follow(db, { tenancy: await recordOf(db, id), tenant, was, wish, today });
  if (wish.tenancyId === null && tenant.propertyId) await separateTenancies(db, tenant.propertyId);
  await speakOfTenant(db, false);
}

/** Whether the activity log leaves out what follows from the tenant. */
async function speakOfTenant(db: UserDb, alone: boolean): Promise<void> {
  await sql`select set_config('app.follows_tenant', ${alone ? 'yes' : ''}, true)`.execute(db);
}

type Follow = Told & { ids: readonly string[]; was?: SaidBefore | undefined };

/** After tenants were moved out or in, or their tenancies joined: they say what their tenants say. */
export async function followAll(db: UserDb, { ids, was, today }: Follow): Promise<void> {
  await speakOfTenant(db, true);
  for (const id of ids) if (await takeTerms(db, { id, was, today })) await writeCharges(db, [id], today);
  await speakOfTenant(db, false);
}

/** After a property was deleted, which closes its tenancies today. */
export async function followRemovedHome(db: UserDb, today: string): Promise<void> {
  const closed = db.selectFrom('tenancies').select('id').where('property_id', 'is', null).where('ended_on', '=', today);
  await followRemoved(db, { ids: (await closed.orderBy('id').execute()).map(({ id }) => id), today });
}

/** After tenants or a property were deleted: tenancies that are closed by that owe their rent up to today, and stay. */
export async function followRemoved(db: UserDb, { ids, today }: Told & { ids: readonly string[] }): Promise<void> {
  await speakOfTenant(db, true);
  await closeLeft(db, { ids, today });
  await speakOfTenant(db, false);
}

/** Where nothing was said, rent counts from this month on: whether earlier months are owed only the landlord knows. */
async function ownTenancy(
  db: UserDb,
  { tenant, today, ledger }: Told & { tenant: TenantTerms; ledger: LedgerStart | undefined },
): Promise<string> {
  const { leaseStart: start, propertyId, rentAmount } = tenant;
  if (ledger) refuseStart(ledger, { start, today, field: (name) => `ledger.${name}` });
  const { id } = await db
    .insertInto('tenancies')
    .values({
      property_id: propertyId,
      kind: 'periodic',
      start_date: start,
      rent_day: rentDayOf(start, 'monthly'),
      charges_from: ledger?.from ?? later(start, firstOfMonth(today)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setRent(db, id, { from: start, amount: rentAmount, servedOn: null });
  if (ledger) await openLedger(db, { id, input: ledger });
  return id;
}

async function refuseOtherHome(db: UserDb, { id, tenant }: { id: string; tenant: TenantTerms }): Promise<void> {
  const tenancy = db.selectFrom('tenancies').select('property_id as propertyId').where('id', '=', id).forNoKeyUpdate();
  if ((await tenancy.executeTakeFirst())?.propertyId !== tenant.propertyId)
    throw new AppError('invalid_input', {
      fields: { tenancyId: 'This tenancy is of another property. Please choose again.' },
    });
}

/** Whoever joins owes what the tenancy owes, unless the landlord has said that it changes. */
function refuseOtherTerms({ rent, frequency, depositAmount }: TenancyRecord, tenant: TenantTerms): void {
  const agreed = rentAMonth(rent, frequency);
  const fields = {
    ...(tenant.rentAmount !== agreed && { rentAmount: `The rent of this tenancy is ${formatPence(agreed)} a month` }),
    ...(tenant.depositAmount !== depositAmount && {
      depositAmount: `The deposit of this tenancy is ${formatPence(depositAmount)}`,
    }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function follow(
  db: UserDb,
  {
    tenancy,
    tenant,
    was,
    wish,
    today,
  }: Told & { tenancy: TenancyRecord; tenant: TenantTerms; was: SaidBefore | undefined; wish: TenancyWish },
): Promise<void> {
  if (tenancy.tenants.length < 2 && tenancy.propertyId !== tenant.propertyId)
    await db.updateTable('tenancies').set({ property_id: tenant.propertyId }).where('id', '=', tenancy.id).execute();
  await takeTerms(db, { id: tenancy.id, was, today });
  if (tenancy.depositAmount !== tenant.depositAmount)
    await db
      .updateTable('tenancies')
      .set({ deposit_amount: sql<string>`${tenant.depositAmount}::numeric / 100` })
      .where('id', '=', tenancy.id)
      .execute();
  await followRent(db, { tenancy, tenant, wish, today });
  await writeCharges(db, [tenancy.id], today);
  await toldTenants(db, { id: tenancy.id, before: tenancy, but: tenant.id });
}

async function followRent(
  db: UserDb,
  { tenancy, tenant, wish, today }: Told & { tenancy: TenancyRecord; tenant: TenantTerms; wish: TenancyWish },
): Promise<void> {
  if (rentAMonth(tenancy.rent, tenancy.frequency) === tenant.rentAmount) return;
  const amount = rentAPeriod(tenant.rentAmount, tenancy.frequency);
  const { rents } = await recordOf(db, tenancy.id);
  const current = rents.find(({ from }) => from <= today) ?? rents.at(-1);
  const from = wish.rentFrom === undefined ? today : wish.rentFrom;
  if (from === null || !current || from <= current.from)
    await setRent(db, tenancy.id, {
      from: current?.from ?? tenant.leaseStart,
      amount,
      servedOn: current?.servedOn ?? null,
    });
  else await setRent(db, tenancy.id, { from, amount, servedOn: null });
}

type Terms = Told & {
  id: string;
  /** What the tenant who is saved said before. */
  was?: SaidBefore | undefined;
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
