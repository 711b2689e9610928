/** The list of properties in SQL: searched, filtered, sorted, a page at a time. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { LandlordDb } from '../../server/landlord.server.ts';
import { type PageText, pageAsText, readCursor, tally } from '../../server/pages.server.ts';
import { isPlainText } from '../../shared/text.ts';
import type { Property, PropertyFilter, PropertySort } from './property.ts';
import { listedFields } from './store.server.ts';

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
  if (q) found = found.where('id', '=', sql<string>`any(array(select id from matching))`);
  if (status) found = found.where('status', '=', status);
  let rows = found
    .select(listedFields)
    .orderBy(order.by, order.direction)
    .orderBy('id', order.direction)
    .limit(limit + 1);
  if (cursor) {
    const after = readCursor(cursor, order.sent);
    const comparison = order.direction === 'desc' ? sql`<` : sql`>`;
    rows = rows.where(sql<boolean>`(${order.by}, id) ${comparison} (${order.value(after.value)}, ${after.id}::uuid)`);
  }
  const counted = found.select((row) => row.fn.countAll<number>().as('total'));
  const matching = sql<{ total: number }>`select count(*) as total from matching`;
  const total = status ? counted : q ? matching : tally('property');
  // Looked through once, for the page and for the count.
  const given = q ? sql`with matching as materialized (select app.find_properties(${q}) as id)` : undefined;
  return pageAsText(db, { given, rows: rows.$castTo<Property>(), sortKey: order.key, limit, total });
}
