import type { z } from 'zod';
import { AppError, type FieldErrors, isRefusal } from '../../shared/app-error.ts';
import { addDays, addMonths, formatDay } from '../../shared/dates.ts';
import type { Merge, Versions } from '../../shared/records/merge.ts';
import type { RuleSource } from '../../shared/rule-source.ts';
import { CERTIFIED_ITEMS, type CertifiedItem, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import {
  assertOrder,
  CERTIFICATE,
  type Certificate,
  certificatesOf,
  type RENEWAL_FREQUENCIES,
  USUAL_FREQUENCY,
} from '../property/documents.ts';
import { type PropertyFormOutput, toFormValues, withoutCertifiedDates } from '../property/form/form.ts';
import { PropertyForm, type PropertyRecord } from '../property/property.ts';

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

/** Returns '' if the frequency has no interval. */
export function expiryAfter(issued: string, frequency: Frequency): string {
  const months = MONTHS[frequency];
  return months === undefined ? '' : addMonths(issued, months);
}

export const GAS_NEXT_SOURCE: RuleSource = {
  name: 'Gas Safety (Installation and Use) Regulations 1998, regulation 36A',
  link: 'https://www.legislation.gov.uk/uksi/1998/2451/regulation/36A',
  effectiveFrom: '2018-04-06',
  jurisdiction: 'England',
};

/** A check in the two months that end with the deadline keeps the deadline's day of the year (`GAS_NEXT_SOURCE`). */
export function nextGasDay({ deadline, checked }: { deadline: string | null; checked: string }): string {
  const keepsDay = deadline !== null && checked <= deadline && checked > addMonths(deadline, -2);
  return addMonths(keepsDay ? deadline : checked, 12);
}

const COPY_SOURCES: Partial<Record<CertifiedItem, RuleSource>> = {
  gasSafety: {
    name: 'Health and Safety Executive: gas safety records',
    link: 'https://www.hse.gov.uk/gas/landlords/gassaferecord.htm',
    effectiveFrom: '1998-10-31',
    jurisdiction: 'England',
  },
  electricalSafety: {
    name: 'Electrical Safety Standards Regulations 2020, regulation 3',
    link: 'https://www.legislation.gov.uk/uksi/2020/312/regulation/3',
    effectiveFrom: '2020-07-01',
    jurisdiction: 'England',
  },
};

/** Returns the last day for a copy to tenants who live there, undefined without a rule. */
export function copyDue(item: CertifiedItem | null, checked: string): { day: string; source: RuleSource } | undefined {
  const source = item ? COPY_SOURCES[item] : undefined;
  return source && { day: addDays(checked, 28), source };
}

export type Renewal = Pick<Certificate, 'name' | 'renewalFrequency' | 'providerName' | 'complianceItem'>;

/** `about` is a compliance item or the id of another certificate. */
export function renewalOf(about: string, certificates: readonly Certificate[]): Renewal {
  const [current] = certificatesOf(about, certificates);
  const complianceItem = CERTIFIED_ITEMS.find((item) => item === about) ?? current?.complianceItem ?? null;
  return {
    name: current?.name ?? (complianceItem ? COMPLIANCE_LABELS[complianceItem] : ''),
    renewalFrequency: current?.renewalFrequency ?? (complianceItem ? USUAL_FREQUENCY[complianceItem] : 'Other'),
    providerName: current?.providerName ?? '',
    complianceItem,
  };
}

/** Returns the expiry date that the form suggests, '' if none. The report itself may have another date. */
export function suggestedExpiry(about: string, certificates: readonly Certificate[], issued: string): string {
  const { complianceItem, renewalFrequency } = renewalOf(about, certificates);
  if (complianceItem !== 'gasSafety' || renewalFrequency !== 'Yearly') return expiryAfter(issued, renewalFrequency);
  return nextGasDay({ deadline: certificatesOf(about, certificates)[0]?.expirationDate ?? null, checked: issued });
}

const EXPIRY = 'Enter the expiry date';

/** The other fields are copied from the previous certificate. */
export const RenewForm = CERTIFICATE.form
  .pick({ issueDate: true, expirationDate: true, file: true, outcome: true, workDue: true })
  .refine(({ expirationDate }) => expirationDate !== null, { path: ['expirationDate'], error: EXPIRY })
  .check(assertOrder);

/** `kept` means that the landlord kept another person's renewal, so that this renewal is not added. */
type Typed = z.output<typeof RenewForm> & { kept?: true };

/** The certificate that a renewal replaces; undefined if another renewal already has. */
const renewed = (about: string, certificates: readonly Certificate[]) =>
  certificatesOf(about, certificates).find(({ replacedBy }) => replacedBy === null);

const BLANK = CERTIFICATE.input.parse({ name: 'New' });

/** Adds a renewal to the property's form values. Earlier certificates and their files are kept. */
export function withRenewal(property: PropertyRecord, about: string, typed: Typed): PropertyFormOutput {
  const values = toFormValues(property);
  const added = {
    ...CERTIFICATE.toForm({ ...BLANK, ...renewalOf(about, property.certificates), ...typed }),
    renews: renewed(about, property.certificates)?.id ?? null,
  };
  return withoutCertifiedDates(PropertyForm.parse({ ...values, certificates: [...values.certificates, added] }));
}

/** Returns the error of a refused save with the field names of the renewal form instead of the property form's. */
export function atOwnFields(error: unknown): unknown {
  if (!isRefusal(error, 'invalid_input')) return error;
  const fields = Object.entries(error.details.fields ?? {}).map(([name, message]) => [
    name.replace(/^certificates\.\d+\./, ''),
    message,
  ]);
  return new AppError('invalid_input', { ...error.details, fields: Object.fromEntries(fields) as FieldErrors });
}

/** Asks which renewal to keep if another person has renewed the same certificate. With both, theirs is the earlier. */
export function mergeRenewals(about: string, { base, mine, theirs }: Versions<Typed, PropertyRecord>): Merge<Typed> {
  const theirRenewal = renewed(about, theirs.certificates);
  const isNew = theirRenewal && !base.certificates.some(({ id }) => id === theirRenewal.id);
  const shown = ({ issueDate, expirationDate }: Pick<Certificate, 'issueDate' | 'expirationDate'>) =>
    [issueDate && `Issued ${formatDay(issueDate)}`, expirationDate && `expires ${formatDay(expirationDate)}`]
      .filter(Boolean)
      .join(', ');
  return {
    merged: mine,
    questions: isNew
      ? [
          {
            label: `Renewal of ${theirRenewal.complianceItem ? COMPLIANCE_LABELS[theirRenewal.complianceItem] : theirRenewal.name}`,
            yours: shown(mine),
            theirs: shown(theirRenewal),
            take: (typed) => ({ ...typed, kept: true }),
          },
        ]
      : [],
    taken: [],
  };
}
