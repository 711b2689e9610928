/** Earliest date of a rent increase, and the details for Form 4A. Amounts are pence. */
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { FREQUENCY_LABELS } from '../rules/frequency.ts';
import { earliestIncrease, FIRST_COUNTED_AFTER, type IncreaseRule } from '../rules/rent-increase.ts';
import { RENT_INCREASE_SOURCE } from '../rules/sources.ts';
import { periodOnOrAfter, type RentTerms } from '../schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../tenancy.ts';

/** The page that links to the form, whose own URL changes with each version. */
export const FORM_4A = 'https://www.gov.uk/guidance/assured-tenancy-forms';

const SimilarRent = z.object({
  tenancyId: z.uuid(),
  names: z.string(),
  propertyName: z.string(),
  since: z.string().describe('YYYY-MM-DD: start of that rent'),
  rentAMonth: z.number().int().describe('Pence as of today'),
});

export const IncreaseFacts = z
  .object({
    landlord: z.string(),
    address: z.string().nullable().describe('Property address with postcode; null if deleted'),
    kind: z.string().nullable().describe('Kind of property, such as ‘2 beds · flat’; null if deleted'),
    similar: z
      .array(SimilarRent)
      .describe('Current tenancies of the landlord’s other properties with the same type and bedrooms'),
  })
  .meta({ id: 'IncreaseFacts' });
export type IncreaseFacts = z.infer<typeof IncreaseFacts>;

export function increaseOf(tenancy: TenancyRecord, served: string): { day: string; rules: IncreaseRule[] } {
  return earliestIncrease({
    start: tenancy.start,
    lastIncrease: increases(tenancy)[0]?.from ?? null,
    firstIncrease: increases(tenancy).findLast(({ from }) => from > FIRST_COUNTED_AFTER)?.from ?? null,
    served,
    periodStartOnOrAfter: (day) => periodOnOrAfter(endless(tenancy), day),
  });
}

/** Rents above the previous one, newest first. Unchanged or lower rents are not increases. */
const increases = ({ rents }: TenancyRecord) =>
  rents.filter(({ amount }, index) => amount > (rents[index + 1]?.amount ?? Number.POSITIVE_INFINITY));

/** Why notice cannot be served on that date; undefined if it can. */
export function wrongService(served: string): string | undefined {
  const { effectiveFrom } = RENT_INCREASE_SOURCE;
  return served < effectiveFrom
    ? `Enter ${formatDay(effectiveFrom)} or later. Form 4A was not in use before then.`
    : undefined;
}

/** Why section 13 does not allow a new rent on `from`; undefined if it does. */
export function wrongStart(tenancy: TenancyRecord, { from, served }: { from: string; served: string }) {
  const { day } = increaseOf(tenancy, served);
  if (from < day) return `If you serve notice on ${formatDay(served)}, the earliest date is ${formatDay(day)}`;
  const next = periodOnOrAfter(endless(tenancy), from);
  return next === from ? undefined : `Choose the first day of a rent period, for example ${formatDay(next)}`;
}

type FormFacts = Pick<IncreaseFacts, 'landlord' | 'address'>;

/** Returns details for Form 4A with its labels, except postal addresses and included charges, which we do not store. */
export function formFields(
  tenancy: TenancyRecord,
  { facts, rent, from, today }: { facts: FormFacts; rent: number | undefined; from: string; today: string },
): { name: string; value: string }[] {
  const { names, propertyName, rents, frequency, start } = tenancy;
  const current = rents.find((row) => row.from <= today) ?? rents.at(-1);
  const often = FREQUENCY_LABELS[frequency].toLowerCase();
  const raised = increases(tenancy).find(({ from: since }) => since <= today);
  return [
    { name: names.includes(', ') ? 'Tenants' : 'Tenant', value: names },
    { name: 'Address of the property', value: facts.address ?? propertyName ?? '' },
    { name: 'Landlord', value: facts.landlord },
    { name: 'Existing rent', value: `${formatPence(current?.amount ?? 0)} ${often}` },
    { name: 'Proposed new rent', value: rent === undefined ? '' : `${formatPence(rent)} ${often}` },
    { name: 'New rent starts on', value: formatDay(from) },
    { name: 'Tenancy started on', value: formatDay(start) },
    { name: 'Last increase took effect on', value: raised ? formatDay(raised.from) : 'None' },
  ];
}

/** Ignores an end date, since an increase is for a continuing tenancy. */
const endless = (tenancy: TenancyRecord): RentTerms => ({ ...termsOf(tenancy), ended: null });
