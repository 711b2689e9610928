/** A rent increase being prepared: its earliest day, and what Form 4A asks for, to copy field by field. Pure; amounts are pence. */
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { FREQUENCY_LABELS } from '../rules/frequency.ts';
import { earliestIncrease, type IncreaseRule } from '../rules/rent-increase.ts';
import { RENT_INCREASE_SOURCE } from '../rules/sources.ts';
import { periodOnOrAfter, type RentTerms } from '../schedule/rent-schedule.ts';
import { type TenancyRecord, termsOf } from '../tenancy.ts';

/** The government's own list, from which the form itself is downloaded; its file changes its address with each version. */
export const FORM_4A = 'https://www.gov.uk/guidance/assured-tenancy-forms';

const SimilarRent = z.object({
  tenancyId: z.uuid(),
  names: z.string(),
  propertyName: z.string(),
  since: z.string().describe('YYYY-MM-DD: from when that rent is owed'),
  rentAMonth: z.number().int().describe('Pence as of today'),
});

/** What a tenancy's own page does not know. */
export const IncreaseFacts = z
  .object({
    landlord: z.string(),
    address: z.string().nullable().describe('Of the property, with its postcode; null where it has been deleted'),
    kind: z.string().nullable().describe('Of the property, such as ‘2 beds · flat’; null where it has been deleted'),
    similar: z
      .array(SimilarRent)
      .describe('Running tenancies of the landlord’s other properties of the same type and bedrooms'),
  })
  .meta({ id: 'IncreaseFacts' });
export type IncreaseFacts = z.infer<typeof IncreaseFacts>;

/** Where notice is served on that day. */
export function increaseOf(tenancy: TenancyRecord, served: string): { day: string; rules: IncreaseRule[] } {
  return earliestIncrease({
    start: tenancy.start,
    lastIncrease: increases(tenancy)[0]?.from ?? null,
    served,
    periodStartOnOrAfter: (day) => periodOnOrAfter(endless(tenancy), day),
  });
}

/** Rents above the one before, the latest first: one that was lowered, or agreed as it was, is no increase. */
const increases = ({ rents }: TenancyRecord) =>
  rents.filter(({ amount }, place) => amount > (rents[place + 1]?.amount ?? Number.POSITIVE_INFINITY));

/** Why notice cannot have been served on that day, in words; undefined where it can. */
export function wrongService(served: string): string | undefined {
  const { effectiveFrom } = RENT_INCREASE_SOURCE;
  return served < effectiveFrom ? `Form 4A can be served from ${formatDay(effectiveFrom)} on` : undefined;
}

/** Why a new rent cannot begin on `from`, in words; undefined where section 13 lets it. */
export function wrongStart(tenancy: TenancyRecord, { from, served }: { from: string; served: string }) {
  const { day } = increaseOf(tenancy, served);
  if (from < day) return `With notice served ${formatDay(served)} the earliest day is ${formatDay(day)}`;
  const next = periodOnOrAfter(endless(tenancy), from);
  return next === from ? undefined : `A rent period begins on ${formatDay(next)}, not on this day`;
}

type FormFacts = Pick<IncreaseFacts, 'landlord' | 'address'>;

/** In the words of the form, without what only the landlord knows: addresses for post and charges within the rent. */
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
    { name: 'Tenancy began on', value: formatDay(start) },
    { name: 'Last increase took effect on', value: raised ? formatDay(raised.from) : 'None' },
  ];
}

/** As though it went on for ever: an increase is asked for while it does. */
const endless = (tenancy: TenancyRecord): RentTerms => ({ ...termsOf(tenancy), ended: null });
