/** Suppliers in SQL. Each function sees one landlord's rows only, whatever it asks. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { SupplierInput, SupplierRecord } from './supplier.ts';

/** The columns of a supplier as lists show it, under their API names. */
export const listedFields = [
  'id',
  'name',
  'email',
  'phone',
  'service_type as serviceType',
  'contact_person as contactPerson',
  'address',
  sql<string>`coalesce(website, '')`.as('website'),
  sql<string>`coalesce(notes, '')`.as('notes'),
  'image_url as logo',
  sql<number>`(select count(*) from supplier_properties link where link.supplier_id = suppliers.id)`.as('properties'),
  sql<string>`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
  'version',
] as const;

/** One supplier with its properties, or undefined when this landlord has none by that id. One statement. */
export async function getSupplier(db: UserDb, id: string): Promise<SupplierRecord | undefined> {
  const row = await db
    .selectFrom('suppliers')
    .select(listedFields)
    .select((supplier) =>
      jsonArrayFrom(
        supplier
          .selectFrom('supplier_properties as link')
          .innerJoin('properties', 'properties.id', 'link.property_id')
          .select(['properties.id', 'properties.address', 'properties.city'])
          .whereRef('link.supplier_id', '=', 'suppliers.id')
          .orderBy(sql`properties.address collate app.natural`)
          .orderBy('properties.id'),
      ).as('servicedProperties'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  // The table's check constraint holds the service type to its list.
  return row as SupplierRecord | undefined;
}

/** Adds the supplier itself, without what it looks after. Answers with its id. */
export async function insertSupplier(db: UserDb, input: SupplierInput): Promise<string> {
  const { id } = await db.insertInto('suppliers').values(columns(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes the supplier itself from `version`. Throws `not_found` or `changed_meanwhile`. */
export async function updateSupplier(
  db: UserDb,
  { id, version, input }: { id: string; version: number; input: SupplierInput },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('suppliers')
    .set(columns(input))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await throwNotFoundOrConflict(() => getSupplier(db, id), input);
}

/** Removes a supplier as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
export async function removeSupplier(db: UserDb, { id, version }: { id: string; version: number }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('suppliers')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await throwNotFoundOrConflict(() => getSupplier(db, id));
}

function columns(input: SupplierInput) {
  return {
    name: input.name,
    email: input.email,
    phone: input.phone,
    service_type: input.serviceType,
    contact_person: input.contactPerson,
    address: input.address,
    website: input.website || null,
    notes: input.notes || null,
    image_url: input.logo,
  };
}
