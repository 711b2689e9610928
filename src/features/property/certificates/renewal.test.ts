import { expect, test } from 'vitest';
import { propertyRecord } from '../../../../test/fixtures/property-record.ts';
import { isRenewable } from '../compliance/compliance.ts';
import { type Certificate, earlierOf } from '../documents.ts';
import { expiryAfter, RenewForm, renewalOf, withRenewal } from './renewal.ts';

const certificate = (given: Partial<Certificate>): Certificate => ({
  id: crypto.randomUUID(),
  name: 'Gas safety record',
  issueDate: null,
  expirationDate: '2026-11-02',
  renewalFrequency: 'Yearly',
  cost: null,
  providerName: 'Kirkstall Heating',
  notes: '',
  file: null,
  complianceItem: 'gasSafety',
  ...given,
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
  const typed = { issueDate: '2026-11-25', expirationDate: '2027-11-24', file: null };
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
