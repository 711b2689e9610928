/** Renewing a certificate: start values of the new one, and adding it to the property. */
import type { z } from 'zod';
import { addMonths } from '../../../shared/dates.ts';
import { CERTIFIED_ITEMS, type CertifiedItem, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { CERTIFICATE, type Certificate, certificatesOf, type RENEWAL_FREQUENCIES } from '../documents.ts';
import { type PropertyFormOutput, toFormValues, withoutCertifiedDates } from '../form/form.ts';
import { PropertyForm, type PropertyRecord } from '../property.ts';

type Frequency = (typeof RENEWAL_FREQUENCIES)[number];

const MONTHS: Partial<Record<Frequency, number>> = {
  Monthly: 1,
  Quarterly: 3,
  Biannually: 6,
  Yearly: 12,
  'Every 2 Years': 24,
  'Every 5 Years': 60,
  'Every 10 Years': 120,
};

/** Legal intervals, used without an earlier certificate. */
const USUAL: Record<CertifiedItem, Frequency> = {
  gasSafety: 'Yearly',
  energyPerformance: 'Every 10 Years',
  electricalSafety: 'Every 5 Years',
  propertyLicensing: 'Every 5 Years',
  landlordInsurance: 'Yearly',
};

/** '' if the frequency has no interval. */
export function expiryAfter(issued: string, frequency: Frequency): string {
  const months = MONTHS[frequency];
  return months === undefined ? '' : addMonths(issued, months);
}

export type Renewal = Pick<Certificate, 'name' | 'renewalFrequency' | 'providerName' | 'complianceItem'>;

/** `about`: a compliance item, or the id of another certificate. */
export function renewalOf(about: string, certificates: readonly Certificate[]): Renewal {
  const complianceItem = CERTIFIED_ITEMS.find((item) => item === about) ?? null;
  const [current] = certificatesOf(about, certificates);
  return {
    name: current?.name ?? (complianceItem ? COMPLIANCE_LABELS[complianceItem] : ''),
    renewalFrequency: current?.renewalFrequency ?? (complianceItem ? USUAL[complianceItem] : 'Other'),
    providerName: current?.providerName ?? '',
    complianceItem,
  };
}

const EXPIRY = 'Enter the expiry date';

/** The other fields are copied from the previous certificate. */
export const RenewForm = CERTIFICATE.form
  .pick({ issueDate: true, expirationDate: true, file: true })
  .refine(({ expirationDate }) => expirationDate !== null, { path: ['expirationDate'], error: EXPIRY })
  .refine(
    ({ issueDate, expirationDate }) => issueDate === null || expirationDate === null || expirationDate > issueDate,
    { path: ['expirationDate'], error: 'Enter an expiry date after the issue date' },
  );

type Typed = z.output<typeof RenewForm>;

/** Keeps earlier certificates and their files. */
export function withRenewal(property: PropertyRecord, about: string, typed: Typed): PropertyFormOutput {
  const values = toFormValues(property);
  const renewed = renewalOf(about, property.certificates);
  const added = CERTIFICATE.toForm({ ...renewed, ...typed, cost: null, notes: '' });
  return withoutCertifiedDates(PropertyForm.parse({ ...values, certificates: [...values.certificates, added] }));
}
