/** A certificate renewed: what the new one begins with, and the property with it added. */
import type { z } from 'zod';
import { addMonths } from '../../../shared/dates.ts';
import { CERTIFIED_ITEMS, type CertifiedItem, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { type PropertyFormOutput, toFormValues, withDatesKeptOnce } from '../form/form.ts';
import { CERTIFICATE, type Certificate, certificatesOf, type RENEWAL_FREQUENCIES } from '../papers.ts';
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

/** By law, where no certificate says otherwise. */
const USUAL: Record<CertifiedItem, Frequency> = {
  gasSafety: 'Yearly',
  energyPerformance: 'Every 10 Years',
  electricalSafety: 'Every 5 Years',
  propertyLicensing: 'Every 5 Years',
  landlordInsurance: 'Yearly',
};

/** Empty where the frequency gives no day. */
export function expiryAfter(issued: string, frequency: Frequency): string {
  const months = MONTHS[frequency];
  return months === undefined ? '' : addMonths(issued, months);
}

export type Renewal = Pick<Certificate, 'name' | 'renewalFrequency' | 'providerName' | 'complianceItem'>;

/** `about` is a compliance item, or the id of a certificate that proves none. */
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

const EXPIRY = 'Please enter the day on which it expires';

/** What is asked of the new one; the rest is as of the one before. */
export const RenewForm = CERTIFICATE.form
  .pick({ issueDate: true, expirationDate: true, file: true })
  .refine(({ expirationDate }) => expirationDate !== null, { path: ['expirationDate'], error: EXPIRY })
  .refine(
    ({ issueDate, expirationDate }) => issueDate === null || expirationDate === null || expirationDate > issueDate,
    { path: ['expirationDate'], error: 'It must expire after the day of issue' },
  );

type Typed = z.output<typeof RenewForm>;

/** The earlier certificates stay as they are, with their files. */
export function withRenewal(property: PropertyRecord, about: string, typed: Typed): PropertyFormOutput {
  const values = toFormValues(property);
  const renewed = renewalOf(about, property.certificates);
  const added = CERTIFICATE.toForm({ ...renewed, ...typed, cost: null, notes: '' });
  return withDatesKeptOnce(PropertyForm.parse({ ...values, certificates: [...values.certificates, added] }));
}
