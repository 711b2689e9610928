/** What happened of late, over all nouns. */
import { z } from 'zod';
import { HISTORY_NOUNS, HistoryEntry } from '../../property/history/history.ts';

/** Beside the nouns of a property's history those that are no part of a property. */
export const ACTIVITY_NOUNS = [...HISTORY_NOUNS, 'supplier', 'bank account', 'transaction'] as const;

export const Activity = HistoryEntry.extend({
  noun: z.enum(ACTIVITY_NOUNS),
  recordId: z.uuid().nullable().describe('Null where there were several, or the record is gone'),
  property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('That it is about'),
}).meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

/** Whether it stands in a property's history, too. */
export function isOfProperty(activity: Activity): activity is Activity & HistoryEntry {
  return (HISTORY_NOUNS as readonly string[]).includes(activity.noun);
}
