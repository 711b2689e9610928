/** A property as the form holds it: every field as text. */
import type { z } from 'zod';
import { penceAsTyped } from '../../../shared/money.ts';
import type { Certificate, CertificateForm } from '../certificates/certificate.ts';
import { COMPLIANCE_ITEMS, type Compliance, NO_COMPLIANCE } from '../compliance/compliance.ts';
import type { Invoice, InvoiceForm } from '../invoices/invoice.ts';
import { PROPERTY, type PropertyForm, type PropertyRecord } from '../property.ts';

export type PropertyFormValues = z.input<typeof PropertyForm>;
export type TypedCertificate = z.input<typeof CertificateForm>;
export type TypedInvoice = z.input<typeof InvoiceForm>;
type TypedCompliance = PropertyFormValues['compliance'];

/** What the form makes of it, when all of it is right. Files still have their names. */
export type PropertyFormOutput = z.output<typeof PropertyForm>;

/** A new row of each kind. */
export const BLANK_CERTIFICATE: TypedCertificate = {
  name: '',
  issueDate: '',
  expirationDate: '',
  renewalFrequency: 'Yearly',
  cost: '',
  providerName: '',
  notes: '',
  file: null,
  complianceItem: null,
};
export const BLANK_INVOICE: TypedInvoice = { invoiceDate: '', amount: '', description: '', file: null };

const NO_PARTS = {
  certificates: [],
  removedCertificates: [],
  invoices: [],
  removedInvoices: [],
};

/** An empty form. */
export const BLANK_PROPERTY: PropertyFormValues = {
  ...PROPERTY.blank,
  ...NO_PARTS,
  compliance: typedCompliance(NO_COMPLIANCE),
};

/** The form filled with a property: the status is the one that the landlord set. */
export function toFormValues(property: PropertyRecord): PropertyFormValues {
  const { chosenStatus, certificates, compliance, invoices } = property;
  return {
    ...PROPERTY.toForm({ ...property, status: chosenStatus }),
    ...NO_PARTS,
    certificates: certificates.map(typedCertificate),
    compliance: typedCompliance(compliance),
    invoices: invoices.map(typedInvoice),
  };
}

function typedCertificate({ issueDate, expirationDate, cost, ...rest }: Certificate): TypedCertificate {
  return { ...rest, issueDate: issueDate ?? '', expirationDate: expirationDate ?? '', cost: typedPence(cost) };
}

function typedInvoice({ invoiceDate, amount, ...rest }: Invoice): TypedInvoice {
  return { ...rest, invoiceDate: invoiceDate ?? '', amount: typedPence(amount) };
}

function typedPence(pence: number | null): string {
  return pence === null ? '' : penceAsTyped(pence);
}

/** Days and ratings that are not given as the empty text, which is what a control holds; a reason that is not given stays null. */
function typedCompliance(compliance: Compliance): TypedCompliance {
  return eachField(compliance, ({ value }) => value ?? '') as TypedCompliance;
}

/** The checklist of a form that is still being filled in and may not be right yet, so that its state can be told all the same. */
export function complianceSoFar(typed: TypedCompliance): Compliance {
  return eachField(typed, ({ value, blank }) => (value === '' ? blank : value)) as Compliance;
}

type Kept = { [field: string]: unknown };

/** `blank` is what the field holds where nothing was entered. The reason why an item does not apply is left as it is. */
function eachField(
  compliance: TypedCompliance,
  change: (field: { value: unknown; blank: unknown }) => unknown,
): { [item: string]: Kept } {
  const items = COMPLIANCE_ITEMS.map((name): [string, Kept] => {
    const kept: Kept = compliance[name];
    const fields = Object.entries<unknown>(NO_COMPLIANCE[name]).map(([field, blank]) => [
      field,
      field === 'notApplicable' ? (kept[field] ?? null) : change({ value: kept[field] ?? blank, blank }),
    ]);
    return [name, Object.fromEntries(fields) as Kept];
  });
  return Object.fromEntries(items);
}

/** What a save sends: an item that a certificate proves has no date of its own, as the date is kept once. */
export function withDatesKeptOnce(filled: PropertyFormOutput): PropertyFormOutput {
  const proven = new Set(filled.certificates.map(({ complianceItem }) => complianceItem));
  const { gasSafety, energyPerformance, electricalSafety } = filled.compliance;
  return {
    ...filled,
    compliance: {
      ...filled.compliance,
      ...(proven.has('gasSafety') && { gasSafety: { ...gasSafety, expiryDate: null } }),
      ...(proven.has('energyPerformance') && { energyPerformance: { ...energyPerformance, expiryDate: null } }),
      ...(proven.has('electricalSafety') && { electricalSafety: { ...electricalSafety, expiryDate: null } }),
    },
  };
}
