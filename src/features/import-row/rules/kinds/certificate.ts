import { expiryAfter } from '../../../certificate/renewal.ts';
import { CERTIFIED_ITEMS, COMPLIANCE_LABELS } from '../../../compliance/compliance.ts';
import { CertificateInput, futureDays } from '../../../property/documents.ts';
import type { Problem } from '../../row.ts';
import { findHomes, nameKey, refKey, settle } from '../links.ts';
import { problem } from '../read-row.ts';
import { type CheckedRow, firstOfEach, problemsOf, type Verdict, type World } from '../verdict.ts';
import { replacing } from './property.ts';

const FREQUENCY = {
  gasSafety: 'Yearly',
  electricalSafety: 'Every 5 Years',
  energyPerformance: 'Every 10 Years',
  propertyLicensing: 'Every 5 Years',
  landlordInsurance: 'Yearly',
} as const;

export function checkCertificate(row: CheckedRow, world: World): Verdict {
  const { sheet, read, choices } = row;
  const { values } = read;
  const at = (field: string) => ({ field, column: sheet.plan.columnOf(field) });
  const words = String(values.property ?? '');
  const found = findHomes(world.homes, {
    words,
    postcode: values.propertyPostcode === undefined ? null : String(values.propertyPostcode),
  });
  const { record: home, problem: noHome } =
    words === ''
      ? { record: null, problem: problem('Property is required', at('property')) }
      : settle(found, {
          ...at('property'),
          words,
          chosen: choices.choose?.property,
          noun: 'property',
          optional: false,
        });
  const item = CERTIFIED_ITEMS.find((one) => one === values.name) ?? null;
  const name = item ? COMPLIANCE_LABELS[item] : values.certificateName;
  const issueDate = typeof values.issueDate === 'string' ? values.issueDate : null;
  const enteredExpiry = typeof values.expirationDate === 'string' ? values.expirationDate : null;
  const frequency = item ? FREQUENCY[item] : 'Other';
  const expirationDate = enteredExpiry ?? (item && issueDate ? expiryAfter(issueDate, frequency) : null);
  const own = home && 'id' in home.ref ? world.properties.get(home.ref.id) : undefined;
  const current = item ? replacing(own, item, expirationDate) : {};
  const file = fileOf(row, world);
  const input = CertificateInput.safeParse({
    name,
    complianceItem: item,
    issueDate,
    expirationDate,
    renewalFrequency: frequency,
    cost: values.cost ?? null,
    providerName: values.providerName ?? '',
    notes: values.notes ?? '',
    ...(file.url !== null && { file: { url: file.url } }),
    ...(current.renews && { renews: current.renews }),
  });
  const future = input.success ? futureDays(input.data, world.today) : [];
  const noDay =
    issueDate === null &&
    expirationDate === null &&
    !read.problems.some(({ field }) => field === 'issueDate' || field === 'expirationDate');
  const problems = firstOfEach([
    ...read.problems,
    ...(noHome ? [noHome] : []),
    ...file.problems,
    ...future.map((field) => problem('Enter today or an earlier date', at(field))),
    ...(noDay ? [problem('Enter the issue date or the expiry date', at('expirationDate'))] : []),
    ...problemsOf(sheet, input),
  ]);
  const known = own?.certificates.find(
    (one) =>
      (item ? one.item === item : nameKey(one.name) === nameKey(String(name ?? ''))) &&
      one.expirationDate === expirationDate &&
      (issueDate === null || one.issueDate === null || one.issueDate === issueDate),
  );
  const label = [name, home?.label].filter(Boolean).join(', ');
  return {
    label,
    problems,
    key:
      home && name
        ? `${refKey(home.ref)}|${item ?? nameKey(String(name))}|${issueDate ?? ''}|${expirationDate ?? ''}`
        : null,
    links: home ? [home.ref] : [],
    existing: known && problems.length === 0 ? { id: known.id, version: 0 } : null,
    changes: [],
    taken: {},
    prepared:
      home && input.success && problems.length === 0
        ? { kind: 'certificates', input: input.data, home: home.ref }
        : null,
  };
}

/** Returns 'gas 12 mill rd.pdf' for 'Certs/Gas 12 Mill Rd.PDF'. */
export const plainFileName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '').normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Takes the file in the zip that the row names. A file belongs to one certificate only. */
function fileOf(
  { sheet, read }: CheckedRow,
  { files, takenFiles }: World,
): { url: string | null; problems: Problem[] } {
  if (read.values.file === undefined) return { url: null, problems: [] };
  const url = files.get(plainFileName(String(read.values.file)));
  const wrong = (message: string) => ({
    url: null,
    problems: [problem(message, { field: 'file', column: sheet.plan.columnOf('file') })],
  });
  if (files.size === 0) return wrong('Add the zip that has this file, or clear the cell');
  if (url === undefined) return wrong('No file in the zip has this name');
  if (takenFiles.has(url)) return wrong('Another row has this file');
  takenFiles.add(url);
  return { url, problems: [] };
}
