/** The parts of a property in the words of the screens: what each field of a certificate, an invoice and a compliance item is called. */
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { CERTIFICATE } from './certificates/certificate.ts';
import { COMPLIANCE_LABELS, type Compliance, type ComplianceItem } from './compliance/compliance.ts';
import { INVOICE, type InvoiceInput } from './invoices/invoice.ts';

type FieldOf<Item> = Item extends ComplianceItem ? keyof Compliance[Item] : never;
/** Every field that any item of the checklist has. */
export type ComplianceFieldName = FieldOf<ComplianceItem>;

export const COMPLIANCE_FIELD_LABELS = {
  completed: 'Completed',
  notApplicable: 'Not Applicable',
  notes: 'Notes',
  expiryDate: 'Expiry Date',
  rating: 'Rating',
  lastChecked: 'Last Checked',
  scheme: 'Scheme',
  reference: 'Reference',
  lastInspection: 'Last Inspection',
  number: 'Licence Number',
  agreementDate: 'Agreement Date',
  provider: 'Provider',
  policyNumber: 'Policy Number',
} as const satisfies Record<ComplianceFieldName, string>;

/** The fields of each item beside Completed, Not Applicable and Notes, in the order of form and page. */
export const COMPLIANCE_FIELDS = {
  gasSafety: ['expiryDate'],
  energyPerformance: ['expiryDate', 'rating'],
  electricalSafety: ['expiryDate'],
  alarms: ['lastChecked'],
  depositProtection: ['scheme', 'reference'],
  hhsrs: ['lastInspection'],
  propertyLicensing: ['number', 'expiryDate'],
  tenancyAgreement: ['agreementDate'],
  landlordInsurance: ['provider', 'policyNumber', 'expiryDate'],
} as const satisfies { [Item in ComplianceItem]: readonly OwnField<Item>[] };
type OwnField<Item extends ComplianceItem> = Exclude<keyof Compliance[Item], 'completed' | 'notApplicable' | 'notes'>;

/** True for a field that holds a day. */
export function isDayField(field: ComplianceFieldName): boolean {
  return ['expiryDate', 'lastChecked', 'lastInspection', 'agreementDate'].includes(field);
}

const LABELS: { [field: string]: string } = { ...CERTIFICATE.labels, ...INVOICE.labels, ...COMPLIANCE_FIELD_LABELS };

/** The label of a field of a row or an item; the field's name where it has none. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? field;
}

/** The value of a field of a row or an item in words: '02 Mar 2026', '£120.00', 'Yes'; '' for nothing. */
export function inWords(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatPence(value);
  if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : 'A file';
  if (typeof value !== 'string') return '';
  if (field === 'complianceItem') return COMPLIANCE_LABELS[value as ComplianceItem];
  return isDay(value) ? formatDay(value) : value;
}

/** 'Certificate “Gas Safety Record”'. */
export function certificateTitle({ name }: { name?: string | undefined }): string {
  return name?.trim() ? `Certificate “${name.trim()}”` : 'Certificate';
}

type InvoiceFacts = Pick<InvoiceInput, 'description' | 'invoiceDate' | 'amount'>;

/** 'Invoice “Boiler repair”', or where nothing describes it 'Invoice of 02 Mar 2026', 'Invoice over £120.00'. */
export function invoiceTitle({ description, invoiceDate, amount }: InvoiceFacts): string {
  if (description) return `Invoice “${description}”`;
  if (invoiceDate) return `Invoice of ${formatDay(invoiceDate)}`;
  return amount === null ? 'Invoice' : `Invoice over ${formatPence(amount)}`;
}
