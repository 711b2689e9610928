/** The list of tenants in SQL: searched, filtered, sorted, a page at a time. */
import { type RawBuilder, sql } from 'kysely';
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
import { isDay } from '../../shared/dates.ts';
import { isPlainText } from '../../shared/text.ts';
import { EXPIRING_DAYS, type LeaseState } from './lease.ts';
import { tenantFields } from './store.server.ts';
import type { Tenant, TenantFilter, TenantSort } from './tenant.ts';

const ORDERS: Record<TenantSort, Order<Tenant>> = {
  name: {
    by: sql`sort_name`,
    direction: 'asc',
    key: 'name',
    sent: z.string().refine(isPlainText),
    value: (sent) => sql`app.sort_key(${sent})`,
  },
  leaseEnd: {
    by: sql`coalesce(lease_end, 'infinity')`,
    direction: 'asc',
    key: 'leaseEnd',
    // PostgreSQL knows no year 0.
    sent: z
      .string()
      .refine((day) => isDay(day) && !day.startsWith('0000'))
      .nullable(),
    value: (sent) => sql`coalesce(${sent}::date, 'infinity')`,
  },
  newest: {
    by: sql`date_added`,
    direction: 'desc',
    key: 'dateAdded',
    sent: sentInstant,
    value: (sent) => sql`${sent}::timestamptz`,
  },
};

const today = sql`(select app.today())`;
const leaseEnd = sql`coalesce(lease_end, 'infinity')`;
const livesThere = sql`(moved_out is null or moved_out > ${today})`;

/** The same as `leaseState` in lease.ts, asked of a row. */
const STATES: Record<LeaseState, RawBuilder<boolean>> = {
  active: sql`(${livesThere} and ${leaseEnd} >= ${today} + ${EXPIRING_DAYS}::integer)`,
  expiring: sql`(${livesThere} and ${leaseEnd} >= ${today} and ${leaseEnd} < ${today} + ${EXPIRING_DAYS}::integer)`,
  expired: sql`(${livesThere} and ${leaseEnd} < ${today})`,
  'moved-out': sql`(moved_out <= ${today})`,
};

/** One page of the landlord's tenants. */
export function listTenants(
  db: UserDb,
  { q, state, propertyId, sort, limit, cursor }: TenantFilter & { limit: number; cursor?: string | undefined },
): Promise<PageText<Tenant>> {
  const search = q ? searchFor(sql`app.find_tenants(${q})`) : undefined;
  let found = db.selectFrom('tenants');
  if (search) found = found.where(search.found);
  if (state) found = found.where(STATES[state]);
  if (propertyId) found = found.where('property_id', '=', propertyId);
  const counted = found.select((row) => row.fn.countAll<number>().as('total'));
  return pageOfRows(db, {
    rows: found.select(tenantFields),
    order: ORDERS[sort],
    limit,
    cursor,
    search,
    total: state || propertyId ? counted : (search?.total ?? rowCount('tenant')),
  });
}
