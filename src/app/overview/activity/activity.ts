/** What happened of late, over all nouns, and how it is said. */
import { z } from 'zod';
import { HISTORY_NOUNS, HistoryEntry } from '../../../features/property/history/history.ts';
import { entryLines } from '../../../features/property/history/history-lines.ts';
import { capitalise, counted } from '../../../shared/text.ts';
import { ACTIVITY_GROUPS, ACTIVITY_NOUNS } from './activity-nouns.ts';

export const ActivityFilter = z.object({
  noun: z.enum(Object.keys(ACTIVITY_GROUPS)).optional(),
  about: z.uuid().optional().describe('Of this record, and of what is part of it or linked to it'),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** As the database keeps it, in the names and units of the API. */
export const KeptActivity = HistoryEntry.extend({ noun: z.enum(Object.keys(ACTIVITY_NOUNS)) });
export type KeptActivity = z.infer<typeof KeptActivity>;

/** In words of the server: the labels of all nouns would double what the first screen loads. */
export const Activity = KeptActivity.pick({ id: true, at: true, noun: true })
  .extend({
    words: z.string().describe('What happened, as a sentence'),
    recordId: z.uuid().nullable().describe('Null where there were several, or the record is gone'),
    href: z.string().nullable().describe('The address of the record, or of the property that it is about'),
    property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('That it is about'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** Whether a property's history shows it too. */
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
  const isPaid = changes?.some(({ field, is }) => field === 'status' && is === 'completed') ?? false;
  const words = ACTIVITY_NOUNS[noun]?.words?.({ label, isPaid });
  return words ?? `${capitalise(noun)}${label ? ` “${label}”` : ''} ${action}`;
}
