/** Recent activity over all nouns, and its texts. */
import { z } from 'zod';
import { HISTORY_NOUNS, HistoryEntry } from '../../../features/property/history/history.ts';
import { entryLines } from '../../../features/property/history/history-lines.ts';
import { capitalise, counted } from '../../../shared/text.ts';
import { ACTIVITY_GROUPS, ACTIVITY_NOUNS } from './activity-nouns.ts';

export const ActivityFilter = z.object({
  noun: z.enum(Object.keys(ACTIVITY_GROUPS)).optional(),
  about: z.uuid().optional().describe('Activity of this record, its parts and linked records'),
});
export type ActivityFilter = z.infer<typeof ActivityFilter>;

/** As stored, with the API's names and units. */
export const KeptActivity = HistoryEntry.extend({ noun: z.enum(Object.keys(ACTIVITY_NOUNS)) });
export type KeptActivity = z.infer<typeof KeptActivity>;

/** With texts from the server, as the labels of all nouns would double the first screen's code. */
export const Activity = KeptActivity.pick({ id: true, at: true, noun: true })
  .extend({
    words: z.string().describe('Text of the activity'),
    recordId: z.uuid().nullable().describe('Null for several records or a deleted one'),
    href: z.string().nullable().describe('Address of the record or of its property'),
    property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('Its property'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

function isOfProperty(activity: KeptActivity): activity is KeptActivity & HistoryEntry {
  return (HISTORY_NOUNS as readonly string[]).includes(activity.noun);
}

/** 'Tenant Ada Lovelace moved out on 21 Nov 2026', 'Status: vacant → maintenance and 2 more changes'. */
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
