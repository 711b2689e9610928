import { formatDay } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { capitalise } from '../../../../shared/text.ts';
import { expiryAfter } from '../../../certificate/renewal.ts';
import { type CertifiedItem, COMPLIANCE_LABELS } from '../../../compliance/compliance.ts';
import { FIELDS } from '../../../import-file/kinds.ts';
import { CertificateInput, futureDays } from '../../../property/documents.ts';
import { looksLikePostcode, normalisePostcode } from '../../../property/home/postcode.ts';
import { PropertyInput } from '../../../property/property.ts';
import type { Problem } from '../../row.ts';
import type { OwnProperty } from '../existing.ts';
import { addressKey, findHomes, idKey, settle } from '../links.ts';
import { problem } from '../read-row.ts';
import {
  type Change,
  type CheckedRow,
  changesOf,
  firstOfEach,
  problemsOf,
  takenOf,
  type Verdict,
  type World,
} from '../verdict.ts';

const DATED: [CertifiedItem, expires: string, issued: string | null, Parameters<typeof expiryAfter>[1]][] = [
  ['gasSafety', 'gasExpires', 'gasIssued', 'Yearly'],
  ['electricalSafety', 'electricalExpires', 'electricalIssued', 'Every 5 Years'],
  ['energyPerformance', 'energyExpires', 'energyIssued', 'Every 10 Years'],
  ['propertyLicensing', 'licenceExpires', null, 'Every 5 Years'],
  ['landlordInsurance', 'insuranceExpires', null, 'Yearly'],
];

const words = (field: keyof typeof FIELDS.properties) => ({ label: FIELDS.properties[field].label, show: String });
const COMPARED = {
  address: words('address'),
  city: words('city'),
  postalCode: words('postalCode'),
  propertyType: { label: 'Type', show: (value: unknown) => capitalise(String(value)) },
  bedrooms: words('bedrooms'),
  bathrooms: words('bathrooms'),
  rent: { label: FIELDS.properties.rent.label, show: (value: unknown) => formatPence(Number(value)) },
  status: { label: 'Status', show: (value: unknown) => capitalise(String(value)) },
  description: words('description'),
  keyType: words('keyType'),
  keyCode: words('keyCode'),
};

const OUTWARD = /^[a-z]{1,2}\d[a-z\d]?(?: ?\d[a-z]?)?$/i;

function postcodeProblems({ sheet, read }: CheckedRow): Problem[] {
  const code = read.values.postalCode;
  if (code === undefined || looksLikePostcode(String(code))) return [];
  const at = { field: 'postalCode', column: sheet.plan.columnOf('postalCode') };
  return [problem(OUTWARD.test(String(code).trim()) ? 'Postcode is not complete' : 'Not a UK postcode', at)];
}

export function checkProperty(row: CheckedRow, world: World): Verdict {
  const { sheet, read } = row;
  if (typeof read.values.postalCode === 'string') read.values.postalCode = normalisePostcode(read.values.postalCode);
  const { values } = read;
  const found = existingProperty(row, world);
  const own = found.own;
  const changes = own
    ? [...changesOf(row, { own, fields: COMPARED, same: sameIn(own) }), ...certificateChanges(row, own)]
    : [];
  const taken = own ? takenOf(row, changes) : values;
  const { certificates, problems: wrongDays } = certificatesOf(row, { own, taken, today: world.today });
  const input = PropertyInput.safeParse({ bathrooms: 1, ...(own && baseOf(own)), ...taken, certificates });
  const problems = firstOfEach([
    ...read.problems,
    ...postcodeProblems(row),
    ...(found.problem ? [found.problem] : []),
    ...wrongDays,
    ...problemsOf(sheet, input, bedroomsColumn(sheet)),
  ]);
  const address = String(values.address ?? own?.address ?? '');
  const code = String(values.postalCode ?? own?.postalCode ?? '');
  return {
    label: address,
    problems,
    key: address === '' ? null : `${addressKey(address)}|${code}`,
    links: [],
    existing: own ?? null,
    changes,
    taken,
    prepared: input.success && problems.length === 0 ? { kind: 'properties', input: input.data } : null,
  };
}

/** Without a column of bedrooms, their problems are shown in the type's cell, such as '2 bed flat'. */
const bedroomsColumn = ({ plan }: CheckedRow['sheet']): Record<string, string> =>
  plan.columnOf('bedrooms') === null ? { bedrooms: 'propertyType' } : {};

const sameIn =
  (own: OwnProperty) =>
  (value: unknown, before: unknown, field: string): boolean => {
    if (field === 'address') return addressKey(String(value)) === addressKey(own.address);
    if (field === 'status') return value === own.status || value === own.shownStatus;
    if (field === 'city') return String(value).toLowerCase() === own.city.toLowerCase();
    return value === before;
  };

function existingProperty(
  { sheet, read, choices }: CheckedRow,
  { ownHomes, properties }: World,
): { own?: OwnProperty; problem?: Problem } {
  const { tenureId, address, postalCode } = read.values;
  if (tenureId !== undefined) {
    const own = properties.get(idKey(String(tenureId)));
    const at = { field: 'tenureId', column: sheet.plan.columnOf('tenureId') };
    return own ? { own } : { problem: problem('No property has this id', at) };
  }
  if (address === undefined) return {};
  const homes = findHomes(ownHomes, {
    words: String(address),
    postcode: postalCode === undefined ? null : String(postalCode),
  });
  // A property with another postcode is a different one.
  const matches = homes.filter((home) => postalCode === undefined || normalisePostcode(home.postalCode) === postalCode);
  if (matches.length === 0) return {};
  const params = {
    field: 'address',
    column: sheet.plan.columnOf('address'),
    words: String(address),
    chosen: choices.choose?.address,
    noun: 'property',
    optional: false,
  };
  const { record, problem: unclear } = settle(matches, params);
  const own = record && 'id' in record.ref ? properties.get(record.ref.id) : undefined;
  return { ...(own && { own }), ...(unclear && { problem: unclear }) };
}

const baseOf = (own: OwnProperty) => {
  const { address, city, postalCode, propertyType, bedrooms, bathrooms, rent, status, description, keyType, keyCode } =
    own;
  return { address, city, postalCode, propertyType, bedrooms, bathrooms, rent, status, description, keyType, keyCode };
};

function certificateChanges({ read, choices }: CheckedRow, own: OwnProperty): Change[] {
  return DATED.flatMap(([item, expires, issued, frequency]) => {
    const field = read.values[expires] === undefined && issued !== null ? issued : expires;
    const day = read.values[field];
    if (day === undefined) return [];
    const file = field === issued ? expiryAfter(String(day), frequency) : String(day);
    const before = own.ends[item];
    if (before === file) return [];
    const take = choices.ours?.includes(field) ? ('ours' as const) : ('file' as const);
    return {
      field,
      label: `${COMPLIANCE_LABELS[item]}, valid until`,
      ours: before ? formatDay(before) : '',
      file: formatDay(file),
      take,
    };
  });
}

type Dated = { own: OwnProperty | undefined; taken: Record<string, string | number>; today: string };

function certificatesOf({ sheet }: CheckedRow, { own, taken, today }: Dated) {
  const problems: Problem[] = [];
  const certificates = DATED.flatMap(([item, expires, issued, frequency]) => {
    const issueDate = issued === null ? null : ((taken[issued] as string | undefined) ?? null);
    const enteredExpiry = (taken[expires] as string | undefined) ?? null;
    if (issueDate === null && enteredExpiry === null) return [];
    const expirationDate = enteredExpiry ?? (issueDate && expiryAfter(issueDate, frequency));
    const sent = {
      name: COMPLIANCE_LABELS[item],
      complianceItem: item,
      issueDate,
      expirationDate,
      renewalFrequency: frequency,
      ...replacing(own, item, expirationDate),
    };
    const { data, error } = CertificateInput.safeParse(sent);
    const field = enteredExpiry === null ? (issued ?? expires) : expires;
    const at = { field, column: sheet.plan.columnOf(field) };
    if (error) problems.push(problem(error.issues[0]?.message ?? 'Not a certificate', at));
    if (data && futureDays(data, today).length > 0)
      problems.push(
        problem('Enter today or an earlier date', {
          field: issued,
          column: issued === null ? null : sheet.plan.columnOf(issued),
        }),
      );
    return data ? [data] : [];
  });
  return { certificates, problems };
}

/** A later expiry renews the current certificate; an earlier expiry corrects it. */
export function replacing(
  own: OwnProperty | undefined,
  item: CertifiedItem,
  expires: string | null,
): { id?: string; renews?: string } {
  const current = own?.certificates
    .filter((one) => one.item === item && one.replacedBy === null)
    .toSorted((one, other) => (other.expirationDate ?? '').localeCompare(one.expirationDate ?? ''))[0];
  if (!current) return {};
  return (current.expirationDate ?? '') < (expires ?? '') ? { renews: current.id } : { id: current.id };
}
