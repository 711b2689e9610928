import { bankParts } from '../features/bank/parts.client.ts';
import { certificateScreens } from '../features/certificate/parts.client.ts';
import { deadlineParts, deadlineScreens } from '../features/deadline/parts.client.ts';
import { documentParts, documentScreens } from '../features/document/parts.client.ts';
import { inspectionParts, inspectionScreens } from '../features/inspection/parts.client.ts';
import { templateParts, templateScreens } from '../features/inspection-template/parts.client.ts';
import { journeyParts, journeyScreens } from '../features/journey/parts.client.ts';
import { loanParts, loanScreens } from '../features/loan/parts.client.ts';
import { ownerScreens } from '../features/owner/parts.client.ts';
import { propertyParts, propertyScreens } from '../features/property/parts.client.ts';
import { receiptParts } from '../features/receipt/parts.client.ts';
import { repairParts, repairScreens } from '../features/repair/parts.client.ts';
import { repairPlanParts, repairPlanScreens } from '../features/repair-plan/parts.client.ts';
import { reportParts, reportScreens } from '../features/report/parts.client.ts';
import { supplierParts, supplierScreens } from '../features/supplier/parts.client.ts';
import { taxParts, taxScreens } from '../features/tax/parts.client.ts';
import { taxUpdateScreens } from '../features/tax-update/parts.client.ts';
import { taxYearEndScreens } from '../features/tax-year-end/parts.client.ts';
import { tenancyParts } from '../features/tenancy/parts.client.ts';
import { tenantParts, tenantScreens } from '../features/tenant/parts.client.ts';
import { transactionParts } from '../features/transaction/parts.client.ts';
import type { NounParts } from '../web/records/noun-parts.client.ts';

/** Nouns that only the activity filter lists. */
const WITHOUT_SCREENS: readonly NounParts[] = [
  { id: 'licences', label: 'Licences', area: 'properties' },
  { id: 'occupiers', label: 'Occupiers', area: 'people' },
  { id: 'right-to-rent', label: 'Right to rent', area: 'people' },
  { id: 'requests', label: 'Requests', area: 'people' },
  { id: 'served', label: 'Papers given', area: 'people' },
  { id: 'links', label: 'Links', area: 'people' },
];

export const NOUNS: readonly NounParts[] = [
  propertyParts,
  deadlineParts,
  documentParts,
  repairParts,
  inspectionParts,
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
  ...WITHOUT_SCREENS,
  repairPlanParts,
  templateParts,
];

export const SCREENS = [
  ...propertyScreens,
  ...certificateScreens,
  ...deadlineScreens,
  ...documentScreens,
  ...repairScreens,
  ...inspectionScreens,
  ...tenantScreens,
  ...supplierScreens,
  ...taxScreens,
  ...taxUpdateScreens,
  ...taxYearEndScreens,
  ...loanScreens,
  ...journeyScreens,
  ...reportScreens,
  ...ownerScreens,
  ...repairPlanScreens,
  ...templateScreens,
] as const;
