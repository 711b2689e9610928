/** Two versions of one property, side by side: where they differ, in words. */
import type { Difference } from '../../../shared/fields.ts';
import { CERTIFICATE } from '../certificates/certificate.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, type Compliance } from '../compliance/compliance.ts';
import { INVOICE } from '../invoices/invoice.ts';
import { COMPLIANCE_FIELDS, certificateTitle, fieldLabel, invoiceTitle, inWords } from '../part-labels.ts';
import { PROPERTY, type PropertyInput, type PropertyRecord } from '../property.ts';
import type { PropertyFormOutput } from './form-values.ts';

/** In the order of the form; empty when both say the same. `yours` is as `rebase` makes it for `record`. */
export function propertyDifferences(yours: PropertyInput, record: PropertyRecord): Difference[] {
  // The form is about the status that the landlord set, not about who lives there.
  const theirs = { ...record, status: record.chosenStatus };
  return told([
    ...PROPERTY.differences(yours, theirs),
    ...rowDifferences(
      { yours: yours.certificates, theirs: theirs.certificates, removed: yours.removedCertificates },
      { titleOf: certificateTitle, labels: CERTIFICATE.labels },
    ),
    ...complianceDifferences(yours.compliance ?? theirs.compliance, theirs.compliance),
    ...rowDifferences(
      { yours: yours.invoices, theirs: theirs.invoices, removed: yours.removedInvoices },
      { titleOf: invoiceTitle, labels: INVOICE.labels },
    ),
  ]);
}

type Row = { id?: string | undefined; file: { url: string } | null };
type Rows<R extends Row> = { yours: readonly R[]; theirs: readonly R[]; removed: readonly string[] };
type RowWords<R extends Row> = { titleOf: (row: R) => string; labels: { [field in Exclude<keyof R, 'id'>]: string } };

/** Rows that the other one added stay in any case: a save does not touch rows that it does not mention. */
function rowDifferences<R extends Row>({ yours, theirs, removed }: Rows<R>, words: RowWords<R>): Difference[] {
  const { titleOf } = words;
  return [
    ...yours.flatMap((row) => {
      const same = row.id === undefined ? undefined : theirs.find(({ id }) => id === row.id);
      return same
        ? fieldDifferences(row, same, words)
        : { label: titleOf(row), yours: 'Is there', theirs: 'Is not there' };
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

function fieldDifferences<R extends Row>(yours: R, theirs: R, { titleOf, labels }: RowWords<R>): Difference[] {
  return (Object.entries(labels) as [Exclude<keyof R, 'id'> & string, string][])
    .filter(([field]) => (field === 'file' ? yours.file?.url !== theirs.file?.url : yours[field] !== theirs[field]))
    .map(([field, label]) => ({
      label: `${titleOf(theirs)}: ${label}`,
      yours: inWords(field, yours[field]),
      theirs: inWords(field, theirs[field]),
    }));
}

function complianceDifferences(yours: Compliance, theirs: Compliance): Difference[] {
  return COMPLIANCE_ITEMS.flatMap((item) => {
    const [mine, other]: { [field: string]: unknown }[] = [yours[item], theirs[item]];
    return ['completed', ...COMPLIANCE_FIELDS[item], 'notes', 'notApplicable']
      .filter((field) => mine?.[field] !== other?.[field])
      .map((field) => ({
        label: `${COMPLIANCE_LABELS[item]}: ${fieldLabel(field)}`,
        yours: inWords(field, mine?.[field]),
        theirs: inWords(field, other?.[field]),
      }));
  });
}

/** Two rows may be called the same: the second says that it is the second. */
function told(differences: Difference[]): Difference[] {
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
