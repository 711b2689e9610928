/** The list of properties in SQL: searched, filtered, sorted, a page at a time. */
import { sql } from 'kysely';
import { z } from 'zod';
import {
  type Order,
  type PageText,
  pageOfRows,
  rowCount,
  searchFor,
  sentInstant,
} from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { isPlainText } from '../../shared/text.ts';
import type { Property, PropertyFilter, PropertySort } from './property.ts';
import { hasStatus, listedFields } from './store.server.ts';

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
  const search = q ? searchFor(sql`app.find_properties(${q})`) : undefined;
  let found = db.selectFrom('properties');
  if (search) found = found.where(search.found);
  if (status) found = found.where(hasStatus(status));
  const counted = found.select((row) => row.fn.countAll<number>().as('total'));
  return pageOfRows(db, {
    rows: found.select(listedFields).$castTo<Property>(),
    order: ORDERS[sort],
    limit,
    cursor,
    search,
    total: status ? counted : (search?.total ?? rowCount('property')),
  });
}
