/** The form of a property: its tabs, the property as it holds it, and two versions of one side by side. */
import type { z } from 'zod';
import type { Difference } from '../../../shared/fields.ts';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type Compliance,
  type ComplianceItem,
  ITEM_FIELDS,
  NO_COMPLIANCE,
} from '../compliance/compliance.ts';
import { CERTIFICATE, certificateTitle, INVOICE, invoiceTitle } from '../papers.ts';
import { PROPERTY, PropertyForm, type PropertyInput, PropertyRecord } from '../property.ts';

/** In the specification's order and words. */
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

export type PropertyFormValues = z.input<typeof PropertyForm>;
type TypedCompliance = PropertyFormValues['compliance'];

/** A valid form's output. Files still have their names. */
export type PropertyFormOutput = z.output<typeof PropertyForm>;

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
    certificates: certificates.map((row) => ({ ...CERTIFICATE.toForm(row), id: row.id })),
    compliance: typedCompliance(compliance),
    invoices: invoices.map((row) => ({ ...INVOICE.toForm(row), id: row.id })),
  };
}

/** Days and ratings that are not given as the empty text, which is what a control holds; a reason that is not given stays null. */
function typedCompliance(compliance: Compliance): TypedCompliance {
  return Object.fromEntries(
    COMPLIANCE_ITEMS.map((item) => [item, ITEM_FIELDS[item].toForm(compliance[item])]),
  ) as TypedCompliance;
}

/** The checklist of an unfinished form, which may be invalid, so that its state can be shown. */
export function complianceSoFar(typed: TypedCompliance): Compliance {
  const items = COMPLIANCE_ITEMS.map((item): [string, object] => {
    const kept: Record<string, unknown> = typed[item];
    const fields = Object.entries<unknown>(NO_COMPLIANCE[item]).map(([field, blank]): [string, unknown] => {
      const value = kept[field] ?? blank;
      // An empty reason is one that is still to be given: the item does not apply.
      return [field, value === '' && field !== 'notApplicable' ? blank : value];
    });
    return [item, Object.fromEntries<unknown>(fields)];
  });
  return Object.fromEntries(items) as Compliance;
}

/** Drops the date of an item that a certificate proves: a date is kept once. */
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

/** In the order of the form; empty when both say the same. `yours` is as `rebase` makes it for `record`. */
export function propertyDifferences(yours: PropertyInput, record: PropertyRecord): Difference[] {
  // The form is about the status that the landlord set, not about who lives there.
  const theirs = { ...record, status: record.chosenStatus };
  return numbered([
    ...PROPERTY.differences(yours, theirs),
    ...rowDifferences(
      { yours: yours.certificates, theirs: theirs.certificates, removed: yours.removedCertificates },
      { titleOf: certificateTitle, differences: CERTIFICATE.differences },
    ),
    ...complianceDifferences(yours.compliance ?? theirs.compliance, theirs.compliance),
    ...rowDifferences(
      { yours: yours.invoices, theirs: theirs.invoices, removed: yours.removedInvoices },
      { titleOf: invoiceTitle, differences: INVOICE.differences },
    ),
  ]);
}

type Row = { id?: string | undefined; file: { url: string } | null };
type Rows<R extends Row> = { yours: readonly R[]; theirs: readonly R[]; removed: readonly string[] };
type RowWords<R extends Row> = { titleOf: (row: R) => string; differences: (yours: R, theirs: R) => Difference[] };

/** Rows that the other one added stay in any case: a save does not touch rows that it does not mention. */
function rowDifferences<R extends Row>(
  { yours, theirs, removed }: Rows<R>,
  { titleOf, differences }: RowWords<R>,
): Difference[] {
  return [
    ...yours.flatMap((row) => {
      const same = row.id === undefined ? undefined : theirs.find(({ id }) => id === row.id);
      if (!same) return { label: titleOf(row), yours: 'Is there', theirs: 'Is not there' };
      // One file has one url, whichever answer told of it.
      const mine = row.file?.url === same.file?.url ? { ...row, file: same.file } : row;
      return differences(mine, same).map((field) => ({ ...field, label: `${titleOf(same)}: ${field.label}` }));
    }),
    ...theirs
      .filter(({ id }) => !yours.some((row) => row.id === id))
      .map((row) =>
        removed.some((id) => id === row.id)
          ? { label: titleOf(row), yours: 'Removed', theirs: 'Is there' }
          : { label: titleOf(row), yours: 'Not in yours; it stays', theirs: 'Added by them' },
      ),
  ];
}

function complianceDifferences(yours: Compliance, theirs: Compliance): Difference[] {
  return COMPLIANCE_ITEMS.flatMap((item) =>
    ITEM_FIELDS[item]
      .differences(yours[item], theirs[item])
      .map((field) => ({ ...field, label: `${COMPLIANCE_LABELS[item]}: ${field.label}` })),
  );
}

/** Numbers the second and further of rows that are called the same. */
function numbered(differences: Difference[]): Difference[] {
  const seen = new Map<string, number>();
  return differences.map((difference) => {
    const count = (seen.get(difference.label) ?? 0) + 1;
    seen.set(difference.label, count);
    return count === 1 ? difference : { ...difference, label: `${difference.label} (${count})` };
  });
}

/**
 * The input as it can be saved over `theirs`. A row that they removed is sent as a new one. A new row that they already have, as
 * after a save whose answer never came, is not added again. The rows they added are not mentioned, and so stay.
 */
export function rebase(yours: PropertyFormOutput, theirs: PropertyRecord): PropertyFormOutput {
  return {
    ...yours,
    certificates: rowsOver(yours.certificates, theirs.certificates, yours.removedCertificates),
    invoices: rowsOver(yours.invoices, theirs.invoices, yours.removedInvoices),
  };
}

function rowsOver<Mine extends Row>(
  yours: readonly Mine[],
  theirs: readonly Row[],
  removed: readonly string[],
): Mine[] {
  const mentioned = new Set([...removed, ...yours.map(({ id }) => id)]);
  const added = theirs.filter(({ id }) => !mentioned.has(id));
  return yours.map((row) => {
    if (row.id !== undefined && theirs.some(({ id }) => id === row.id)) return row;
    const same = added.findIndex((other) => saysTheSame(row, other));
    const [taken] = same < 0 ? [] : added.splice(same, 1);
    return { ...row, id: taken?.id };
  });
}

/** Whatever their ids are. */
function saysTheSame(mine: Row, other: Row): boolean {
  const fields: { [field: string]: unknown } = { ...mine, id: other.id, file: mine.file?.url };
  return Object.entries<unknown>({ ...other, file: other.file?.url }).every(([name, value]) => fields[name] === value);
}

export const PROPERTY_FORM = {
  schema: PropertyForm,
  record: PropertyRecord,
  blank: BLANK_PROPERTY,
  toForm: toFormValues,
  toInput: withDatesKeptOnce,
  rebase: (yours: PropertyFormOutput, theirs: PropertyRecord) => rebase(withDatesKeptOnce(yours), theirs),
  differences: propertyDifferences,
  tabs: { label: 'Parts of the property', tabs: TABS, tabOf, place },
};
