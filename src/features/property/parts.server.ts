import { sql } from 'kysely';
import type { SearchSql } from '../../server/db/search.server.ts';

export const propertyFound: SearchSql = {
  columns: sql`id, address, city, zipcode as "postalCode", compliance_items -> 'ends' as ends from properties`,
  ids: (q) => sql`app.find_properties(${q})`,
  order: sql`address collate app.natural`,
};

/** Descriptions of the tables for the data download. */
export const propertyTables: Readonly<Record<string, string>> = {
  properties: 'Your properties.',
  property_certificates: 'The certificates of your properties.',
  property_compliance: 'The compliance items of your properties.',
  property_invoices: 'The invoices of your properties.',
};
