/** What happened of late, over all nouns, and how it is said. */
import { z } from 'zod';
import { capitalise, counted } from '../../../shared/text.ts';
import { HISTORY_NOUNS, HistoryEntry } from '../../property/history/history.ts';
import { entryLines } from '../../property/history/history-lines.ts';

/** Beside the nouns of a property's history those that are no part of a property. */
export const ACTIVITY_NOUNS = [
  ...HISTORY_NOUNS,
  'supplier',
  'bank account',
  'transaction',
  'tenancy',
  'rent',
  'ledger entry',
  'agent',
  'reminders',
  'base rate',
  'sample portfolio',
] as const;

type ActivityNoun = (typeof ACTIVITY_NOUNS)[number];

/** What the list can be narrowed to. */
export const ACTIVITY_GROUPS = {
  properties: { label: 'Properties', nouns: ['property', 'certificate', 'compliance', 'invoice', 'supplier link'] },
  tenants: { label: 'Tenants', nouns: ['tenant'] },
  rent: { label: 'Rent', nouns: ['tenancy', 'rent', 'ledger entry', 'agent', 'reminders', 'base rate'] },
  suppliers: { label: 'Suppliers', nouns: ['supplier'] },
  transactions: { label: 'Transactions', nouns: ['transaction'] },
  bankAccounts: { label: 'Bank accounts', nouns: ['bank account'] },
} as const satisfies Record<string, { label: string; nouns: readonly ActivityNoun[] }>;
export type ActivityGroup = keyof typeof ACTIVITY_GROUPS;

export const ActivityFilter = z.object({
  noun: z.enum(Object.keys(ACTIVITY_GROUPS) as [ActivityGroup, ...ActivityGroup[]]).optional(),
  about: z.uuid().optional().describe('Of this record, and of what is part of it or linked to it'),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** As the database keeps it, in the names and units of the API. */
export const KeptActivity = HistoryEntry.extend({ noun: z.enum(ACTIVITY_NOUNS) });
export type KeptActivity = z.infer<typeof KeptActivity>;

/** In words of the server: the labels of all nouns would double what the first screen loads. */
export const Activity = KeptActivity.pick({ id: true, at: true, noun: true })
  .extend({
    words: z.string().describe('What happened, as a sentence'),
    recordId: z.uuid().nullable().describe('Null where there were several, or the record is gone'),
    property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('That it is about'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** Whether it stands in a property's history, too. */
function isOfProperty(activity: KeptActivity): activity is KeptActivity & HistoryEntry {
  return (HISTORY_NOUNS as readonly string[]).includes(activity.noun);
}

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026', '12 transactions added', 'Status: vacant → maintenance and 2 more changes'. */
export function activityWords(activity: KeptActivity): string {
  if (isOfProperty(activity)) {
    const [first = '', ...more] = entryLines(activity);
    return more.length > 0 ? `${first} and ${counted(more.length, 'more change')}` : first;
  }
  const { noun, action, label, count, changes } = activity;
  if (count > 1) return `${counted(count, noun)} ${action}`;
  if (noun === 'rent') return `Rent of “${label}” changed`;
  if (noun === 'ledger entry') return `Ledger of “${label}” changed`;
  if (noun === 'reminders') return `Reminders of rent set: ${label}`;
  const paid = changes?.some(({ field, is }) => field === 'status' && is === 'completed');
  return `${capitalise(noun)}${label ? ` “${label}”` : ''} ${noun === 'transaction' && paid ? 'marked as paid' : action}`;
}
