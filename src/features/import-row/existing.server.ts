import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { Kind } from '../import-file/kinds.ts';
import { INCOME_CATEGORIES } from '../transaction/listed.ts';
import type { Existing, OwnProperty, OwnSupplier, OwnTenant, OwnTransaction } from './rules/existing.ts';

type Scope = { kinds: readonly (Kind | null)[]; days: { from: string; to: string } | null };

/** Reads the records that rows of `kinds` may match. `days` are the first and last day of the file's transactions. */
export async function readExisting(db: UserDb, { kinds, days }: Scope): Promise<Existing> {
  const has = (...needed: Kind[]) => needed.some((kind) => kinds.includes(kind));
  return {
    properties: has('properties', 'tenants', 'transactions', 'certificates')
      ? await readProperties(db, has('properties', 'certificates'))
      : [],
    suppliers: has('suppliers', 'transactions') ? await readSuppliers(db) : [],
    tenants: has('tenants', 'transactions') ? await readTenants(db, has('tenants')) : [],
    transactions: has('transactions') && days ? await readTransactions(db, days) : [],
    categories: has('transactions') ? await readCategories(db) : [],
  };
}

/** `whole` includes certificates, which take most of the time. */
async function readProperties(db: UserDb, whole: boolean): Promise<OwnProperty[]> {
  const certificates = sql`coalesce((select json_agg(json_build_object('id', c.id, 'item', compliance_item, 'name', name,
      'issueDate', issue_date, 'expirationDate', expiration_date, 'replacedBy', replaced_by) order by c.id)
    from property_certificates c where c.property_id = properties.id), '[]')`;
  const { rows } = await sql<OwnProperty>`
    select id, version, address, city, zipcode as "postalCode", type as "propertyType", bedrooms, bathrooms,
      (monthly_rent * 100)::bigint::float8 as rent, status, coalesce(description, '') as description,
      case when status = 'vacant' and id in (select property_id from tenants where moved_out is null or moved_out > (select app.today()))
        then 'occupied' else status end as "shownStatus",
      coalesce(key_type, '') as "keyType", coalesce(key_code, '') as "keyCode", coalesce(compliance_items -> 'ends', '{}') as ends,
      ${whole ? certificates : sql`'[]'::json`} as certificates
    from properties order by date_added, id`.execute(db);
  return rows;
}

async function readSuppliers(db: UserDb): Promise<OwnSupplier[]> {
  const { rows } = await sql<OwnSupplier>`
    select id, version, name, service_type as "serviceType", contact_person as "contactPerson", email, phone,
      coalesce(website, '') as website, address, coalesce(notes, '') as notes
    from suppliers order by date_added, id`.execute(db);
  return rows;
}

/** `whole` includes rents, which take most of the time. */
async function readTenants(db: UserDb, whole: boolean): Promise<OwnTenant[]> {
  const { rows } = await sql<OwnTenant>`
    select l.id, l.version, l.name, l.email, l.phone, l.property_id as "propertyId", l.tenancy_id as "tenancyId",
      l.lease_start::text as "leaseStart", l.lease_end::text as "leaseEnd",
      ${whole ? sql`(rent_amount * 100)::bigint::float8` : sql`0::float8`} as "rentAmount",
      (l.deposit_amount * 100)::bigint::float8 as "depositAmount", l.moved_out::text as "movedOut", t.charges_from::text as "chargesFrom",
      coalesce(guarantor_name, '') as "guarantorName", coalesce(guarantor_address, '') as "guarantorAddress",
      coalesce(guarantor_phone, '') as "guarantorPhone"
    from tenant_leases l join tenancies t on t.id = l.tenancy_id order by l.date_added, l.id`.execute(db);
  return rows;
}

async function readTransactions(db: UserDb, { from, to }: { from: string; to: string }): Promise<OwnTransaction[]> {
  const { rows } = await sql<OwnTransaction>`
    select id, date::text, (amount * 100)::bigint::float8 as amount, description, property_id as "propertyId"
    from transactions where date between ${from}::date and ${to}::date order by id`.execute(db);
  return rows;
}

/** The account's own categories, which have a row in `tax_choices`. */
export async function readCategories(db: UserDb): Promise<string[]> {
  const builtIn: readonly string[] = INCOME_CATEGORIES;
  const { rows } = await sql<{ category: string }>`select category from tax_choices order by category`.execute(db);
  return rows.map(({ category }) => category).filter((category) => !builtIn.includes(category));
}
