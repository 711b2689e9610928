import { z } from 'zod';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { isId, listQuery } from '../../shared/records/list-query.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { counted } from '../../shared/text.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { EXPIRING_DAYS, isComplianceItem } from '../compliance/marks.ts';
import { type ComplianceState, stateWords } from '../compliance/standing.ts';
import { fileUrl } from '../file/file.ts';

/** Groups in list order; `not_recorded` includes incomplete items. */
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
      .describe('yes: without items not recorded; no: only those, as one line per property. Omitted: all items'),
  },
});
export type CertificateQuery = z.output<typeof CertificateQuery>;

export const ITEM_OPTIONS = [
  ...COMPLIANCE_ITEMS.map((value) => ({ value, label: COMPLIANCE_LABELS[value] })),
  { value: OTHER_CERTIFICATES, label: 'Other certificates' },
];

/** `id` and `about` together identify the entry. */
export const CertificateEntry = z
  .object({
    id: z.uuid().describe('The property’s id'),
    address: z.string(),
    city: z.string(),
    about: z.string().describe('A compliance item, or the id of another certificate'),
    name: z.string().describe('Name, or all names if the line has several items'),
    count: z.number().int().describe('Number of items on this line, usually 1'),
    group: z.enum(groups),
    state: z.enum(['expired', 'expiring', 'incomplete', 'not_recorded', 'valid', 'recorded', 'not_applicable']),
    says: z.string().nullable().describe('The date (YYYY-MM-DD), the missing field, or the reason'),
    file: z.object({ url: fileUrl('property-certificates'), name: z.string() }).nullable(),
    place: z.string().describe('Sort key of the list'),
  })
  .meta({ id: 'CertificateEntry' });
export type CertificateEntry = z.infer<typeof CertificateEntry>;

export const CertificateSummary = z
  .object({
    ...(Object.fromEntries(groups.map((group) => [group, z.number().int()])) as Record<Group, z.ZodNumber>),
    incomplete: z.number().int().describe('Incomplete ones among not_recorded'),
    bareProperties: z.number().int().describe('Properties with at least one item not recorded'),
    oldest: z.string().nullable().describe('Earliest expiry of an expired one, YYYY-MM-DD'),
    next: z.string().nullable().describe('Next expiry date'),
  })
  .meta({ id: 'CertificateSummary' });

/** For example, `{ words: 'Expired', day: '2026-11-02', away: '19 days ago' }`. */
export function entryWords({ about, state, says }: CertificateEntry, today: string) {
  if (state === 'expired' || state === 'expiring' || state === 'valid') {
    const left = daysBetween(today, says ?? today);
    const away = left < 0 ? `${counted(-left, 'day')} ago` : left === 0 ? 'today' : `${counted(left, 'day')} left`;
    return { words: { expired: 'Expired', expiring: 'Expiring', valid: 'Valid' }[state], day: says, away };
  }
  if (state === 'recorded') return { words: 'Recorded', day: says || null, away: '' };
  const itemState = { state, missing: says, reason: says } as ComplianceState;
  return { words: isComplianceItem(about) ? stateWords(about, itemState, today) : '', day: null, away: '' };
}

/** Line below a count, for example 'Oldest expired 02 Nov 2026'. */
export function figureLine(group: Group, summary: z.infer<typeof CertificateSummary>): string {
  if (group === 'expired')
    return summary.oldest ? `Oldest expired ${formatDay(summary.oldest)}` : 'No expired certificates';
  if (group === 'expiring') return summary.next ? `Next on ${formatDay(summary.next)}` : 'No upcoming expiry';
  if (group === 'not_recorded') {
    const { incomplete } = summary;
    if (incomplete === 0) return '';
    return `${incomplete.toLocaleString('en-GB')} of these ${incomplete === 1 ? 'is' : 'are'} incomplete`;
  }
  return summary.not_applicable > 0 ? `${summary.not_applicable.toLocaleString('en-GB')} more not applicable` : '';
}
