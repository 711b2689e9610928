import { SUPPLIER, SupplierInput } from '../../../supplier/supplier.ts';
import type { Problem } from '../../row.ts';
import type { OwnSupplier } from '../existing.ts';
import { idKey, nameKey, settle } from '../links.ts';
import { problem } from '../read-row.ts';
import { type CheckedRow, changesOf, firstOfEach, problemsOf, takenOf, type Verdict, type World } from '../verdict.ts';

const shown = (field: Exclude<keyof typeof SUPPLIER.shape, 'logo'>) => ({
  label: SUPPLIER.labels[field],
  show: String,
});
const COMPARED = {
  name: shown('name'),
  serviceType: shown('serviceType'),
  contactPerson: shown('contactPerson'),
  email: shown('email'),
  phone: shown('phone'),
  website: shown('website'),
  address: shown('address'),
  notes: shown('notes'),
};

export function checkSupplier(row: CheckedRow, world: World): Verdict {
  const { sheet, read } = row;
  const { values } = read;
  const { own, problem: unclear } = existingSupplier(row, world);
  const changes = own ? changesOf(row, { own, fields: COMPARED, same: isSame }) : [];
  const taken = own ? takenOf(row, changes) : values;
  const base = own ? { ...own, id: undefined, version: undefined } : { contactPerson: values.name };
  const input = SupplierInput.safeParse({ ...base, ...taken });
  const problems = firstOfEach([...read.problems, ...(unclear ? [unclear] : []), ...problemsOf(sheet, input)]);
  const name = String(values.name ?? own?.name ?? '');
  return {
    label: name,
    problems,
    key: name === '' ? null : nameKey(name),
    links: [],
    existing: own ?? null,
    changes,
    taken,
    prepared: input.success && problems.length === 0 ? { kind: 'suppliers', input: input.data } : null,
  };
}

const isSame = (value: unknown, before: unknown, field: string) =>
  field === 'name' || field === 'email' ? nameKey(String(value)) === nameKey(String(before)) : value === before;

function existingSupplier(
  { sheet, read, choices }: CheckedRow,
  { ownFirms, suppliers }: World,
): { own?: OwnSupplier; problem?: Problem } {
  const { tenureId, name } = read.values;
  if (tenureId !== undefined) {
    const own = suppliers.get(idKey(String(tenureId)));
    return own
      ? { own }
      : { problem: problem('No supplier has this id', { field: 'tenureId', column: sheet.plan.columnOf('tenureId') }) };
  }
  const found = name === undefined ? [] : (ownFirms.get(nameKey(String(name))) ?? []);
  if (found.length === 0) return {};
  const params = {
    field: 'name',
    column: sheet.plan.columnOf('name'),
    words: String(name),
    chosen: choices.choose?.name,
    noun: 'supplier',
    optional: false,
  };
  const { record, problem: unclear } = settle(found, params);
  const own = record && 'id' in record.ref ? suppliers.get(record.ref.id) : undefined;
  return { ...(own && { own }), ...(unclear && { problem: unclear }) };
}
