/** Tenants in SQL. Each function sees one landlord's rows only, whatever it asks. */
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { TenantChange, TenantInput, TenantRecord } from './tenant.ts';

/** The columns of a tenant under their API names. */
export const tenantFields = [
  'id',
  'name',
  'email',
  'phone',
  'property_id as propertyId',
  'property_name as propertyName',
  'lease_start as leaseStart',
  sql<boolean>`lease_end is null`.as('periodic'),
  'lease_end as leaseEnd',
  'periodic_declined as periodicDeclined',
  'moved_out as movedOut',
  sql<number>`(rent_amount * 100)::bigint`.as('rentAmount'),
  sql<number>`(deposit_amount * 100)::bigint`.as('depositAmount'),
  'image_url as avatar',
  sql<string>`coalesce(guarantor_name, '')`.as('guarantorName'),
  sql<string>`coalesce(guarantor_address, '')`.as('guarantorAddress'),
  sql<string>`coalesce(guarantor_phone, '')`.as('guarantorPhone'),
  sql<string>`coalesce(guarantor_alt_contact, '')`.as('guarantorAltContact'),
  sql<string>`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
  'version',
] as const;

/** One tenant with the property they are assigned to, or undefined when this landlord has none by that id. */
export async function getTenant(db: UserDb, id: string): Promise<TenantRecord | undefined> {
  return db
    .selectFrom('tenants')
    .select(tenantFields)
    .select((tenant) =>
      jsonObjectFrom(
        tenant
          .selectFrom('properties as home')
          .select(['home.id', 'home.address', 'home.city', 'home.state'])
          .whereRef('home.id', '=', 'tenants.property_id'),
      ).as('property'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What of a tenant a save is compared with. */
export type StandingTenant = { avatar: string | null };

/** Holds the tenant at `version` until the transaction ends. Undefined where there is none, or it has another version by now. */
export function holdTenant(
  db: UserDb,
  { id, version }: { id: string; version: number },
): Promise<StandingTenant | undefined> {
  return db
    .selectFrom('tenants')
    .select('image_url as avatar')
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a tenant. Answers with its id. */
export async function insertTenant(db: UserDb, input: TenantInput): Promise<string> {
  const { id } = await db.insertInto('tenants').values(columns(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes a tenant. Its version rises, whatever is different. With another lease end the question about it may be asked again. */
export async function updateTenant(db: UserDb, { id, input }: { id: string; input: TenantInput }): Promise<void> {
  await db
    .updateTable('tenants')
    .set({
      ...columns(input),
      periodic_declined: sql<boolean>`periodic_declined and lease_end is not distinct from ${input.leaseEnd}::date`,
    })
    .where('id', '=', id)
    .execute();
}

/** Changes what a tenant's page changes, as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
export async function patchTenant(
  db: UserDb,
  { id, version, change }: { id: string; version: number; change: TenantChange },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('tenants')
    .set(changedColumns(change))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await throwNotFoundOrConflict(() => getTenant(db, id), change);
}

/** Removes a tenant as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
export async function removeTenant(db: UserDb, { id, version }: { id: string; version: number }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('tenants')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await throwNotFoundOrConflict(() => getTenant(db, id));
}

function columns(input: TenantInput) {
  return {
    name: input.name,
    email: input.email,
    phone: input.phone,
    property_id: input.propertyId,
    lease_start: input.leaseStart,
    lease_end: input.leaseEnd,
    moved_out: input.movedOut,
    rent_amount: sql<string>`${input.rentAmount}::numeric / 100`,
    deposit_amount: sql<string>`${input.depositAmount}::numeric / 100`,
    image_url: input.avatar,
    guarantor_name: input.guarantorName || null,
    guarantor_address: input.guarantorAddress || null,
    guarantor_phone: input.guarantorPhone || null,
    guarantor_alt_contact: input.guarantorAltContact || null,
  };
}

function changedColumns(change: TenantChange) {
  if ('movedOut' in change) return { moved_out: change.movedOut };
  if (change.periodic) return { lease_end: null, periodic_declined: false };
  // Of a tenancy without an end there was nothing to ask.
  return { periodic_declined: sql<boolean>`lease_end is not null` };
}
