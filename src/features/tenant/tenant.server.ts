import { type Insertable, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { byName, newestFirst, nullableText, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { Tenants } from '../../server/db/tables.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { isDay } from '../../shared/dates.ts';
import { TEXTS as PROPERTY_TEXTS } from '../property/listed.ts';
import {
  closeTenancies,
  lockJointTenants,
  openTenancies,
  saveWithLease,
  settleLease,
  type TenancyOptions,
} from '../tenancy/lease.server.ts';
import { assertPlausibleStart, lockTenants } from '../tenancy/tenancy.server.ts';
import { ENDING_DAYS, EXPIRING_DAYS, type LeaseState } from './lease.ts';
import { TEXTS } from './listed.ts';
import type { Tenant, TenantChange, TenantContact, TenantInput, TenantQuery, TenantRecord } from './tenant.ts';

const today = sql`(select app.today())`;
const leaseEnd = sql`coalesce(lease_end, 'infinity')`;
const isResident = sql`(moved_out is null or moved_out > ${today})`;

/** SQL version of `leaseState` in lease.ts, plus the overview's 'ending'. */
const STATES: Record<LeaseState | 'ending', RawBuilder<boolean>> = {
  active: sql`(${isResident} and ${leaseEnd} >= ${today} + ${EXPIRING_DAYS}::integer)`,
  expiring: sql`(${isResident} and ${leaseEnd} >= ${today} and ${leaseEnd} < ${today} + ${EXPIRING_DAYS}::integer)`,
  expired: sql`(${isResident} and ${leaseEnd} < ${today})`,
  'moved-out': sql`(moved_out <= ${today})`,
  ending: sql`(${isResident} and lease_end > ${today} and lease_end <= ${today} + ${ENDING_DAYS}::integer)`,
};

export const tenantTable = recordTable<
  Omit<TenantInput, keyof TenancyOptions | 'leaseStart' | 'leaseEnd' | 'rentAmount' | 'depositAmount'> & {
    tenancyId: string;
  },
  Tenant,
  TenantRecord,
  TenantQuery
>({
  table: 'tenants',
  view: 'tenant_leases',
  noun: 'tenant',
  columns: {
    name: 'name',
    email: 'email',
    phone: 'phone',
    propertyId: 'property_id',
    movedOut: 'moved_out',
    tenancyId: 'tenancy_id',
    avatar: 'image_url',
    guarantorName: nullableText('guarantor_name'),
    guarantorAddress: nullableText('guarantor_address'),
    guarantorPhone: nullableText('guarantor_phone'),
    guarantorAltContact: nullableText('guarantor_alt_contact'),
  },
  computed: {
    leaseStart: sql`lease_start`,
    leaseEnd: sql`lease_end`,
    periodic: sql`lease_end is null`,
    periodicDeclined: sql`periodic_declined`,
    propertyName: sql`property_name`,
    rentAmount: sql`(rent_amount * 100)::bigint`,
    depositAmount: sql`(deposit_amount * 100)::bigint`,
  },
  parts: {
    property: sql`(select json_build_object('id', id, 'address', address, 'city', city, 'state', state)
      from properties home where home.id = tenant_leases.property_id)`,
  },
  orders: {
    name: byName,
    leaseEnd: {
      by: leaseEnd,
      direction: 'asc',
      key: 'leaseEnd',
      // PostgreSQL has no year 0.
      sent: z
        .string()
        .refine((sent) => isDay(sent) && !sent.startsWith('0000'))
        .nullable(),
      value: (sent) => sql`coalesce(${sent}::date, 'infinity')`,
      joined: true,
    },
    newest: newestFirst,
  },
  find: (q) => sql`app.find_tenants(${q})`,
  filters: { state: (state) => STATES[state], propertyId: (id) => sql`property_id = ${id}::uuid` },
});

type Dated = { today: string };

/** Throws `invalid_input` for an unknown property or tenancy, terms that differ, or an unconfirmed start. */
export async function addTenant(
  db: UserDb,
  {
    input: { tenancyId, rentFrom, ledger, changesTenancy, confirmedStart, ...input },
    today,
    startsLater,
  }: Dated & { input: TenantInput } & Pick<TenancyOptions, 'startsLater'>,
): Promise<TenantRecord> {
  assertPlausibleStart({ start: input.leaseStart, confirmedStart });
  if (ledger && tenancyId) throw invalidField('ledger', 'The tenancy you are joining already has a ledger.');
  if (!(await lockHome(db, input))) return throwPropertyMissing();
  if (tenancyId) await lockTenants(db, [tenancyId]);
  const id = await saveWithLease(db, {
    lease: input,
    options: { tenancyId, rentFrom, ledger, startsLater, changesTenancy },
    today,
    write: (tenancyId, movedIn) => tenantTable.add(db, { ...input, tenancyId }, { moved_in: movedIn }),
  });
  return savedTenant(db, id);
}

type NewHousehold = { tenancyId: string; ids: string[] };

/**
 * Adds the tenants of a bulk import with new tenancies in a few statements. Each household has one tenancy, with the
 * terms of its first tenant. Throws the same errors as `addTenant`.
 */
export async function addHouseholds(
  db: UserDb,
  { households, today }: Dated & { households: readonly (readonly [TenantInput, ...TenantInput[]])[] },
): Promise<NewHousehold[]> {
  for (const { leaseStart: start, confirmedStart } of households.flat())
    assertPlausibleStart({ start, confirmedStart });
  const homes = [...new Set(households.flatMap(([{ propertyId }]) => propertyId ?? []))];
  const locked = db.selectFrom('properties').select('id').where('id', '=', sql<string>`any(${homes}::uuid[])`);
  if ((await locked.orderBy('id').forShare().execute()).length < homes.length) return throwPropertyMissing();
  const opened = households.map((tenants) => ({
    lease: { ...tenants[0], movedOut: lastOut(tenants) },
    options: { ledger: tenants[0].ledger, startsLater: true },
  }));
  return openTenancies(db, { opened, today }, async (tenancyIds) => {
    const rows = households.flatMap((tenants, index) =>
      tenants.map((input) => ({
        ...tenantTable.row({ ...input, tenancyId: tenancyIds[index] ?? '' }),
        moved_in: null,
      })),
    );
    const added = await db
      .insertInto('tenants')
      .values(rows as Insertable<Tenants>[])
      .returning('id')
      .execute();
    let next = 0;
    return households.map(({ length }, index) => {
      next += length;
      return {
        tenancyId: tenancyIds[index] ?? '',
        ids: added.slice(next - length, next).map(({ id }) => id),
      };
    });
  });
}

function lastOut(tenants: readonly Pick<TenantInput, 'movedOut'>[]): string | null {
  const days = tenants.flatMap(({ movedOut }) => movedOut ?? []);
  return days.length < tenants.length ? null : (days.toSorted().at(-1) ?? null);
}

/** Throws `not_found`, `conflict`, or `invalid_input` as `addTenant`, and for a change of the ledger's start. */
export async function changeTenant(
  db: UserDb,
  {
    input: { tenancyId, rentFrom, ledger, changesTenancy, confirmedStart, ...input },
    today,
    ...args
  }: Versioned & Dated & { input: TenantInput },
): Promise<TenantRecord> {
  if (ledger) throw invalidField('ledger', 'Change the start of the ledger in its tenancy.');
  // Locks the property before the tenant, like a change of its address, to avoid deadlock.
  const home = await lockHome(db, input);
  await lockJointTenants(db, { id: args.id, tenancyId });
  const before = await currentTenant(db, args, input);
  if (!home) return throwPropertyMissing();
  assertPlausibleStart({ start: input.leaseStart, before: before.leaseStart, confirmedStart });
  await saveWithLease(db, {
    lease: input,
    before,
    options: { tenancyId, rentFrom, changesTenancy },
    today,
    write: (tenancyId, movedIn) =>
      tenantTable.change(db, { ...args, input: { ...input, tenancyId }, also: { moved_in: movedIn } }),
  });
  return savedTenant(db, args.id);
}

/** Moves a tenant out or back in, or records whether a tenancy continues. Throws `not_found`, `conflict`. */
export async function settleTenant(
  db: UserDb,
  { change, today, ...args }: Versioned & Dated & { change: TenantChange },
): Promise<TenantRecord> {
  await lockJointTenants(db, args);
  const before = await currentTenant(db, args, change);
  // Setting the same tenancy increments the version if no other column changes.
  const input = { tenancyId: before.tenancyId, ...('movedOut' in change && change) };
  await settleLease(db, { before, change, today, write: () => tenantTable.change(db, { ...args, input }) });
  return savedTenant(db, args.id);
}

/** Deletes a tenant. A tenancy without other tenants ends, but keeps its ledger. Throws `not_found` or `conflict`. */
export async function removeTenant(db: UserDb, { today, ...args }: Versioned & Dated): Promise<void> {
  await lockJointTenants(db, args);
  const tenant = await tenantTable.get(db, args.id);
  await tenantTable.remove(db, args);
  if (tenant) await closeTenancies(db, { ids: [tenant.tenancyId], today });
}

/** Deletes tenants to undo a bulk import. Returns the ids of their tenancies, which the caller removes or closes. */
export async function removeTenants(db: UserDb, ids: readonly string[]): Promise<string[]> {
  const chosen = sql<string>`any(${ids}::uuid[])`;
  const tenancies = db.selectFrom('tenants').select('tenancy_id').where('id', '=', chosen);
  const locked = db.selectFrom('tenants').select('id').where('tenancy_id', 'in', tenancies);
  await locked.orderBy('id').forUpdate().execute();
  await sql`select set_config('app.closes_later', 'yes', true)`.execute(db);
  const deleted = await db
    .deleteFrom('tenants')
    .where('id', '=', chosen)
    .returning('tenancy_id as tenancyId')
    .execute();
  await sql`select set_config('app.closes_later', '', true)`.execute(db);
  return [...new Set(deleted.map(({ tenancyId }) => tenancyId))];
}

/** Throws `not_found`, or `conflict` with `yours`. */
async function currentTenant(db: UserDb, { id, version }: Versioned, yours: object): Promise<TenantRecord> {
  const tenant = await tenantTable.get(db, id);
  return tenant?.version === version ? tenant : throwNotFoundOrConflict(db, 'tenants', async () => tenant, yours);
}

async function savedTenant(db: UserDb, id: string): Promise<TenantRecord> {
  const tenant = await tenantTable.get(db, id);
  if (!tenant) throw new AppError('not_found', { message: TEXTS.notFound });
  return tenant;
}

async function lockHome(db: UserDb, { propertyId }: Pick<TenantInput, 'propertyId'>): Promise<boolean> {
  const home = db.selectFrom('properties').select('id').where('id', '=', propertyId);
  return (await home.forShare().executeTakeFirst()) !== undefined;
}

function throwPropertyMissing(): never {
  throw invalidField('propertyId', 'This property has been deleted. Choose another.');
}

/** Current tenants of a property, by name. Throws `not_found`. */
export async function listContacts(db: UserDb, propertyId: string): Promise<TenantContact[]> {
  const property = await db.selectFrom('properties').select('id').where('id', '=', propertyId).executeTakeFirst();
  if (!property) throw new AppError('not_found', { message: PROPERTY_TEXTS.notFound });
  const { rows } = await sql<TenantContact>`select name, phone from app.tenant_contacts(${propertyId})`.execute(db);
  return rows;
}
