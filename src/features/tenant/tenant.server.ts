/** Tenants in SQL. Each function sees one landlord's rows only. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  byName,
  newestFirst,
  nullableText,
  penceColumn,
  recordTable,
  type Versioned,
} from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { isDay } from '../../shared/dates.ts';
import { followAll, followRemoved, followTenant, lockSharers } from '../tenancy/of-tenant.server.ts';
import { lockTenants, refuseUnlikely } from '../tenancy/tenancy.server.ts';
import { ENDING_DAYS, EXPIRING_DAYS, type LeaseState } from './lease.ts';
import type { Tenant, TenantChange, TenantInput, TenantQuery, TenantRecord } from './tenant.ts';

const today = sql`(select app.today())`;
const leaseEnd = sql`coalesce(lease_end, 'infinity')`;
const livesThere = sql`(moved_out is null or moved_out > ${today})`;

/** The same as `leaseState` in lease.ts, asked of a row; and the leases that the overview counts. */
const STATES: Record<LeaseState | 'ending', RawBuilder<boolean>> = {
  active: sql`(${livesThere} and ${leaseEnd} >= ${today} + ${EXPIRING_DAYS}::integer)`,
  expiring: sql`(${livesThere} and ${leaseEnd} >= ${today} and ${leaseEnd} < ${today} + ${EXPIRING_DAYS}::integer)`,
  expired: sql`(${livesThere} and ${leaseEnd} < ${today})`,
  'moved-out': sql`(moved_out <= ${today})`,
  ending: sql`(${livesThere} and lease_end > ${today} and lease_end <= ${today} + ${ENDING_DAYS}::integer)`,
};

export const tenantTable = recordTable<
  Omit<TenantInput, 'tenancyId' | 'rentFrom' | 'ledger' | 'changesTenancy'>,
  Tenant,
  TenantRecord,
  TenantQuery
>({
  table: 'tenants',
  noun: 'tenant',
  columns: {
    name: 'name',
    email: 'email',
    phone: 'phone',
    propertyId: 'property_id',
    leaseStart: 'lease_start',
    leaseEnd: 'lease_end',
    movedOut: 'moved_out',
    // The tenancy says them; the columns hold what was last saved of this tenant.
    rentAmount: {
      ...penceColumn('rent_amount'),
      read: sql`(coalesce(app.rent_a_month(tenancy_id), rent_amount) * 100)::bigint`,
    },
    depositAmount: {
      ...penceColumn('deposit_amount'),
      read: sql`(coalesce((select deposit_amount from tenancies t where t.id = tenants.tenancy_id), deposit_amount) * 100)::bigint`,
    },
    avatar: 'image_url',
    guarantorName: nullableText('guarantor_name'),
    guarantorAddress: nullableText('guarantor_address'),
    guarantorPhone: nullableText('guarantor_phone'),
    guarantorAltContact: nullableText('guarantor_alt_contact'),
  },
  computed: {
    periodic: sql`lease_end is null`,
    periodicDeclined: sql`periodic_declined`,
    propertyName: sql`property_name`,
    tenancyId: sql`tenancy_id`,
  },
  parts: {
    property: sql`(select json_build_object('id', id, 'address', address, 'city', city, 'state', state)
      from properties home where home.id = tenants.property_id)`,
  },
  orders: {
    name: byName,
    leaseEnd: {
      by: leaseEnd,
      direction: 'asc',
      key: 'leaseEnd',
      // PostgreSQL knows no year 0.
      sent: z
        .string()
        .refine((sent) => isDay(sent) && !sent.startsWith('0000'))
        .nullable(),
      value: (sent) => sql`coalesce(${sent}::date, 'infinity')`,
    },
    newest: newestFirst,
  },
  find: (q) => sql`app.find_tenants(${q})`,
  filters: { state: (state) => STATES[state], propertyId: (id) => sql`property_id = ${id}::uuid` },
});

/** `today` is the landlord's day. */
type Told = { today: string };

/** Throws `invalid_input` for a property or tenancy that is not there. */
export async function addTenant(
  db: UserDb,
  {
    input: { tenancyId, rentFrom, ledger, changesTenancy, confirmedStart, ...input },
    today,
  }: Told & { input: TenantInput },
): Promise<TenantRecord> {
  refuseUnlikely({ start: input.leaseStart, confirmedStart });
  if (ledger && tenancyId) refuse('ledger', 'The tenancy that they join has its ledger already.');
  if (!(await lockHome(db, input))) return refuseHome();
  if (tenancyId) await lockTenants(db, [tenancyId]);
  const tenant = await tenantTable.add(db, input);
  await followTenant(db, {
    tenant: { ...input, id: tenant.id },
    wish: { tenancyId, rentFrom, ledger, changesTenancy },
    today,
  });
  return readAgain(db, tenant);
}

/** Throws `not_found`, `changed_meanwhile`, or `invalid_input` for a property or tenancy that is not there. */
export async function changeTenant(
  db: UserDb,
  {
    input: { tenancyId, rentFrom, ledger, changesTenancy, confirmedStart, ...input },
    today,
    ...wanted
  }: Versioned & Told & { input: TenantInput },
): Promise<TenantRecord> {
  if (ledger) refuse('ledger', 'How far back a ledger goes is changed with its tenancy.');
  // The property before the tenant, as a change of the property's address locks them, to avoid deadlock.
  const home = await lockHome(db, input);
  if (!home && (await tenantTable.get(db, wanted.id))?.version === wanted.version) return refuseHome();
  const was = await lockSharers(db, { id: wanted.id, tenancyId });
  if (was) refuseUnlikely({ start: input.leaseStart, before: was.leaseStart, confirmedStart });
  // With another lease end the question about it may be asked again.
  const declined = sql`periodic_declined and lease_end is not distinct from ${input.leaseEnd}::date`;
  const tenant = await tenantTable.change(db, { ...wanted, input, also: { periodic_declined: declined } });
  await followTenant(db, {
    tenant: { ...input, id: tenant.id },
    was,
    wish: { tenancyId, rentFrom, changesTenancy },
    today,
  });
  return readAgain(db, tenant);
}

/** Moves a tenant out or back in, or answers whether a passed fixed term goes on. Throws `not_found` or `changed_meanwhile`. */
export async function settleTenant(
  db: UserDb,
  { change, today, ...wanted }: Versioned & Told & { change: TenantChange },
): Promise<TenantRecord> {
  const was = await lockSharers(db, wanted);
  const tenant = await tenantTable.change(db, { ...wanted, input: change, also: answerColumns(change) });
  if (tenant.tenancyId) await followAll(db, { ids: [tenant.tenancyId], was, today });
  return readAgain(db, tenant);
}

/** Their tenancy is closed where nobody else lives there, and keeps its ledger. Throws `not_found` or `changed_meanwhile`. */
export async function removeTenant(db: UserDb, { today, ...wanted }: Versioned & Told): Promise<void> {
  await lockSharers(db, wanted);
  const tenant = await tenantTable.get(db, wanted.id);
  await tenantTable.remove(db, wanted);
  if (tenant?.tenancyId) await followRemoved(db, { ids: [tenant.tenancyId], today });
}

/** As the tenancy has it now. */
async function readAgain(db: UserDb, tenant: TenantRecord): Promise<TenantRecord> {
  return (await tenantTable.get(db, tenant.id)) ?? tenant;
}

function answerColumns(change: TenantChange) {
  if ('movedOut' in change) return {};
  if (change.periodic) return { lease_end: null, periodic_declined: false };
  // Of a tenancy without an end there was nothing to ask.
  return { periodic_declined: sql`lease_end is not null` };
}

async function lockHome(db: UserDb, { propertyId }: Pick<TenantInput, 'propertyId'>): Promise<boolean> {
  const home = db.selectFrom('properties').select('id').where('id', '=', propertyId);
  return (await home.forShare().executeTakeFirst()) !== undefined;
}

function refuseHome(): never {
  return refuse('propertyId', 'This property is no longer there. Please choose another.');
}

function refuse(field: string, message: string): never {
  throw invalidField(field, message);
}
