/** A form that was opened on one version of a property and is saved over a later one: nothing of either is lost or doubled. */

import type { PropertyFormOutput } from './form-values.ts';
import type { PropertyRecord } from './property.ts';

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

type Row = { id?: string | undefined; file: { url: string } | null };

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
