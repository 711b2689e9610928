/** Suppliers in SQL, and which properties each looks after. Each function sees one landlord's rows only. */
import { sql } from 'kysely';
import { byName, newestFirst, nullableText, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ServicedProperty, Supplier, SupplierInput, SupplierQuery, SupplierRecord } from './supplier.ts';

const serviced = sql<ServicedProperty[]>`coalesce((
  select json_agg(json_build_object('id', id, 'address', address, 'city', city) order by address collate app.natural, id)
  from properties where id in (select property_id from supplier_properties where supplier_id = suppliers.id)), '[]')`;

export const supplierTable = recordTable<SupplierInput, Supplier, SupplierRecord, SupplierQuery>({
  table: 'suppliers',
  noun: 'supplier',
  columns: {
    name: 'name',
    email: 'email',
    phone: 'phone',
    serviceType: 'service_type',
    contactPerson: 'contact_person',
    address: 'address',
    website: nullableText('website'),
    notes: nullableText('notes'),
    logo: 'image_url',
  },
  computed: {
    properties: sql`(select count(*) from supplier_properties link where link.supplier_id = suppliers.id)`,
  },
  parts: { servicedProperties: serviced },
  orders: { name: byName, newest: newestFirst },
  find: (q) => sql`app.find_suppliers(${q})`,
  filters: {
    serviceType: (type) => sql`service_type = ${type}`,
    propertyId: (id) => sql`id in (select supplier_id from supplier_properties where property_id = ${id}::uuid)`,
  },
});

const NO_PROPERTY = 'A property is no longer there. Please choose again.';

/** Throws `invalid_input` for a link to a property that is not there. */
export async function addSupplier(db: UserDb, input: SupplierInput): Promise<SupplierRecord> {
  return withLinks(db, await supplierTable.add(db, input), input);
}

/** Throws `not_found`, `changed_meanwhile`, or `invalid_input` for a link to a property that is not there. */
export async function changeSupplier(
  db: UserDb,
  { input, ...wanted }: Versioned & { input: SupplierInput },
): Promise<SupplierRecord> {
  return withLinks(db, await supplierTable.change(db, { ...wanted, input }), input);
}

async function withLinks(
  db: UserDb,
  saved: SupplierRecord,
  { addedProperties: added, removedProperties: removed }: SupplierInput,
): Promise<SupplierRecord> {
  if (added.length + removed.length === 0) return saved;
  if (removed.length > 0) await unlink(db, saved.id, removed);
  if (added.length > 0) {
    // Lock the properties so that none can be deleted before its link is there.
    const locked = await db
      .selectFrom('properties')
      .select('id')
      .where('id', '=', anyOf(added))
      .forKeyShare()
      .execute();
    if (locked.length < new Set(added.map((id) => id.toLowerCase())).size)
      throw new AppError('invalid_input', { fields: { addedProperties: NO_PROPERTY } });
    await link(db, saved.id, added);
  }
  const { servicedProperties } = await db
    .selectFrom('suppliers')
    .select(serviced.as('servicedProperties'))
    .where('id', '=', saved.id)
    .executeTakeFirstOrThrow();
  return { ...saved, servicedProperties, properties: servicedProperties.length };
}

type Link = { supplier: string; property: string };

/** Throws `not_found` where the landlord lacks either. */
export async function addLink(db: UserDb, { supplier, property }: Link): Promise<void> {
  await lockBoth(db, { supplier, property });
  await link(db, supplier, [property]);
}

/** Throws `not_found` where the landlord lacks either. */
export async function removeLink(db: UserDb, { supplier, property }: Link): Promise<void> {
  await lockBoth(db, { supplier, property });
  await unlink(db, supplier, [property]);
}

async function link(db: UserDb, supplier: string, properties: string[]): Promise<void> {
  // In id order, so that two who link the same properties do not deadlock. What is linked already stays so.
  await sql`insert into supplier_properties (supplier_id, property_id)
    select ${supplier}::uuid, id from properties where id = ${anyOf(properties)} order by id
    on conflict do nothing`.execute(db);
}

async function unlink(db: UserDb, supplier: string, properties: string[]): Promise<void> {
  await db
    .deleteFrom('supplier_properties')
    .where('supplier_id', '=', supplier)
    .where('property_id', '=', anyOf(properties))
    .execute();
}

/** Neither can be deleted until the transaction ends. */
async function lockBoth(db: UserDb, { supplier, property }: Link): Promise<void> {
  const both = await db
    .selectFrom(['suppliers', 'properties'])
    .select('suppliers.id')
    .where('suppliers.id', '=', supplier)
    .where('properties.id', '=', property)
    .forKeyShare()
    .executeTakeFirst();
  if (!both) throw new AppError('not_found', { message: 'Supplier or property not found' });
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;
