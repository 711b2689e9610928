import { sql } from 'kysely';
import { byName, newestFirst, nullableText, recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { Supplier, SupplierChoice, SupplierInput, SupplierQuery, SupplierRecord } from './supplier.ts';

const serviced = sql<SupplierRecord['servicedProperties']>`coalesce((
  select json_agg(json_build_object('id', id, 'address', address, 'city', city) order by address collate app.natural, id)
  from properties where id in (select property_id from supplier_properties where supplier_id = suppliers.id)), '[]')`;

const table = recordTable<SupplierInput, Supplier, SupplierRecord, SupplierQuery>({
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

/** A save throws `invalid_input` for a link to a missing property. */
export const supplierTable = {
  ...table,
  add: async (db: UserDb, input: SupplierInput) => withLinks(db, await table.add(db, input), input),
  change: async (db: UserDb, request: Versioned & { input: SupplierInput }) =>
    withLinks(db, await table.change(db, request), request.input),
};

async function withLinks(db: UserDb, saved: SupplierRecord, input: SupplierInput): Promise<SupplierRecord> {
  const { addedProperties: added, removedProperties: removed } = input;
  if (added.length + removed.length === 0) return saved;
  await unlink(db, saved.id, removed);
  // Locks the properties, so that they cannot be deleted before they are linked.
  const existing = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', anyOf(added))
    .forKeyShare()
    .execute();
  if (existing.length < new Set(added.map((id) => id.toLowerCase())).size) {
    const addedProperties = 'One of these properties no longer exists. Choose again.';
    throw invalidField('addedProperties', addedProperties);
  }
  await link(db, saved.id, added);
  return (await table.get(db, saved.id)) ?? saved;
}

/** Returns the first suppliers that match `q`, by name. With `id`, returns only that supplier, if it exists. */
export function listChoices(
  db: UserDb,
  { q, limit, id }: { q: string; limit: number; id?: string | undefined },
): Promise<SupplierChoice[]> {
  let query = db
    .selectFrom('suppliers')
    .select(['id', 'name', 'service_type as serviceType'])
    .$castTo<SupplierChoice>();
  if (q) query = query.where('id', 'in', sql<string>`(select app.find_suppliers(${q}))`);
  if (id) query = query.where('id', '=', id);
  return query.orderBy('sort_name').orderBy('id').limit(limit).execute();
}

type Link = { supplier: string; property: string; linked: boolean };

/** Throws `not_found` unless the landlord has both records. */
export async function setLink(db: UserDb, { supplier, property, linked }: Link): Promise<void> {
  const both = await db
    .selectFrom(['suppliers', 'properties'])
    .select('suppliers.id')
    .where('suppliers.id', '=', supplier)
    .where('properties.id', '=', property)
    .forKeyShare()
    .executeTakeFirst();
  if (!both) throw new AppError('not_found', { message: 'Supplier or property not found' });
  await (linked ? link : unlink)(db, supplier, [property]);
}

async function link(db: UserDb, supplier: string, properties: string[]): Promise<void> {
  // Inserted in id order, so that concurrent links to the same properties do not deadlock.
  await sql`insert into supplier_properties (supplier_id, property_id)
    select ${supplier}::uuid, id from properties where id = ${anyOf(properties)} order by id
    on conflict do nothing`.execute(db);
}

async function unlink(db: UserDb, supplier: string, properties: string[]): Promise<void> {
  await sql`delete from supplier_properties
    where supplier_id = ${supplier}::uuid and property_id = ${anyOf(properties)}`.execute(db);
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;
