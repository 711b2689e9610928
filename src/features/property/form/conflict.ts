/** Two versions of one property, side by side: where they differ, in words. */
import type { Difference } from '../../../shared/fields.ts';
import {
  COMPLIANCE_FIELD_LABELS,
  COMPLIANCE_FIELDS,
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  type Compliance,
  fieldWords,
} from '../compliance/compliance.ts';
import { CERTIFICATE, certificateTitle, INVOICE, invoiceTitle } from '../papers.ts';
import { PROPERTY, type PropertyInput, type PropertyRecord } from '../property.ts';
import type { PropertyFormOutput } from './form.ts';

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
  return COMPLIANCE_ITEMS.flatMap((item) => {
    const [mine, other]: { [field: string]: unknown }[] = [yours[item], theirs[item]];
    return (['completed', ...COMPLIANCE_FIELDS[item], 'notes', 'notApplicable'] as const)
      .filter((field) => mine?.[field] !== other?.[field])
      .map((field) => ({
        label: `${COMPLIANCE_LABELS[item]}: ${COMPLIANCE_FIELD_LABELS[field]}`,
        yours: fieldWords(mine?.[field]),
        theirs: fieldWords(other?.[field]),
      }));
  });
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
