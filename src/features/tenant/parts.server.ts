/** Tenants in the search over everything and in the download of my data. */
import { sql } from 'kysely';
import type { SearchSql } from '../../server/db/search.server.ts';

export const tenantFound: SearchSql = {
  columns: sql`id, name, phone, property_name as "propertyName", moved_out as "movedOut" from tenants`,
  ids: (q) => sql`app.find_tenants(${q})`,
  order: sql`sort_name`,
};

/** What the tables hold, for the download of my data. */
export const tenantTables: Readonly<Record<string, string>> = {
  tenants: 'Your tenants. Their leases and deposits are in tenancies, their rents in tenancy_rents.',
};
