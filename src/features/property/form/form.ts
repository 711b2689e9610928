import type { z } from 'zod';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type Compliance,
  ITEM_FIELDS,
  NO_COMPLIANCE,
} from '../../compliance/compliance.ts';
import { type ComplianceItem, isComplianceItem } from '../../compliance/marks.ts';
import { CERTIFICATE, INVOICE } from '../documents.ts';
import { HOME_FACTS } from '../home/facts.ts';
import { PROPERTY, PropertyForm, PropertyRecord } from '../property.ts';

const TABS = [
  { value: 'basic-details', label: 'Basic Details' },
  { value: 'keys', label: 'Keys' },
  { value: 'guarantor', label: 'Guarantor' },
  { value: 'certificates', label: 'Certificates' },
  { value: 'compliance', label: 'Compliance' },
  { value: 'invoices', label: 'Invoices' },
] as const;
export type FormTab = (typeof TABS)[number]['value'];

/** Returns the tab of a field: 'certificates.0.name' → 'certificates'. */
function tabOf(field: string): FormTab {
  const [part = ''] = field.split('.');
  if (part.startsWith('key')) return 'keys';
  if (part.startsWith('guarantor')) return 'guarantor';
  return part === 'certificates' || part === 'compliance' || part === 'invoices' ? part : 'basic-details';
}

/** Location of a field, for example 'Keys', 'Certificates, row 2' or 'Compliance, Gas safety'. */
function place(field: string): string {
  const tab = TABS.find(({ value }) => value === tabOf(field))?.label ?? '';
  const [, row] = field.split('.');
  if (row === undefined) return tab;
  return `${tab}, ${/^\d+$/.test(row) ? `row ${Number(row) + 1}` : COMPLIANCE_LABELS[row as ComplianceItem]}`;
}

export type PropertyFormValues = z.input<typeof PropertyForm>;
type TypedCompliance = PropertyFormValues['compliance'];

export type PropertyFormOutput = z.output<typeof PropertyForm>;

const NO_PARTS = {
  certificates: [],
  removedCertificates: [],
  invoices: [],
  removedInvoices: [],
};

export const BLANK_PROPERTY: PropertyFormValues = {
  ...PROPERTY.blank,
  ...NO_PARTS,
  compliance: typedCompliance(NO_COMPLIANCE),
};

/** Converts a record to form values, with the status that the landlord chose. */
export function toFormValues(property: PropertyRecord): PropertyFormValues {
  const { chosenStatus, certificates, compliance, invoices } = property;
  return {
    ...PROPERTY.toForm({ ...property, status: chosenStatus }),
    ...NO_PARTS,
    certificates: certificates.map((row) => ({ ...CERTIFICATE.toForm(row), id: row.id, replacedBy: row.replacedBy })),
    compliance: typedCompliance(compliance),
    invoices: invoices.map((row) => ({ ...INVOICE.toForm(row), id: row.id })),
  };
}

/** Empty dates and ratings become '' for controls; an empty reason stays null. */
function typedCompliance(compliance: Compliance): TypedCompliance {
  return Object.fromEntries(
    COMPLIANCE_ITEMS.map((item) => [item, ITEM_FIELDS[item].toForm(compliance[item])]),
  ) as TypedCompliance;
}

/** Returns the field to focus for a fact, a certificate's id, or an item: then its first missing field. */
export function fieldFor({ compliance, certificates }: PropertyFormValues, item: string): string | undefined {
  if (item in HOME_FACTS.shape) return item;
  if (!isComplianceItem(item)) {
    const index = certificates.findIndex(({ id }) => id === item);
    return index < 0 ? undefined : `certificates.${index}.expirationDate`;
  }
  const values: Record<string, unknown> = compliance[item];
  if (typeof values.notApplicable === 'string') return `compliance.${item}.notApplicable`;
  if (certificates.some(({ complianceItem }) => complianceItem === item)) return `compliance.${item}.completed`;
  const needs = Object.keys(ITEM_FIELDS[item].needs);
  return `compliance.${item}.${needs.find((field) => !values[field]) ?? needs[0]}`;
}

/** Reads the checklist of a possibly invalid form, to show its states. */
export function complianceSoFar(typed: TypedCompliance): Compliance {
  const items = COMPLIANCE_ITEMS.map((item): [string, object] => {
    const values: Record<string, unknown> = typed[item];
    const fields = Object.entries<unknown>(NO_COMPLIANCE[item]).map(([field, blank]): [string, unknown] => {
      const value = values[field] ?? blank;
      // An empty reason means that the item does not apply but the reason is missing.
      return [field, value === '' && field !== 'notApplicable' ? blank : value];
    });
    return [item, Object.fromEntries<unknown>(fields)];
  });
  return Object.fromEntries(items) as Compliance;
}

/** Clears item dates that come from a certificate, to store each date once. */
export function withoutCertifiedDates(filled: PropertyFormOutput): PropertyFormOutput {
  const proven = new Set<string>(
    filled.certificates.flatMap(({ complianceItem, expirationDate, replacedBy }) =>
      expirationDate && complianceItem && !replacedBy ? complianceItem : [],
    ),
  );
  const entries = Object.entries(filled.compliance).map(([item, values]): [string, object] => [
    item,
    proven.has(item) ? { ...values, expiryDate: null } : values,
  ]);
  return { ...filled, compliance: Object.fromEntries<object>(entries) as Compliance };
}

export const PROPERTY_FORM = {
  schema: PropertyForm,
  record: PropertyRecord,
  blank: BLANK_PROPERTY,
  toForm: toFormValues,
  toInput: withoutCertifiedDates,
  tabs: { label: 'Sections of the form', tabs: TABS, tabOf, place },
};
