/** The nouns in the browser, in display order. */
import { bankParts } from '../features/bank/parts.client.ts';
import { journeyParts, journeyScreens } from '../features/journey/parts.client.ts';
import { loanParts, loanScreens } from '../features/loan/parts.client.ts';
import { ownerScreens } from '../features/owner/parts.client.ts';
import { propertyParts, propertyScreens } from '../features/property/parts.client.ts';
import { receiptParts } from '../features/receipt/parts.client.ts';
import { reportParts, reportScreens } from '../features/report/parts.client.ts';
import { supplierParts, supplierScreens } from '../features/supplier/parts.client.ts';
import { taxParts, taxScreens } from '../features/tax/parts.client.ts';
import { tenancyParts } from '../features/tenancy/parts.client.ts';
import { tenantParts, tenantScreens } from '../features/tenant/parts.client.ts';
import { transactionParts } from '../features/transaction/parts.client.ts';
import type { NounParts } from '../web/records/noun-parts.client.ts';

export const NOUNS: readonly NounParts[] = [
  propertyParts,
  tenantParts,
  tenancyParts,
  supplierParts,
  transactionParts,
  bankParts,
  reportParts,
  taxParts,
  loanParts,
  journeyParts,
  receiptParts,
];

export const SCREENS = [
  ...propertyScreens,
  ...tenantScreens,
  ...supplierScreens,
  ...taxScreens,
  ...loanScreens,
  ...journeyScreens,
  ...reportScreens,
  ...ownerScreens,
] as const;
