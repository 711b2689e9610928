/** Everything with a date of all properties: compliance items, and certificates that prove none of them. */
import { z } from 'zod';
import { daysBetween, formatDay } from '../../../shared/dates.ts';
import { isId, listQuery } from '../../../shared/list-query.ts';
import { listSchema } from '../../../shared/list-schema.ts';
import { counted } from '../../../shared/text.ts';
import { fileUrl } from '../../file/file.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { EXPIRING_DAYS, isComplianceItem } from '../compliance/marks.ts';
import { type ComplianceState, stateWords } from '../compliance/standing.ts';

/** Of the list, in its order; `not_recorded` takes in what is incomplete. */
export const GROUPS = {
  expired: 'Expired',
  expiring: `Expiring within ${EXPIRING_DAYS} days`,
  not_recorded: 'Not recorded or not complete',
  in_order: 'In order',
  not_applicable: 'Not applicable',
} as const;
export type Group = keyof typeof GROUPS;
const groups = Object.keys(GROUPS) as [Group, ...Group[]];

export const OTHER_CERTIFICATES = 'certificate';

export const CERTIFICATE_LIST = listQuery({
  filters: { state: groups, item: [...COMPLIANCE_ITEMS, OTHER_CERTIFICATES], propertyId: isId },
  sorts: { soonest: 'Soonest first' },
});
export const CertificateQuery = listSchema(CERTIFICATE_LIST, {
  search: 'property, item or document',
  more: {
    propertyId: z.uuid(),
    recorded: z
      .enum(['yes', 'no'])
      .describe(
        'yes: without what was never recorded; no: only that, as one line a property. Left out: all, line by line',
      ),
  },
});
export type CertificateQuery = z.output<typeof CertificateQuery>;

export const ITEM_OPTIONS = [
  ...COMPLIANCE_ITEMS.map((value) => ({ value, label: COMPLIANCE_LABELS[value] })),
  { value: OTHER_CERTIFICATES, label: 'Other certificates' },
];

/** `id` is the property's; with `about` it names the entry. */
export const CertificateEntry = z
  .object({
    id: z.uuid().describe('Of the property'),
    address: z.string(),
    city: z.string(),
    about: z.string().describe('A compliance item, or the id of a certificate that proves none'),
    name: z.string().describe('Of several items, all their names'),
    count: z.number().int().describe('How many items this line is of: 1 but where a property’s are one line'),
    group: z.enum(groups),
    state: z.enum(['expired', 'expiring', 'incomplete', 'not_recorded', 'valid', 'recorded', 'not_applicable']),
    says: z.string().nullable().describe('The day (YYYY-MM-DD), the field that is missing, or the reason'),
    file: z.object({ url: fileUrl('property-certificates'), name: z.string() }).nullable(),
    place: z.string().describe('What the list is sorted by'),
  })
  .meta({ id: 'CertificateEntry' });
export type CertificateEntry = z.infer<typeof CertificateEntry>;

export const CertificateSummary = z
  .object({
    ...(Object.fromEntries(groups.map((group) => [group, z.number().int()])) as Record<Group, z.ZodNumber>),
    incomplete: z.number().int().describe('Of those not recorded'),
    bareProperties: z.number().int().describe('Properties of which at least one item was never recorded'),
    oldest: z.string().nullable().describe('The first day on which one expired, YYYY-MM-DD'),
    next: z.string().nullable().describe('The next day on which one expires'),
  })
  .meta({ id: 'CertificateSummary' });

/** Its state in a word and its date: 'Expired', '02 Nov 2026', '19 days ago'. */
export function entryWords({ about, state, says }: CertificateEntry, today: string) {
  if (state === 'expired' || state === 'expiring' || state === 'valid') {
    const left = daysBetween(today, says ?? today);
    const away = left < 0 ? `${counted(-left, 'day')} ago` : left === 0 ? 'today' : `${counted(left, 'day')} left`;
    return { words: { expired: 'Expired', expiring: 'Expiring', valid: 'Valid' }[state], day: says, away };
  }
  if (state === 'recorded') return { words: 'Recorded', day: says || null, away: '' };
  const stands = { state, missing: says, reason: says } as ComplianceState;
  return { words: isComplianceItem(about) ? stateWords(about, stands, today) : '', day: null, away: '' };
}

/** 'The oldest since 02 Nov 2026'; what stands below a figure of the strip. */
export function figureLine(group: Group, summary: z.infer<typeof CertificateSummary>): string {
  if (group === 'expired')
    return summary.oldest ? `The oldest since ${formatDay(summary.oldest)}` : 'Nothing has expired';
  if (group === 'expiring') return summary.next ? `Next on ${formatDay(summary.next)}` : 'Nothing soon';
  if (group === 'not_recorded')
    return summary.incomplete > 0 ? `${summary.incomplete.toLocaleString('en-GB')} of them not complete` : '';
  return summary.not_applicable > 0 ? `${summary.not_applicable.toLocaleString('en-GB')} more not applicable` : '';
}
