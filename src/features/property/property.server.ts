import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { detachTransactions } from '../../server/db/detach-transactions.server.ts';
import {
  newestFirst,
  nullableText,
  penceColumn,
  recordTable,
  type Versioned,
} from '../../server/db/record-table.server.ts';
import { matchesWords } from '../../server/db/search.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { searchText } from '../../shared/fold.ts';
import { isPlainText } from '../../shared/text.ts';
import { complianceParts } from '../compliance/compliance.server.ts';
import { COMPLIANCE_ITEMS, ITEM_FIELDS } from '../compliance/compliance.ts';
import { EXPIRING_DAYS, MARKS } from '../compliance/marks.ts';
import { storedFile } from '../file/store.server.ts';
import { PROPERTY_STATUSES, type PropertyStatus } from './listed.ts';
import type {
  Property,
  PropertyChoice,
  PropertyFilter,
  PropertyInput,
  PropertyQuery,
  PropertyRecord,
  PropertyTotals,
} from './property.ts';

// Tenants count as moved out from their move-out date.
const stays = sql`(moved_out is null or moved_out > (select app.today()))`;

/** Whether the property is let to tenants that the caller cannot see. Owners see all, so the function is not called. */
const letUnseen = sql`(session_user = 'tenure_member' and properties.id in (select app.let_properties()))`;

/**
 * 'maintenance' or 'occupied' if set by the landlord, 'occupied' if a tenant lives there, otherwise 'vacant'. A scalar
 * subquery, because with `exists` PostgreSQL would first read the tenants of all properties.
 */
const derivedStatus = sql<PropertyStatus>`case
  when status = 'vacant' and ((select true from tenants where property_id = properties.id and ${stays} limit 1) or ${letUnseen}) then 'occupied'
  else status end`;

/** Filters by derived status, and reads the tenants once instead of for each property. */
function hasStatus(status: PropertyStatus): RawBuilder<boolean> {
  const livedIn = sql`(id in (select property_id from tenants where property_id is not null and ${stays}) or ${letUnseen})`;
  if (status === 'maintenance') return sql`status = 'maintenance'`;
  if (status === 'vacant') return sql`(status = 'vacant' and not ${livedIn})`;
  return sql`(status = 'occupied' or status = 'vacant' and ${livedIn})`;
}

const today = sql`(select app.today())`;
const ends = sql`compliance_items -> 'ends'`;

/** Filters by compliance. Incomplete items count as not recorded. */
function hasCompliance(state: NonNullable<PropertyQuery['compliance']>): RawBuilder<boolean> {
  if (state === 'not_recorded') return sql`not_recorded > 0`;
  if (state === 'expired') return sql`first_end < ${today}::text`;
  const last = sql`${today} + ${sql.lit(EXPIRING_DAYS)}`;
  return sql`(first_end <= (${last})::text and exists (
    select from jsonb_each_text(${ends}) where value::date between ${today} and ${last}))`;
}

/** SQL for the ids of properties with the text in their address details or in expired or expiring items. */
function find(q: RawBuilder<string>): RawBuilder<unknown> {
  const named = COMPLIANCE_ITEMS.map((item) => {
    const words = searchText(`${ITEM_FIELDS[item].label} ${MARKS[item]}`);
    return sql`(${sql.lit(item)}, ${sql.lit(words)})`;
  });
  return sql`unnest(array(
    select app.find_properties(${q})
    union select properties.id from (values ${sql.join(named)}) named (item, words)
      join properties on (${ends} ->> item)::date <= ${today} + ${sql.lit(EXPIRING_DAYS)}
    where ${matchesWords(sql`words`, q)}))`;
}

const certificates = sql`coalesce((
  select json_agg(json_build_object(
    'id', id, 'name', name, 'issueDate', issue_date, 'expirationDate', expiration_date,
    'renewalFrequency', renewal_frequency, 'cost', (cost * 100)::bigint, 'providerName', coalesce(provider_name, ''),
    'notes', coalesce(notes, ''), 'complianceItem', compliance_item, 'outcome', outcome, 'workDue', work_due, 'workDone', work_done,
    'confirmedToTenant', confirmed_to_tenant, 'confirmedToCouncil', confirmed_to_council, 'replacedBy', replaced_by,
    'file', ${storedFile('part')}) order by seq)
  from property_certificates part where property_id = properties.id), '[]')`;

const invoices = sql`coalesce((
  select json_agg(json_build_object(
    'id', id, 'invoiceDate', invoice_date, 'amount', (amount * 100)::bigint,
    'description', coalesce(description, ''), 'file', ${storedFile('part')}) order by seq)
  from property_invoices part where property_id = properties.id), '[]')`;

export const propertyTable = recordTable<PropertyInput, Property, PropertyRecord, PropertyQuery>({
  table: 'properties',
  noun: 'property',
  columns: {
    address: 'address',
    city: 'city',
    postalCode: 'zipcode',
    propertyType: 'type',
    status: { column: 'status', read: derivedStatus, write: (status) => status },
    bedrooms: 'bedrooms',
    bathrooms: 'bathrooms',
    rent: penceColumn('monthly_rent'),
    description: nullableText('description'),
    imageUrl: 'image_url',
  },
  computed: {
    state: sql.ref('state'),
    tenants: sql`array(select name from tenants where property_id = properties.id and ${stays} order by sort_name)`,
    ends,
  },
  pageColumns: {
    keyType: nullableText('key_type'),
    keyCode: nullableText('key_code'),
    keysAmount: 'keys_amount',
    guarantorName: nullableText('guarantor_name'),
    guarantorAddress: nullableText('guarantor_address'),
    guarantorPhone: nullableText('guarantor_phone'),
    guarantorAltContact: nullableText('guarantor_alt_contact'),
    country: 'country',
    gas: 'gas',
    storeys: 'storeys',
    combustionRooms: 'combustion_rooms',
    people: 'people',
    households: 'households',
    letByRoom: 'let_by_room',
    leasehold: 'leasehold',
    unknownFacts: 'unknown_facts',
  },
  parts: { chosenStatus: sql.ref('status'), certificates, compliance: complianceParts, invoices },
  orders: {
    newest: newestFirst,
    oldest: { ...newestFirst, direction: 'asc' },
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
  },
  find,
  filters: { status: hasStatus, compliance: hasCompliance },
});

export async function readTotals(db: UserDb, { q, status, compliance }: PropertyFilter): Promise<PropertyTotals> {
  let query = db.selectFrom('properties');
  if (q) query = query.where('id', 'in', sql<string>`(select ${find(sql`${q}`)})`);
  if (status) query = query.where(hasStatus(status));
  if (compliance) query = query.where(hasCompliance(compliance));
  const having = (status: PropertyStatus) => sql<number>`count(*) filter (where ${hasStatus(status)})`.as(status);
  return query
    .select([...PROPERTY_STATUSES.map(having), sql<number>`coalesce(sum(monthly_rent) * 100, 0)::bigint`.as('rent')])
    .executeTakeFirstOrThrow();
}

/** Returns the first matches in order of address, or only the property `id`. */
export function listChoices(
  db: UserDb,
  { q, limit, id }: { q: string; limit: number; id?: string | undefined },
): Promise<PropertyChoice[]> {
  const rent = sql<number>`(monthly_rent * 100)::bigint::float8`.as('rent');
  let query = db.selectFrom('properties').select(['id', 'address', 'city', rent]);
  if (q) query = query.where('id', 'in', sql<string>`(select app.find_properties(${q}))`);
  if (id) query = query.where('id', '=', id);
  return query.orderBy(sql`address collate app.natural`).orderBy('id').limit(limit).execute();
}

/** Deletes a property with its parts. Throws `not_found` or `conflict`. */
export async function removeProperty(db: UserDb, { id, version }: Versioned): Promise<void> {
  const locked = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return throwNotFoundOrConflict(db, 'properties', () => propertyTable.get(db, id));
  await removeLocked(db, [id]);
}

/** Deletes properties with their parts, to undo a bulk import. Missing properties are ignored. */
export async function removeProperties(db: UserDb, ids: readonly string[]): Promise<void> {
  const locked = db.selectFrom('properties').select('id').where('id', '=', sql<string>`any(${ids}::uuid[])`);
  await removeLocked(
    db,
    (await locked.orderBy('id').forUpdate().execute()).map(({ id }) => id),
  );
}

/** Deletes locked properties. Locks tenants, transactions and tenancies by id, like every save, to avoid deadlock. */
async function removeLocked(db: UserDb, ids: readonly string[]): Promise<void> {
  const chosen = sql<string>`any(${ids}::uuid[])`;
  await db.selectFrom('tenants').select('id').where('property_id', '=', chosen).orderBy('id').forUpdate().execute();
  const linked = db.selectFrom('transactions').select('property_id as id').distinct().where('property_id', '=', chosen);
  // The first batch runs even without transactions, as it checks the right to change them.
  const detached = new Set([...ids.slice(0, 1), ...(await linked.execute()).flatMap(({ id }) => id ?? [])]);
  for (const id of [...detached].toSorted()) await detachTransactions(db, id);
  await db.selectFrom('tenancies').select('id').where('property_id', '=', chosen).orderBy('id').forUpdate().execute();
  await db.deleteFrom('properties').where('id', '=', chosen).execute();
}
