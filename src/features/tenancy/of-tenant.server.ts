/** Keeps the tenancy of a tenant in step with what is saved of the tenant. Called in the same transaction. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { rentAMonth, rentAPeriod } from './rules/frequency.ts';
import { writeCharges } from './schedule/charges.server.ts';
import { closeEmpty, moveFirstRent, recordOf, separateTenancies, setRent } from './tenancy.server.ts';
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
};

type Told = { today: string };

/** `today` is the landlord's day. Throws `invalid_input` for a tenancy that is not there or is of another property. */
export async function followTenant(
  db: UserDb,
  { tenant, wish = {}, today }: Told & { tenant: TenantTerms; wish?: TenancyWish },
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
  const id = joined ?? (kept && !moved ? kept.id : await ownTenancy(db, { tenant, today }));
  if (id !== before) {
    if (joined) await refuseOtherHome(db, { id, tenant });
    await db.updateTable('tenants').set({ tenancy_id: id }).where('id', '=', tenant.id).execute();
    if (before) await followRest(db, { ids: [before], today });
  }
  await follow(db, { tenancy: await recordOf(db, id), tenant, wish, today });
  if (wish.tenancyId === null && tenant.propertyId) await separateTenancies(db, tenant.propertyId);
  await speakOfTenant(db, false);
}

/** Whether the activity log leaves out what follows from the tenant. */
async function speakOfTenant(db: UserDb, alone: boolean): Promise<void> {
  await sql`select set_config('app.follows_tenant', ${alone ? 'yes' : ''}, true)`.execute(db);
}

/** After tenants were removed or moved: what they leave is closed, or says what those say who stay. */
export async function followAll(db: UserDb, { ids, today }: Told & { ids: readonly string[] }): Promise<void> {
  await speakOfTenant(db, true);
  await followRest(db, { ids, today });
  await speakOfTenant(db, false);
}

async function followRest(db: UserDb, { ids, today }: Told & { ids: readonly string[] }): Promise<void> {
  await closeEmpty(db, { ids, today });
  for (const id of ids) if (await takeTerms(db, { id, today })) await writeCharges(db, [id], today);
}

/** Where nobody was asked yet, rent counts from this month on: whether earlier months are owed only the landlord knows. */
async function ownTenancy(db: UserDb, { tenant, today }: Told & { tenant: TenantTerms }): Promise<string> {
  const { leaseStart: start, propertyId, rentAmount } = tenant;
  const { id } = await db
    .insertInto('tenancies')
    .values({
      property_id: propertyId,
      kind: 'periodic',
      start_date: start,
      rent_day: rentDayOf(start, 'monthly'),
      charges_from: later(start, firstOfMonth(today)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setRent(db, id, { from: start, amount: rentAmount, servedOn: null });
  return id;
}

async function refuseOtherHome(db: UserDb, { id, tenant }: { id: string; tenant: TenantTerms }): Promise<void> {
  const tenancy = db.selectFrom('tenancies').select('property_id as propertyId').where('id', '=', id).forNoKeyUpdate();
  if ((await tenancy.executeTakeFirst())?.propertyId !== tenant.propertyId)
    throw new AppError('invalid_input', {
      fields: { tenancyId: 'This tenancy is of another property. Please choose again.' },
    });
}

async function follow(
  db: UserDb,
  { tenancy, tenant, wish, today }: Told & { tenancy: TenancyRecord; tenant: TenantTerms; wish: TenancyWish },
): Promise<void> {
  await takeTerms(db, { id: tenancy.id, today });
  if (tenancy.tenants.length < 2 && tenancy.propertyId !== tenant.propertyId)
    await db.updateTable('tenancies').set({ property_id: tenant.propertyId }).where('id', '=', tenancy.id).execute();
  if (tenancy.depositAmount !== tenant.depositAmount)
    await db
      .updateTable('tenancies')
      .set({ deposit_amount: sql<string>`${tenant.depositAmount}::numeric / 100` })
      .where('id', '=', tenancy.id)
      .execute();
  await followRent(db, { tenancy, tenant, wish, today });
  await writeCharges(db, [tenancy.id], today);
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

/** Start, end and moving out as its tenants have them: it begins with the first and ends with the last. Whether something changed. */
async function takeTerms(db: UserDb, { id, today }: Told & { id: string }): Promise<boolean> {
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
  const { start, end, ended } = terms;
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

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);
