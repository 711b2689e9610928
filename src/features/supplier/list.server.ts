/** The list of suppliers in SQL: searched, filtered, sorted, a page at a time. */
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
import { listedFields } from './store.server.ts';
import type { Supplier, SupplierFilter, SupplierSort } from './supplier.ts';

const ORDERS: Record<SupplierSort, Order<Supplier>> = {
  name: {
    by: sql`sort_name`,
    direction: 'asc',
    key: 'name',
    sent: z.string().refine(isPlainText),
    value: (sent) => sql`app.sort_key(${sent})`,
  },
  newest: {
    by: sql`date_added`,
    direction: 'desc',
    key: 'dateAdded',
    sent: sentInstant,
    value: (sent) => sql`${sent}::timestamptz`,
  },
};

/** One page of the landlord's suppliers. */
export function listSuppliers(
  db: UserDb,
  asked: SupplierFilter & { limit: number; cursor?: string | undefined },
): Promise<PageText<Supplier>> {
  const { q, serviceType, propertyId, sort, limit, cursor } = asked;
  const search = q ? searchFor(sql`app.find_suppliers(${q})`) : undefined;
  let found = db.selectFrom('suppliers');
  if (search) found = found.where(search.found);
  if (serviceType) found = found.where('service_type', '=', serviceType);
  if (propertyId) {
    found = found.where('id', 'in', (link) =>
      link.selectFrom('supplier_properties').select('supplier_id').where('property_id', '=', propertyId),
    );
  }
  const counted = found.select((row) => row.fn.countAll<number>().as('total'));
  return pageOfRows(db, {
    rows: found.select(listedFields).$castTo<Supplier>(),
    order: ORDERS[sort],
    limit,
    cursor,
    search,
    total: serviceType || propertyId ? counted : (search?.total ?? rowCount('supplier')),
  });
}
