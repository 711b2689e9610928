/** Suppliers in the search over everything and in the download of my data. */
import { sql } from 'kysely';
import type { SearchSql } from '../../server/db/search.server.ts';

export const supplierFound: SearchSql = {
  columns: sql`id, name, phone, service_type as "serviceType" from suppliers`,
  ids: (q) => sql`app.find_suppliers(${q})`,
  order: sql`sort_name`,
};

/** What the tables hold, for the download of my data. */
export const supplierTables: Readonly<Record<string, string>> = {
  suppliers: 'Your suppliers.',
  supplier_properties: 'Which supplier looks after which property.',
};
