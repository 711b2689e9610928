/** The parts of a property in the words of the screens: what each field of a certificate, an invoice and a compliance item is called. */
import { formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { CertificateInput } from './certificates/certificate.ts';
import { COMPLIANCE_LABELS, type Compliance, type ComplianceItem } from './compliance/compliance.ts';
import type { InvoiceInput } from './invoices/invoice.ts';

export const CERTIFICATE_LABELS = {
  name: 'Certificate Name',
  issueDate: 'Issue Date',
  expirationDate: 'Expiration Date',
  renewalFrequency: 'Renewal Frequency',
  cost: 'Cost',
  providerName: 'Provider Name',
  notes: 'Notes',
  file: 'File',
  complianceItem: 'Gives its expiry date to',
} as const satisfies Record<Exclude<keyof CertificateInput, 'id'>, string>;

export const INVOICE_LABELS = {
  invoiceDate: 'Invoice Date',
  amount: 'Amount',
  description: 'Description',
  file: 'File',
} as const satisfies Record<Exclude<keyof InvoiceInput, 'id'>, string>;

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

/** What an item has of its own, beside Completed, Not Applicable and Notes, in the order of form and page. */
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

/** Whether the field of an item holds a day. */
export function isDayField(field: ComplianceFieldName): boolean {
  return ['expiryDate', 'lastChecked', 'lastInspection', 'agreementDate'].includes(field);
}

const LABELS: { [field: string]: string } = { ...CERTIFICATE_LABELS, ...INVOICE_LABELS, ...COMPLIANCE_FIELD_LABELS };

/** What a field of a row or an item is called; the field itself where it is none of ours. */
export function fieldLabel(field: string): string {
  return LABELS[field] ?? field;
}

/** What a field of a row or an item holds, as a person reads it: '02 Mar 2026', '£120.00', 'Yes'; '' where it holds nothing. */
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
