/** Merges conflicting changes of a property: fields, certificates and invoices by id, and compliance items. */
import { type Merge, ofPart, type Question, type Versions } from '../../../shared/records/merge.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS, ITEM_FIELDS } from '../../compliance/compliance.ts';
import { CERTIFICATE, certificateTitle, INVOICE, invoiceTitle } from '../documents.ts';
import { PROPERTY, type PropertyRecord } from '../property.ts';
import { type PropertyFormOutput as Form, withoutCertifiedDates } from './form.ts';

export function mergeProperties({ base, mine: filled, theirs }: Versions<Form, PropertyRecord>): Merge<Form> {
  const mine = withoutCertifiedDates(filled);
  // The form has the chosen status, not the one derived from tenants.
  const own = (record: PropertyRecord) => ({ ...record, status: record.chosenStatus });
  const fields = PROPERTY.merge({ base: own(base), mine, theirs: own(theirs) });
  const certificates = mergeRows(
    {
      base: base.certificates,
      mine: mine.certificates,
      theirs: theirs.certificates,
      removed: mine.removedCertificates,
    },
    { titleOf: certificateTitle, merge: CERTIFICATE.merge },
  );
  const invoices = mergeRows(
    { base: base.invoices, mine: mine.invoices, theirs: theirs.invoices, removed: mine.removedInvoices },
    { titleOf: invoiceTitle, merge: INVOICE.merge },
  );
  const proven = new Set<string | null>(mine.certificates.map(({ complianceItem }) => complianceItem));
  const items = COMPLIANCE_ITEMS.map((item) => {
    // A date from a certificate cannot conflict.
    const theirRow = { ...theirs.compliance[item], ...(proven.has(item) && { expiryDate: null }) };
    const versions = { base: base.compliance[item], mine: mine.compliance[item], theirs: theirRow };
    return { item, merge: ITEM_FIELDS[item].merge(versions) };
  });
  const all = [
    fields,
    inForm(certificates, (form, take) => {
      const { rows, removed } = take({ rows: form.certificates, removed: form.removedCertificates });
      return { ...form, certificates: rows, removedCertificates: removed };
    }),
    ...items.map(({ item, merge }) =>
      ofPart<Form, object>(merge, COMPLIANCE_LABELS[item], (form, take) => ({
        ...form,
        compliance: { ...form.compliance, [item]: take(form.compliance[item]) },
      })),
    ),
    inForm(invoices, (form, take) => {
      const { rows, removed } = take({ rows: form.invoices, removed: form.removedInvoices });
      return { ...form, invoices: rows, removedInvoices: removed };
    }),
  ];
  return {
    merged: {
      ...fields.merged,
      certificates: certificates.merged.rows,
      compliance: Object.fromEntries(items.map(({ item, merge }) => [item, merge.merged])) as Form['compliance'],
      invoices: invoices.merged.rows,
    },
    questions: numbered(all.flatMap(({ questions }) => questions)),
    taken: all.flatMap(({ taken }) => taken),
  };
}

type Row = { id?: string | undefined; file: { url: string } | null };
type StoredRow = Row & { id: string };
type Rows<R> = { rows: R[]; removed: string[] };

function inForm<R>({ questions, taken }: Merge<Rows<R>>, put: (form: Form, take: (rows: Rows<R>) => Rows<R>) => Form) {
  return { questions: questions.map((one) => ({ ...one, take: (form: Form) => put(form, one.take) })), taken };
}

type RowWords<R, K> = { titleOf: (row: R | K) => string; merge: (rows: Versions<R, object>) => Merge<R> };

/** Rows that only the other side added are not sent, so the server keeps them. */
function mergeRows<R extends Row, K extends StoredRow>(
  { base, mine, theirs, removed }: Versions<R[], K[]> & { removed: string[] },
  { titleOf, merge }: RowWords<R, K>,
): Merge<Rows<R>> {
  const changed = (row: R, before: object) => merge({ base: row, mine: row, theirs: before }).taken.length > 0;
  const over = rowsOver(mine, theirs, removed);
  const taken = theirs.filter(({ id }) => !find(base, id) && !find(over, id)).map(titleOf);
  const questions: Question<Rows<R>>[] = [];
  const rows = mine.flatMap((row, index): R[] => {
    const sent = over[index] ?? row;
    const [before, theirRow] = [find(base, row.id), find(theirs, row.id)];
    if (!before) return [sent];
    if (theirRow) {
      const one = merge({ base: before, mine: row, theirs: theirRow });
      const part = ofPart<Rows<R>, R>(one, titleOf(theirRow), (all, take) => ({
        ...all,
        rows: all.rows.map((other) => (other.id === row.id ? take(other) : other)),
      }));
      questions.push(...part.questions);
      taken.push(...part.taken);
      return [one.merged];
    }
    if (!changed(row, before)) {
      taken.push(titleOf(before));
      return [];
    }
    const take = (all: Rows<R>) => ({ ...all, rows: all.rows.filter((one) => one !== sent) });
    questions.push({ label: titleOf(row), yours: 'Changed', theirs: 'Removed', take });
    return [sent];
  });
  for (const id of removed) {
    const [before, theirRow] = [find(base, id), find(theirs, id)];
    if (!before || !theirRow || !changed(theirRow as unknown as R, before)) continue;
    const take = (all: Rows<R>) => ({ ...all, removed: all.removed.filter((one) => one !== id) });
    questions.push({ label: titleOf(theirRow), yours: 'Removed', theirs: 'Changed', take });
  }
  return { merged: { rows, removed }, questions, taken };
}

function find<R extends Row>(rows: readonly R[], id: string | undefined): R | undefined {
  return id === undefined ? undefined : rows.find((row) => row.id === id);
}

/** Replaces all rows of a property that has already been added with the form's rows. */
export function overwrite(yours: Form, existing: PropertyRecord): Form {
  const certificates = rowsOver(yours.certificates, existing.certificates, []);
  const invoices = rowsOver(yours.invoices, existing.invoices, []);
  const idsBut = (rows: readonly Row[], all: readonly StoredRow[]) =>
    all.map(({ id }) => id).filter((id) => !find(rows, id));
  return {
    ...yours,
    certificates,
    removedCertificates: idsBut(certificates, existing.certificates),
    invoices,
    removedInvoices: idsBut(invoices, existing.invoices),
  };
}

/** Rows that they removed are sent as new. New rows that they already have, as after a lost response, get their id. */
function rowsOver<Mine extends Row>(
  yours: readonly Mine[],
  theirs: readonly Row[],
  removed: readonly string[],
): Mine[] {
  const mentioned = new Set([...removed, ...yours.map(({ id }) => id)]);
  const added = theirs.filter(({ id }) => !mentioned.has(id));
  return yours.map((row) => {
    if (find(theirs, row.id)) return row;
    const same =
      added.find((other) => isSameRow(row, other)) ?? added.find(({ file }) => file && file.url === row.file?.url);
    if (same) added.splice(added.indexOf(same), 1);
    return { ...row, id: same?.id };
  });
}

/** Compares rows without their ids. */
function isSameRow(mine: Row, other: Row): boolean {
  const fields: { [field: string]: unknown } = { ...mine, id: other.id, file: mine.file?.url };
  return Object.entries<unknown>({ ...other, file: other.file?.url }).every(([name, value]) => fields[name] === value);
}

/** Numbers questions with the same label, starting from the second. */
function numbered(questions: Question<Form>[]): Question<Form>[] {
  const seen = new Map<string, number>();
  return questions.map((question) => {
    const count = (seen.get(question.label) ?? 0) + 1;
    seen.set(question.label, count);
    return count === 1 ? question : { ...question, label: `${question.label} (${count})` };
  });
}
