/** The tabs of the property form, in the specification's order and words, and where each field lies. */
import { COMPLIANCE_LABELS, type ComplianceItem } from '../compliance/compliance.ts';

const TABS = [
  { value: 'basic-details', label: 'Basic Details' },
  { value: 'keys', label: 'Keys' },
  { value: 'guarantor', label: 'Guarantor' },
  { value: 'certificates', label: 'Certificates' },
  { value: 'compliance', label: 'Compliance' },
  { value: 'invoices', label: 'Invoices' },
] as const;
export type FormTab = (typeof TABS)[number]['value'];

/** 'certificates.0.name' lies in 'certificates'. */
function tabOf(field: string): FormTab {
  const [part = ''] = field.split('.');
  if (part.startsWith('key')) return 'keys';
  if (part.startsWith('guarantor')) return 'guarantor';
  return part === 'certificates' || part === 'compliance' || part === 'invoices' ? part : 'basic-details';
}

/** Where a field stands, for a reader: 'Keys', 'Certificates, row 2', 'Compliance, Gas Safety'. */
function place(field: string): string {
  const tab = TABS.find(({ value }) => value === tabOf(field))?.label ?? '';
  const [, row] = field.split('.');
  if (row === undefined) return tab;
  return `${tab}, ${/^\d+$/.test(row) ? `row ${Number(row) + 1}` : COMPLIANCE_LABELS[row as ComplianceItem]}`;
}

export const FORM_TABS = { label: 'Parts of the property', tabs: TABS, tabOf, place };
