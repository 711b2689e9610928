/** Properties in SQL. Each function sees one landlord's rows only, whatever it asks. */
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { z } from 'zod';
import { detachTransactions } from '../../server/db/detach-transactions.server.ts';
import {
  type Order,
  type PageText,
  preparedPage,
  rowCount,
  searchFor,
  sentInstant,
} from '../../server/http/pages.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { isPlainText } from '../../shared/text.ts';
import type { StoredFile } from '../file/file.ts';
import { complianceOf } from './compliance/compliance.server.ts';
import {
  nominalSize,
  type Property,
  type PropertyChoice,
  type PropertyFilter,
  type PropertyInput,
  type PropertyRecord,
  type PropertySort,
  type PropertyStatus,
} from './property.ts';

// From the day of moving out on, a tenant lives there no more.
const stays = sql`(moved_out is null or moved_out > (select app.today()))`;

/**
 * The status as every screen shows it: 'maintenance' where the landlord set it; else 'occupied' where a tenant lives there or the
 * landlord set that; else 'vacant'. With `exists` PostgreSQL would first look up who lives in all properties, for a page of fifty.
 */
const derivedStatus = sql<PropertyStatus>`case
  when status = 'vacant' and (select true from tenants where property_id = properties.id and ${stays} limit 1) then 'occupied'
  else status end`;

/** Whether a property has this derived status. Who lives anywhere is looked up once here, not for each of 5,000 properties. */
function hasStatus(status: PropertyStatus): RawBuilder<boolean> {
  const livedIn = sql`id in (select property_id from tenants where property_id is not null and ${stays})`;
  if (status === 'maintenance') return sql`status = 'maintenance'`;
  if (status === 'vacant') return sql`(status = 'vacant' and not ${livedIn})`;
  return sql`(status = 'occupied' or status = 'vacant' and ${livedIn})`;
}

/** The columns of a property as lists show it, under their API names. */
const listedFields = [
  'id',
  'address',
  'city',
  'state',
  'zipcode as postalCode',
  'type as propertyType',
  'bedrooms',
  'bathrooms',
  sql<number>`(monthly_rent * 100)::bigint`.as('rent'),
  sql<string>`coalesce(description, '')`.as('description'),
  derivedStatus.as('status'),
  'image_url as imageUrl',
  sql<string>`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
  'version',
] as const;

/** Those that only its page and its form show. */
const furtherFields = [
  'status as chosenStatus',
  sql<string>`coalesce(key_type, '')`.as('keyType'),
  sql<string>`coalesce(key_code, '')`.as('keyCode'),
  'keys_amount as keysAmount',
  sql<string>`coalesce(guarantor_name, '')`.as('guarantorName'),
  sql<string>`coalesce(guarantor_address, '')`.as('guarantorAddress'),
  sql<string>`coalesce(guarantor_phone, '')`.as('guarantorPhone'),
  sql<string>`coalesce(guarantor_alt_contact, '')`.as('guarantorAltContact'),
] as const;

/** One property with all its parts, or undefined when this landlord has none by that id. One statement. */
export async function getProperty(db: UserDb, id: string): Promise<PropertyRecord | undefined> {
  const row = await db
    .selectFrom('properties')
    .select([...listedFields, ...furtherFields])
    .select((property) => [
      jsonArrayFrom(
        property
          .selectFrom('property_certificates as part')
          .select([
            'part.id',
            'part.name',
            'part.issue_date as issueDate',
            'part.expiration_date as expirationDate',
            'part.renewal_frequency as renewalFrequency',
            sql<number | null>`(part.cost * 100)::bigint`.as('cost'),
            sql<string>`coalesce(part.provider_name, '')`.as('providerName'),
            sql<string>`coalesce(part.notes, '')`.as('notes'),
            'part.compliance_item as complianceItem',
            storedFile,
          ])
          .whereRef('part.property_id', '=', 'properties.id')
          .orderBy('part.seq'),
      ).as('certificates'),
      jsonArrayFrom(
        property
          .selectFrom('property_invoices as part')
          .select([
            'part.id',
            'part.invoice_date as invoiceDate',
            sql<number | null>`(part.amount * 100)::bigint`.as('amount'),
            sql<string>`coalesce(part.description, '')`.as('description'),
            storedFile,
          ])
          .whereRef('part.property_id', '=', 'properties.id')
          .orderBy('part.seq'),
      ).as('invoices'),
      jsonObjectFrom(
        property
          .selectFrom('property_compliance as part')
          .selectAll()
          .whereRef('part.property_id', '=', 'properties.id'),
      ).as('compliance'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  // The tables' check constraints hold type, status, frequency and the like to their lists.
  return row && ({ ...row, compliance: complianceOf(row.compliance) } as PropertyRecord);
}

/** The file that a part names, as it is told. */
const storedFile = sql<StoredFile | null>`(
  select json_build_object('url', url, 'name', name, 'contentType', content_type, 'bytes', bytes)
  from files where url = part.file_url)`.as('file');

/** Adds the property itself, without its parts. Answers with its id. */
export async function insertProperty(db: UserDb, input: PropertyInput): Promise<string> {
  const { id } = await db
    .insertInto('properties')
    .values({
      ...columns(input),
      state: input.city,
      size: nominalSize(input.bedrooms),
      purchase_price: 0,
      purchase_date: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the property itself, without its parts. Its version rises, whatever is different. */
export async function updateProperty(db: UserDb, { id, input }: { id: string; input: PropertyInput }): Promise<void> {
  await db
    .updateTable('properties')
    .set({ ...columns(input), state: sql<string>`case when state = city then ${input.city} else state end` })
    .where('id', '=', id)
    .execute();
}

/** Removes a property and its parts, as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
export async function removeProperty(db: UserDb, { id, version }: { id: string; version: number }): Promise<void> {
  const held = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return throwNotFoundOrConflict(() => getProperty(db, id));
  await detachTransactions(db, id);
  await db.deleteFrom('properties').where('id', '=', id).execute();
}

function columns(input: PropertyInput) {
  return {
    address: input.address,
    city: input.city,
    zipcode: input.postalCode,
    type: input.propertyType,
    bedrooms: input.bedrooms,
    bathrooms: input.bathrooms,
    monthly_rent: sql<string>`${input.rent}::numeric / 100`,
    description: input.description || null,
    status: input.status,
    image_url: input.imageUrl,
    key_type: input.keyType || null,
    key_code: input.keyCode || null,
    keys_amount: input.keysAmount,
    guarantor_name: input.guarantorName || null,
    guarantor_address: input.guarantorAddress || null,
    guarantor_phone: input.guarantorPhone || null,
    guarantor_alt_contact: input.guarantorAltContact || null,
  };
}

const byDate = {
  by: sql`date_added`,
  key: 'dateAdded',
  sent: sentInstant,
  value: (sent) => sql`${sent}::timestamptz`,
} satisfies Omit<Order<Property>, 'direction'>;

const ORDERS: Record<PropertySort, Order<Property>> = {
  newest: { ...byDate, direction: 'desc' },
  oldest: { ...byDate, direction: 'asc' },
  address: {
    by: sql`address collate app.natural`,
    direction: 'asc',
    key: 'address',
    sent: z.string().refine(isPlainText),
    value: (sent) => sql`${sent}::text collate app.natural`,
  },
  rent: {
    by: sql`monthly_rent`,
    direction: 'desc',
    key: 'rent',
    sent: z.int(),
    value: (sent) => sql`${sent}::numeric / 100`,
  },
};

/** One page of the landlord's properties. */
export function listProperties(
  db: UserDb,
  { q, status, sort, limit, cursor }: PropertyFilter & { limit: number; cursor?: string | undefined },
): Promise<PageText<Property>> {
  return preparedPage(db, {
    key: `property ${sort} ${status}`,
    order: ORDERS[sort],
    q,
    limit,
    cursor,
    plan: (wanted) => {
      const search = wanted && searchFor(sql`app.find_properties(${wanted})`);
      let found = db.selectFrom('properties');
      if (search) found = found.where(search.found);
      if (status) found = found.where(hasStatus(status));
      const counted = found.select((row) => row.fn.countAll<number>().as('total'));
      return {
        rows: found.select(listedFields).$castTo<Property>(),
        search,
        total: status ? counted : (search?.total ?? rowCount('property')),
      };
    },
  });
}

/** The first of the landlord's properties that hold the text; with `id` that one alone, where there is one. */
export function listChoices(
  db: UserDb,
  { q, limit, id }: { q: string; limit: number; id?: string | undefined },
): Promise<PropertyChoice[]> {
  let found = db.selectFrom('properties').select(['id', 'address', 'city']);
  if (q) found = found.where('id', 'in', sql<string>`(select app.find_properties(${q}))`);
  if (id) found = found.where('id', '=', id);
  return found.orderBy(sql`address collate app.natural`).orderBy('id').limit(limit).execute();
}
