import fc from 'fast-check';
import { expect, test } from 'vitest';
import { certificateRecord, propertyRecord } from '../../../test/fixtures/property-record.ts';
import { AppError } from '../../shared/app-error.ts';
import { CERTIFIED_ITEMS, isRenewable } from '../compliance/compliance.ts';
import { type Certificate, certificatesOf, earlierOf } from '../property/documents.ts';
import type { PropertyRecord } from '../property/property.ts';
import {
  atOwnFields,
  copyDue,
  expiryAfter,
  mergeRenewals,
  nextGasDay,
  RenewForm,
  renewalOf,
  suggestedExpiry,
  withRenewal,
} from './renewal.ts';

const certificate = (fields: Partial<Certificate>): Certificate =>
  certificateRecord({
    id: crypto.randomUUID(),
    name: 'Gas safety record',
    issueDate: null,
    expirationDate: '2026-11-02',
    providerName: 'Kirkstall Heating',
    complianceItem: 'gasSafety',
    ...fields,
  });

test.each([
  ['Yearly', '2026-11-25', '2027-11-25'],
  ['Every 5 Years', '2024-02-29', '2029-02-28'],
  ['Every 10 Years', '2026-11-25', '2036-11-25'],
  ['Other', '2026-11-25', ''],
] as const)('a certificate renewed %s and issued on %s expires on %s', (frequency, issued, expiry) => {
  expect(expiryAfter(issued, frequency)).toBe(expiry);
});

test('copies name, provider and frequency from the latest certificate, or uses the legal defaults', () => {
  const [old, now] = [certificate({ name: 'Old', expirationDate: '2025-11-02' }), certificate({})];
  expect(renewalOf('gasSafety', [old, now])).toMatchObject({ name: 'Gas safety record', renewalFrequency: 'Yearly' });
  expect(renewalOf('electricalSafety', [old, now])).toMatchObject({
    name: 'Electrical safety',
    renewalFrequency: 'Every 5 Years',
  });
  expect(earlierOf([old, now])).toEqual([old]);
});

test('renews insurance, a licence, and a certificate without a compliance item', () => {
  const property = propertyRecord();
  const { certificates, compliance } = withRenewal(property, 'landlordInsurance', typed);
  expect(certificates).toHaveLength(property.certificates.length + 1);
  expect(certificates.at(-1)).toMatchObject({
    name: 'Landlord insurance',
    complianceItem: 'landlordInsurance',
    renewalFrequency: 'Yearly',
  });
  expect(compliance.landlordInsurance).toEqual({ ...property.compliance.landlordInsurance, expiryDate: null });
  expect(renewalOf('propertyLicensing', [])).toMatchObject({ renewalFrequency: 'Every 5 Years' });
  const doors = certificate({ name: 'Fire doors', complianceItem: null });
  const next = certificate({ name: 'fire doors ', complianceItem: null, expirationDate: '2027-11-02' });
  expect(renewalOf(doors.id, [doors])).toMatchObject({ name: 'Fire doors', complianceItem: null });
  expect(earlierOf([doors, next, certificate({})])).toEqual([doors]);
});

test.each([
  ['gasSafety', true],
  ['landlordInsurance', true],
  ['propertyLicensing', true],
  ['alarms', false],
  ['0d5f7a0e-0000-4000-8000-000000000000', true],
])('returns whether %s can be renewed: %s', (about, renewable) => {
  expect(isRenewable(about)).toBe(renewable);
});

test.each([
  ['2026-11-25', '', 'Enter the expiry date'],
  ['2026-11-25', '2026-11-25', 'Enter an expiry date after the issue date'],
])('refuses a certificate issued on %s that expires on %s', (issueDate, expirationDate, message) => {
  const { error } = RenewForm.safeParse({ issueDate, expirationDate, file: null });
  expect(error?.issues[0]?.message).toBe(message);
});

test.each([
  ['V2', '2026-08-10', '2026-06-10', '2027-06-10'],
  ['V3', '2026-08-10', '2026-06-11', '2027-08-10'],
  ['on the deadline', '2026-08-10', '2026-08-10', '2027-08-10'],
  ['late', '2026-08-10', '2026-08-11', '2027-08-11'],
  ['the first check', null, '2026-07-05', '2027-07-05'],
  ['a leap day', '2028-02-29', '2028-01-10', '2029-02-28'],
])('%s: with the gas deadline %s and a check on %s, the next day is %s', (_, deadline, checked, next) => {
  expect(nextGasDay({ deadline, checked })).toBe(next);
});

test('suggests the gas deadline’s day, and for others the interval (V10)', () => {
  const gas = certificate({ expirationDate: '2026-12-20' });
  expect(suggestedExpiry('gasSafety', [gas], '2026-11-25')).toBe('2027-12-20');
  expect(suggestedExpiry('gasSafety', [], '2026-11-25')).toBe('2027-11-25');
  expect(suggestedExpiry('electricalSafety', [], '2024-02-29')).toBe('2029-02-28');
});

test('V11: takes the day of the report, such as after three years', () => {
  const report = {
    issueDate: '2026-03-03',
    expirationDate: '2029-03-03',
    file: null,
    outcome: '',
    workDue: '',
  } as const;
  const { certificates } = withRenewal(propertyRecord(), 'electricalSafety', RenewForm.parse(report));
  expect(certificates.at(-1)).toMatchObject({ expirationDate: '2029-03-03', outcome: null });
});

test('V1: a copy of gas and electrical records is due 28 days after the check', () => {
  expect(copyDue('gasSafety', '2026-07-05')).toMatchObject({ day: '2026-08-02', source: { jurisdiction: 'England' } });
  expect(copyDue('electricalSafety', '2026-03-03')?.day).toBe('2026-03-31');
  expect([copyDue('landlordInsurance', '2026-03-03'), copyDue(null, '2026-03-03')]).toEqual([undefined, undefined]);
});

const typed = { issueDate: '2026-11-25', expirationDate: '2027-11-24', file: null, outcome: null, workDue: null };

test('asks about a renewal by two people at once, and keeps both if mine is chosen', () => {
  const old = certificate({});
  const base = propertyRecord({ certificates: [old] });
  const their = certificate({ issueDate: '2026-11-20', expirationDate: '2027-11-19' });
  const theirs = propertyRecord({ certificates: [{ ...old, replacedBy: their.id }, their], version: 4 });
  const { merged, questions } = mergeRenewals('gasSafety', { base, mine: typed, theirs });
  expect(questions).toMatchObject([
    {
      label: 'Renewal of Gas safety',
      yours: 'Issued 25 Nov 2026, expires 24 Nov 2027',
      theirs: 'Issued 20 Nov 2026, expires 19 Nov 2027',
    },
  ]);
  expect(questions[0]?.take(merged)).toEqual({ ...typed, kept: true });
  expect(withRenewal(theirs, 'gasSafety', merged).certificates.map(({ renews }) => renews ?? null)).toEqual([
    null,
    null,
    their.id,
  ]);
  const unrelated = propertyRecord({ certificates: [old, certificate({ complianceItem: null })], version: 4 });
  expect(mergeRenewals('gasSafety', { base, mine: typed, theirs: unrelated }).questions).toEqual([]);
});

test('never loses a certificate, and lists each as current or earlier', () => {
  const days = fc.constantFrom(null, '2025-01-01', '2026-11-02', '2030-05-05');
  const item = fc.constantFrom(null, ...CERTIFIED_ITEMS);
  const arbitrary = fc.record({
    complianceItem: item,
    expirationDate: days,
    name: fc.constantFrom('Gas', 'Doors', 'x'),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 6 }), fc.array(item, { maxLength: 6 }), (initial, renewals) => {
      let property = propertyRecord({ certificates: initial.map((one) => certificate({ ...one, issueDate: null })) });
      for (const renewed of renewals) {
        const about = renewed ?? property.certificates[0]?.id ?? 'gasSafety';
        const { certificates, removedCertificates } = withRenewal(property, about, typed);
        expect(removedCertificates).toEqual([]);
        property = { ...property, certificates: stored(property, certificates) };
        expect(certificates).toHaveLength(property.certificates.length);
        expect(property.certificates.at(-1)).toMatchObject({ expirationDate: typed.expirationDate, replacedBy: null });
      }
      const earlier = earlierOf(property.certificates);
      const kinds = new Set(property.certificates.map((one) => certificatesOf(one.id, property.certificates)[0]));
      expect(earlier.length + kinds.size).toBe(property.certificates.length);
    }),
    { numRuns: 25 },
  );
});

/** Simulates the server's save: the new certificate comes last, and the renewed certificate refers to it. */
function stored(before: PropertyRecord, sent: ReturnType<typeof withRenewal>['certificates']): Certificate[] {
  const id = crypto.randomUUID();
  const renewed = sent.at(-1)?.renews;
  const certificates = before.certificates.map((one) => (one.id === renewed ? { ...one, replacedBy: id } : one));
  return [...certificates, certificate({ ...sent.at(-1), id })];
}

test('names the fields of a refused renewal as the form does', () => {
  const refused = new AppError('invalid_input', { fields: { 'certificates.12.issueDate': 'Enter today' } });
  expect(atOwnFields(refused)).toMatchObject({ details: { fields: { issueDate: 'Enter today' } } });
  const failed = new AppError('unavailable');
  expect(atOwnFields(failed)).toBe(failed);
});
