/** The one list of nouns, in the order in which screens show them. A new noun adds its parts here. */
import { bankParts } from '../features/bank/parts.ts';
import { propertyParts } from '../features/property/parts.ts';
import { sampleParts } from '../features/sample/parts.ts';
import { statementParts } from '../features/statement/parts.ts';
import { supplierParts } from '../features/supplier/parts.ts';
import { tenancyParts } from '../features/tenancy/parts.ts';
import { tenantParts } from '../features/tenant/parts.ts';
import { transactionParts } from '../features/transaction/parts.ts';
import type { NounParts } from '../shared/noun-parts.ts';

export const NOUNS: readonly NounParts[] = [
  propertyParts,
  tenantParts,
  tenancyParts,
  supplierParts,
  transactionParts,
  bankParts,
  statementParts,
  sampleParts,
];
