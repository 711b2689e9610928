import { sql } from 'kysely';
import type { SearchSql } from '../../server/db/search.server.ts';

export const tenantFound: SearchSql = {
  columns: sql`id, name, phone, property_name as "propertyName", moved_out as "movedOut" from tenants`,
  ids: (q) => sql`app.find_tenants(${q})`,
  order: sql`sort_name`,
};

/** Descriptions of the tables for the data download. */
export const tenantTables: Readonly<Record<string, string>> = {
  tenants: 'Your tenants. Their leases and deposits are in tenancies, their rents in tenancy_rents.',
};
