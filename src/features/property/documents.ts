/** Certificates and invoices of a property. A certificate can set a compliance item's expiry date. */
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import {
  fields,
  maybeDay,
  maybeLongText,
  maybeOption,
  maybePence,
  maybeText,
  option,
  text,
} from '../../shared/fields.ts';
import { formatPence } from '../../shared/money.ts';
import { CERTIFIED_ITEMS, type CertifiedItem, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { maybeFile } from '../file/file.ts';

export const RENEWAL_FREQUENCIES = [
  'Monthly',
  'Quarterly',
  'Biannually',
  'Yearly',
  'Every 2 Years',
  'Every 5 Years',
  'Every 10 Years',
  'Other',
] as const;

/** How often a certificate of an item is usually renewed. */
export const USUAL_FREQUENCY: Record<CertifiedItem, (typeof RENEWAL_FREQUENCIES)[number]> = {
  gasSafety: 'Yearly',
  energyPerformance: 'Every 10 Years',
  electricalSafety: 'Every 5 Years',
  propertyLicensing: 'Every 5 Years',
  landlordInsurance: 'Yearly',
};

const FREQUENCY_MESSAGE = 'Choose how often it is renewed';

const noItem = z
  .enum(CERTIFIED_ITEMS)
  .nullable()
  .default(null)
  .describe('The compliance item that uses this certificate’s expiry date');
const complianceItem = {
  kind: 'custom' as const,
  label: 'Sets the expiry date of',
  optional: true,
  input: noItem,
  form: noItem,
  stored: z.enum(CERTIFIED_ITEMS).nullable(),
  blank: null as CertifiedItem | null,
  toForm: (item: CertifiedItem | null) => item,
  show: (item: CertifiedItem | null) => (item ? COMPLIANCE_LABELS[item] : ''),
};

export const OUTCOMES = {
  satisfactory: 'Satisfactory',
  C1: 'C1: danger present',
  C2: 'C2: potentially dangerous',
  C3: 'C3: improvement recommended',
  FI: 'FI: further investigation needed',
} as const;
type Outcome = keyof typeof OUTCOMES;
const outcomes = Object.keys(OUTCOMES) as [Outcome, ...Outcome[]];

const outcome = {
  ...maybeOption('Outcome', outcomes, {
    message: 'Choose an outcome',
    placeholder: 'Not recorded',
    show: (value) => OUTCOMES[value as Outcome],
    description: 'Of an electrical report: its most serious code',
  }),
  hint: 'The most serious code in the report.',
};

export const CERTIFICATE = fields({
  name: { ...text('Certificate name', { min: 1, max: 200, message: 'Certificate name is required' }), wide: true },
  issueDate: maybeDay('Issue date'),
  expirationDate: maybeDay('Expiry date'),
  renewalFrequency: {
    ...option('Renewal frequency', RENEWAL_FREQUENCIES, { message: FREQUENCY_MESSAGE }),
    input: z.enum(RENEWAL_FREQUENCIES, { error: FREQUENCY_MESSAGE }).default('Yearly'),
    blank: 'Yearly',
  },
  cost: maybePence('Cost'),
  providerName: { ...maybeText('Provider name', { max: 200 }), wide: true },
  notes: { ...maybeLongText('Notes', { max: 2000 }), rows: 2 },
  file: maybeFile('property-certificates'),
  complianceItem,
  outcome,
  workDue: { ...maybeDay('Work due'), hint: 'If the report gives fewer than 28 days for the work.' },
  workDone: maybeDay('Work done'),
  confirmedToTenant: { ...maybeDay('Confirmed to tenant'), hint: 'In writing, with the report.' },
  confirmedToCouncil: { ...maybeDay('Confirmed to council'), hint: 'In writing, with the report.' },
});

export const ELECTRICAL_FIELDS = ['outcome', 'workDue', 'workDone', 'confirmedToTenant', 'confirmedToCouncil'] as const;

export const INVOICE = fields({
  invoiceDate: maybeDay('Invoice date'),
  amount: maybePence('Amount'),
  description: { ...maybeText('Description', { max: 500 }), wide: true },
  file: maybeFile('property-invoices'),
});

/** The id is omitted for a new record. */
const id = z.uuid().optional();

/** Pairs of dates that must be in this order, with the error message. */
const ORDER = [
  ['issueDate', 'expirationDate', 'Enter an expiry date after the issue date'],
  ['issueDate', 'workDue', 'Enter a day on or after the issue date'],
  ['issueDate', 'workDone', 'Enter a day on or after the issue date'],
  ['workDone', 'confirmedToTenant', 'Enter a day on or after the work was done'],
  ['workDone', 'confirmedToCouncil', 'Enter a day on or after the work was done'],
] as const;

type Days = { [Name in (typeof ORDER)[number][0 | 1]]?: string | null };

export function assertOrder({ value, issues }: z.core.ParsePayload<Days>): void {
  for (const [first, then, message] of ORDER) {
    const [from, to] = [value[first] ?? null, value[then] ?? null];
    if (from !== null && to !== null && (to < from || (to === from && then === 'expirationDate')))
      issues.push({ code: 'custom', path: [then], message, input: value });
  }
}

const renews = z.uuid().nullish().describe('Of a new certificate: the id of the one that it replaces, which is kept');

export const CertificateInput = CERTIFICATE.input.extend({ id, renews }).check(assertOrder);
export type CertificateInput = z.infer<typeof CertificateInput>;
export const InvoiceInput = INVOICE.input.extend({ id });
export type InvoiceInput = z.infer<typeof InvoiceInput>;

/** The form shows `replacedBy` but does not send it. */
const replacedBy = z.uuid().nullable().default(null);
export const CertificateForm = CERTIFICATE.form.extend({ id, renews, replacedBy }).check(assertOrder);
export type CertificateFormValues = z.input<typeof CertificateForm>;
export const InvoiceForm = INVOICE.form.extend({ id });
export type InvoiceFormValues = z.input<typeof InvoiceForm>;

export const Certificate = CERTIFICATE.stored
  .extend({ id: z.uuid(), replacedBy: z.uuid().nullable().describe('The id of the certificate that renewed it') })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof Certificate>;
export const Invoice = INVOICE.stored.extend({ id: z.uuid() }).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

const NAMED: [CertifiedItem, RegExp][] = [
  ['gasSafety', /\b(gas|cp12|lgsr)\b/i],
  ['energyPerformance', /\b(epc|energy performance)\b/i],
  ['electricalSafety', /\b(electric(al|s|ity)?|eicr)\b/i],
  ['propertyLicensing', /\b(licen[cs](e|ing)|hmo)\b/i],
  ['landlordInsurance', /\binsurance\b/i],
];

/** Finds the compliance item that a certificate's name mentions: 'Gas Safety Record' → 'gasSafety'. */
export function itemNamed(name: string): CertifiedItem | undefined {
  return NAMED.find(([, words]) => words.test(name))?.[0];
}

type Kind = Pick<Certificate, 'complianceItem' | 'name'>;

/** Key that groups certificates by linked item, or else by name. */
const kindOf = ({ complianceItem, name }: Kind): string => complianceItem ?? `“${name.trim().toLowerCase()}”`;

/**
 * Returns the certificates of a compliance item, or of the same kind as the certificate with the id `about`. The
 * current certificate comes first.
 */
export function certificatesOf(about: string, certificates: readonly Certificate[]): Certificate[] {
  const certificate = certificates.find(({ id: own }) => own === about);
  const kind = certificate ? kindOf(certificate) : about;
  return certificates
    .filter((other) => kindOf(other) === kind)
    .toSorted(
      (a, b) =>
        Number(a.replacedBy !== null) - Number(b.replacedBy !== null) ||
        (b.expirationDate ?? '').localeCompare(a.expirationDate ?? ''),
    );
}

/** Certificates that were renewed, or expire before another of the same kind. */
export function earlierOf(certificates: readonly Certificate[]): Certificate[] {
  const current = [...new Set(certificates.map(kindOf))].flatMap((kind) =>
    certificatesOf(kind, certificates).slice(0, 1),
  );
  return certificates.filter((one) => one.replacedBy !== null || !current.includes(one));
}

export const isElectricalReport = ({ complianceItem, name }: Kind): boolean =>
  (complianceItem ?? itemNamed(name)) === 'electricalSafety';

/** 'C2: work not recorded' while the newest electrical report requires work; otherwise null. */
export function openWork(item: string, certificates: readonly Certificate[]): string | null {
  if (item !== 'electricalSafety') return null;
  const [newest] = certificatesOf(item, certificates);
  const outcomeOfNewest = newest?.outcome;
  if (!outcomeOfNewest || newest.workDone || !['C1', 'C2', 'FI'].includes(outcomeOfNewest)) return null;
  return `${outcomeOfNewest}: work not recorded`;
}

/** Items whose certificates may start later, so that their issue date may be in the future. */
const BEGIN_LATER: readonly (CertifiedItem | undefined)[] = ['propertyLicensing', 'landlordInsurance'];

const DONE = ['issueDate', 'workDone', 'confirmedToTenant', 'confirmedToCouncil'] as const;

/** Returns the date fields that must not be after `today` but are. */
export function futureDays(certificate: Kind & { [Name in (typeof DONE)[number]]: string | null }, today: string) {
  const beginsLater = BEGIN_LATER.includes(certificate.complianceItem ?? itemNamed(certificate.name));
  return DONE.filter((name) => !(name === 'issueDate' && beginsLater) && (certificate[name] ?? '') > today);
}

export function certificateTitle({ name }: { name?: string | undefined }): string {
  return name?.trim() ? `Certificate “${name.trim()}”` : 'Certificate';
}

type InvoiceFacts = Pick<InvoiceInput, 'description' | 'invoiceDate' | 'amount'>;

/** For example, 'Invoice “Boiler repair”', or without a description 'Invoice dated 02 Mar 2026'. */
export function invoiceTitle({ description, invoiceDate, amount }: InvoiceFacts): string {
  if (description) return `Invoice “${description}”`;
  if (invoiceDate) return `Invoice dated ${formatDay(invoiceDate)}`;
  return amount === null ? 'Invoice' : `Invoice for ${formatPence(amount)}`;
}
