import type { AccountServices } from '../features/account/routes.server.ts';
import { agentApi } from '../features/agent/api.server.ts';
import { bankApi } from '../features/bank/api.server.ts';
import { bankConnectionApi } from '../features/bank/connection/api.server.ts';
import { bankParts } from '../features/bank/parts.server.ts';
import { payerApi } from '../features/bank-row/payer/api.server.ts';
import { learning } from '../features/bank-row/payer/rules.server.ts';
import { planParts } from '../features/billing/parts.server.ts';
import { certificatesApi } from '../features/certificate/api.server.ts';
import { deadlineApi } from '../features/deadline/api.server.ts';
import { deadlineParts } from '../features/deadline/parts.server.ts';
import { documentApi } from '../features/document/api.server.ts';
import { documentParts } from '../features/document/parts.server.ts';
import { endingApi } from '../features/ending/api.server.ts';
import type { ReceiveLimits } from '../features/file/upload.server.ts';
import { guestLinkApi, guestLinkParts } from '../features/guest-link/api.server.ts';
import { importApi, importParts } from '../features/import/api.server.ts';
import { inspectionApi, inspectionParts } from '../features/inspection/api.server.ts';
import { inspectionLinkApi } from '../features/inspection-link/api.server.ts';
import { inspectionTemplateApi, inspectionTemplateParts } from '../features/inspection-template/api.server.ts';
import { interestApi } from '../features/interest/api.server.ts';
import { journeyApi, journeyParts } from '../features/journey/api.server.ts';
import { keyParts } from '../features/key/api.server.ts';
import { licenceApi, licenceParts } from '../features/licence/api.server.ts';
import { loanApi, loanParts } from '../features/loan/api.server.ts';
import { ownerApi, ownerParts } from '../features/owner/api.server.ts';
import { propertyApi } from '../features/property/api.server.ts';
import { propertyParts } from '../features/property/parts.server.ts';
import { receiptApi } from '../features/receipt/api.server.ts';
import { receiptParts } from '../features/receipt/parts.server.ts';
import { reconcileApi } from '../features/reconcile/api.server.ts';
import { reminderApi } from '../features/reminder/api.server.ts';
import { rentApi } from '../features/rent/api.server.ts';
import { historyApi } from '../features/rent/history/api.server.ts';
import { paymentsApi } from '../features/rent/payments/api.server.ts';
import { rentDocumentsApi } from '../features/rent-statement/api.server.ts';
import { repairApi, repairParts } from '../features/repair/api.server.ts';
import { repairLinkApi } from '../features/repair-link/api.server.ts';
import { repairPlanApi, repairPlanParts } from '../features/repair-plan/api.server.ts';
import { reportApi } from '../features/report/api.server.ts';
import { reportParts, reportsPart } from '../features/report/parts.server.ts';
import { requestApi, requestParts } from '../features/request/api.server.ts';
import { occupierApi, occupierParts } from '../features/resident/occupier/api.server.ts';
import { rightToRentApi, rightToRentParts } from '../features/resident/right-to-rent/api.server.ts';
import { sampleApi } from '../features/sample/api.server.ts';
import { servedApi, servedParts } from '../features/served/api.server.ts';
import { statementApi } from '../features/statement/api.server.ts';
import { supplierApi, supplierParts } from '../features/supplier/api.server.ts';
import { taxApi } from '../features/tax/api.server.ts';
import { taxParts } from '../features/tax/parts.server.ts';
import { bundleApi } from '../features/tax-bundle/api.server.ts';
import { estimateApi } from '../features/tax-estimate/api.server.ts';
import { taxUpdateApi } from '../features/tax-update/api.server.ts';
import { yearEndApi } from '../features/tax-year-end/api.server.ts';
import { tenancyApi } from '../features/tenancy/api.server.ts';
import { closeTenanciesOfProperty } from '../features/tenancy/lease.server.ts';
import { tenancyParts } from '../features/tenancy/parts.server.ts';
import { tenantApi } from '../features/tenant/api.server.ts';
import { tenantParts } from '../features/tenant/parts.server.ts';
import { transactionApi } from '../features/transaction/api.server.ts';
import { transactionParts } from '../features/transaction/parts.server.ts';
import { exportApi } from '../features/transaction-export/api.server.ts';
import { webhookApi, webhookParts } from '../features/webhook/api.server.ts';
import type { DownloadLimits } from '../server/http/downloads/downloads.server.ts';
import { router } from '../server/http/routes.server.ts';
import type { NounParts } from '../server/noun-parts.server.ts';

const LIST = [
  propertyParts,
  licenceParts,
  deadlineParts,
  tenantParts,
  tenancyParts,
  supplierParts,
  transactionParts,
  taxParts,
  ownerParts,
  reportParts,
  loanParts,
  journeyParts,
  receiptParts,
  occupierParts,
  rightToRentParts,
  requestParts,
  repairParts,
  repairPlanParts,
  inspectionParts,
  inspectionTemplateParts,
  documentParts,
  bankParts,
  servedParts,
  guestLinkParts,
  keyParts,
  webhookParts,
  importParts,
  planParts,
] as const;
export type Listed = (typeof LIST)[number];
export const NOUNS: readonly NounParts[] = LIST;

const ofProperty = NOUNS.flatMap(({ activity = {} }) =>
  Object.keys(activity).filter((kind) => activity[kind]?.ofProperty),
);

type Limits = { upload: ReceiveLimits | undefined; download: DownloadLimits | undefined };

export function nounApis(services: AccountServices, { upload, download }: Limits) {
  return (
    router()
      .route('/', propertyApi(services, { afterRemoval: closeTenanciesOfProperty, history: ofProperty }))
      .route('/', certificatesApi(services))
      .route('/', licenceApi(services))
      .route('/', deadlineApi(services))
      .route('/', tenantApi(services))
      .route('/', agentApi(services))
      .route('/', rentDocumentsApi(services))
      .route('/', paymentsApi(services))
      .route('/', historyApi(services))
      .route('/', reminderApi(services))
      .route('/', endingApi(services))
      .route('/', interestApi(services))
      .route('/', reconcileApi(services))
      .route('/', rentApi(services))
      .route('/', tenancyApi(services))
      .route('/', supplierApi(services))
      // Must precede `transactionApi`, whose route for a single record would match its path.
      .route('/', exportApi(services, download))
      .route('/', transactionApi(services, learning))
      .route('/', payerApi(services))
      .route('/', bankConnectionApi(services))
      .route('/', bankApi(services))
      .route('/', statementApi(services, upload))
      .route('/', importApi(services, upload))
      // Must precede `taxApi`, whose route for a year would match its paths.
      .route('/', yearEndApi(services))
      .route('/', taxUpdateApi(services))
      .route('/', taxApi(services))
      .route('/', ownerApi(services))
      .route('/', estimateApi(services))
      .route('/', bundleApi(services, { ...download, others: [reportsPart] }))
      .route('/', reportApi(services))
      .route('/', loanApi(services))
      .route('/', journeyApi(services))
      .route('/', receiptApi(services))
      .route('/', occupierApi(services))
      .route('/', rightToRentApi(services))
      .route('/', requestApi(services))
      .route('/', repairApi(services))
      .route('/', repairPlanApi(services))
      .route('/', repairLinkApi(services))
      .route('/', inspectionLinkApi(services, download))
      .route('/', inspectionApi(services))
      .route('/', inspectionTemplateApi(services))
      .route('/', documentApi(services))
      .route('/', servedApi(services, download))
      .route('/', guestLinkApi(services))
      .route('/', webhookApi(services))
      .route('/', sampleApi(services))
  );
}
