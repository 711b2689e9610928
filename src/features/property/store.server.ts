/** Properties in SQL. Each function sees one landlord's rows only, whatever it asks. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LandlordDb } from '../../server/landlord.server.ts';
import { type PageText, pageAsText, readCursor, tally } from '../../server/pages.server.ts';
import { explainMiss } from '../../server/records.server.ts';
import { isPlainText } from '../../shared/text.ts';
import { nominalSize, type Property, type PropertyFilter, type PropertyInput, type PropertySort } from './property.ts';

/** The columns of a property under their API names. */
const fields = [
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
  'status',
  sql<string>`to_char(date_added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('dateAdded'),
  'version',
] as const;

type Order = {
  by: RawBuilder<unknown>;
  direction: 'asc' | 'desc';
  /** The API field that carries the sort value, what it may be, and how that value compares with `by`. */
  key: keyof Property;
  sent: z.ZodType<string | number>;
  value: (sent: string | number) => RawBuilder<unknown>;
};

// PostgreSQL knows no year 0.
const instant = z.iso.datetime().refine((text) => !text.startsWith('0000'));
const byDate = {
  by: sql`date_added`,
  key: 'dateAdded',
  sent: instant,
  value: (sent) => sql`${sent}::timestamptz`,
} satisfies Partial<Order>;

const ORDERS: Record<PropertySort, Order> = {
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
  db: LandlordDb,
  { q, status, sort, limit, cursor }: PropertyFilter & { limit: number; cursor?: string | undefined },
): Promise<PageText<Property>> {
  const order = ORDERS[sort];
  let found = db.selectFrom('properties');
  if (q) found = found.where('id', '=', sql<string>`any(array(select app.find_properties(${q})))`);
  if (status) found = found.where('status', '=', status);
  let rows = found
    .select(fields)
    .orderBy(order.by, order.direction)
    .orderBy('id', order.direction)
    .limit(limit + 1);
  if (cursor) {
    const after = readCursor(cursor, order.sent);
    const comparison = order.direction === 'desc' ? sql`<` : sql`>`;
    rows = rows.where(sql<boolean>`(${order.by}, id) ${comparison} (${order.value(after.value)}, ${after.id}::uuid)`);
  }
  const total = q || status ? found.select((row) => row.fn.countAll<number>().as('total')) : tally('property');
  return pageAsText(db, { rows: rows.$castTo<Property>(), sortKey: order.key, limit, total });
}

/** One property, or undefined when this landlord has none by that id. */
export async function getProperty(db: LandlordDb, id: string): Promise<Property | undefined> {
  const row = await db.selectFrom('properties').select(fields).where('id', '=', id).executeTakeFirst();
  return row && present(row);
}

/** Adds a property. */
export async function addProperty(db: LandlordDb, input: PropertyInput): Promise<Property> {
  const row = await db
    .insertInto('properties')
    .values({
      ...columns(input),
      state: input.city,
      size: nominalSize(input.bedrooms),
      purchase_price: 0,
      purchase_date: null,
    })
    .returning(fields)
    .executeTakeFirstOrThrow();
  return present(row);
}

/** Changes a property from `version`. Throws `not_found` or `changed_meanwhile`. */
export async function changeProperty(
  db: LandlordDb,
  { id, version, input }: { id: string; version: number; input: PropertyInput },
): Promise<Property> {
  const row = await db
    .updateTable('properties')
    .set({ ...columns(input), state: sql<string>`case when state = city then ${input.city} else state end` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(fields)
    .executeTakeFirst();
  return row ? present(row) : explainMiss(() => getProperty(db, id), input);
}

/** Removes a property as it was at `version`. Throws `not_found` or `changed_meanwhile`. */
export async function removeProperty(db: LandlordDb, { id, version }: { id: string; version: number }): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('properties')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) await explainMiss(() => getProperty(db, id));
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
  };
}

type Row = Omit<Property, 'propertyType' | 'status'> & { propertyType: string; status: string };

// The table's check constraints hold type and status to their lists.
function present(row: Row): Property {
  return row as Property;
}
