/** The nine things a landlord must keep in order for a property: what may be entered for each, and how each stands on a day. */
import { z } from 'zod';
import { daysBetween, optionalDay } from '../../../shared/dates.ts';
import { line, paragraph } from '../../../shared/text.ts';
import type { Certificate } from '../certificates/certificate.ts';

export const EPC_RATINGS = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

const words = (max: number) => line({ max }).default('');

/** The fields that every item has. */
const shared = {
  completed: z.boolean().default(false),
  notApplicable: paragraph({ min: 1, max: 500, message: 'Please say why this does not apply' })
    .nullable()
    .default(null)
    .describe('The reason why the item does not apply; null where it does'),
  notes: paragraph({ max: 2000 }).default(''),
};
const item = <Own extends z.ZodRawShape>(own: Own) => z.object({ ...shared, ...own });

/** One schema for form and API. */
export const ComplianceInput = z
  .object({
    gasSafety: item({ expiryDate: optionalDay() }),
    energyPerformance: item({
      expiryDate: optionalDay(),
      rating: z
        .union([z.literal('').transform(() => null), z.enum(EPC_RATINGS)], { error: 'Please choose a rating' })
        .nullable()
        .default(null),
    }),
    electricalSafety: item({ expiryDate: optionalDay() }),
    alarms: item({ lastChecked: optionalDay() }),
    depositProtection: item({ scheme: words(200), reference: words(100) }),
    hhsrs: item({ lastInspection: optionalDay() }),
    propertyLicensing: item({ number: words(100), expiryDate: optionalDay() }),
    tenancyAgreement: item({ agreementDate: optionalDay() }),
    landlordInsurance: item({ provider: words(200), policyNumber: words(100), expiryDate: optionalDay() }),
  })
  .meta({ id: 'Compliance' });
export type Compliance = z.infer<typeof ComplianceInput>;
export type ComplianceItem = keyof Compliance;

/** The items in the order of form and page, and what each is called. */
export const COMPLIANCE_LABELS = {
  gasSafety: 'Gas Safety',
  energyPerformance: 'Energy Performance (EPC)',
  electricalSafety: 'Electrical Safety',
  alarms: 'Smoke and CO Alarms',
  depositProtection: 'Deposit Protection',
  hhsrs: 'Health and Safety Rating (HHSRS)',
  propertyLicensing: 'Property Licensing',
  tenancyAgreement: 'Tenancy Agreement',
  landlordInsurance: 'Landlord Insurance',
} as const satisfies Record<ComplianceItem, string>;
export const COMPLIANCE_ITEMS = Object.keys(COMPLIANCE_LABELS) as ComplianceItem[];

/** Nothing recorded yet. */
export const NO_COMPLIANCE: Compliance = ComplianceInput.parse(
  Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, {}])),
);

/** An item that ends within so many days is 'expiring'. */
const EXPIRING_DAYS = 60;

/** How an item stands. `day` is its expiry, or for an item without one the day it was last seen to. */
export type ComplianceState =
  | { state: 'not_applicable'; reason: string }
  | { state: 'expired' | 'expiring' | 'valid'; day: string }
  | { state: 'recorded'; day: string | null }
  | { state: 'not_recorded' };

/**
 * How an item stands on `today` (YYYY-MM-DD). The expiry of a certificate that proves the item counts as the item's own, the latest
 * one where there are several.
 */
export function complianceState(
  name: ComplianceItem,
  { compliance, certificates, today }: Kept & { today: string },
): ComplianceState {
  const kept = compliance[name];
  if (kept.notApplicable !== null) return { state: 'not_applicable', reason: kept.notApplicable };
  const day = expiryOf(name, { compliance, certificates });
  if (day !== null) return { state: standing(day, today), day };
  const seen = daySeen(name, compliance);
  return kept.completed || saysSomething(name, compliance)
    ? { state: 'recorded', day: seen }
    : { state: 'not_recorded' };
}

/** How that stands which ends on `day`; on its last day it is still valid. Both days are YYYY-MM-DD. */
export function standing(day: string, today: string): 'expired' | 'expiring' | 'valid' {
  const left = daysBetween(today, day);
  if (left < 0) return 'expired';
  return left <= EXPIRING_DAYS ? 'expiring' : 'valid';
}

type Kept = { compliance: Compliance; certificates: Pick<Certificate, 'complianceItem' | 'expirationDate'>[] };

/** The day on which an item ends; null where it has none. A linked certificate's date stands before the item's own. */
function expiryOf(name: ComplianceItem, { compliance, certificates }: Kept): string | null {
  const proven = certificates
    .filter(({ complianceItem }) => complianceItem === name)
    .flatMap(({ expirationDate }) => expirationDate ?? [])
    .sort()
    .at(-1);
  const kept = compliance[name];
  return proven ?? ('expiryDate' in kept ? kept.expiryDate : null);
}

function daySeen(name: ComplianceItem, { alarms, hhsrs, tenancyAgreement }: Compliance): string | null {
  if (name === 'alarms') return alarms.lastChecked;
  if (name === 'hhsrs') return hhsrs.lastInspection;
  return name === 'tenancyAgreement' ? tenancyAgreement.agreementDate : null;
}

/** True where an item has a value in a field of its own: a rating, a number, a name, a day. */
function saysSomething(name: ComplianceItem, compliance: Compliance): boolean {
  return Object.entries(compliance[name]).some(([field, value]) => !Object.hasOwn(shared, field) && Boolean(value));
}
