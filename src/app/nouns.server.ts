/** Parts of nouns on the server: SQL of the search over everything, and descriptions of their tables. */
import { bankTables } from '../features/bank/parts.server.ts';
import { propertyFound, propertyTables } from '../features/property/parts.server.ts';
import { statementTables } from '../features/statement/parts.server.ts';
import { supplierFound, supplierTables } from '../features/supplier/parts.server.ts';
import { tenancyTables } from '../features/tenancy/parts.server.ts';
import { tenantFound, tenantTables } from '../features/tenant/parts.server.ts';
import { transactionTables } from '../features/transaction/parts.server.ts';
import type { SearchSql } from '../server/db/search.server.ts';
import type { Searched } from './nouns.search.ts';

export const SEARCHED_SQL: Record<Searched, SearchSql> = {
  properties: propertyFound,
  tenants: tenantFound,
  suppliers: supplierFound,
};

export const DESCRIBED_TABLES: Readonly<Record<string, string>> = {
  ...propertyTables,
  ...tenantTables,
  ...tenancyTables,
  ...supplierTables,
  ...transactionTables,
  ...bankTables,
  ...statementTables,
};
