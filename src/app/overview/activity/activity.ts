/** Recent activity over all nouns. */
import { z } from 'zod';
import { HistoryEntry } from '../../../features/property/history/history.ts';
import { NOUN_ICONS } from '../../../shared/records/noun-icons.ts';

/** Worded by the server: the labels of all nouns would double the size of the first screen. */
export const Activity = HistoryEntry.pick({ id: true, at: true })
  .extend({
    noun: z.string().describe('The kind of record: property, bank account'),
    icon: z.enum(NOUN_ICONS),
    words: z.string().describe('Text of the activity, with the name in an account of several people'),
    by: z.string().nullable().describe('Who did it, in an account of several people: a member, or Tenure'),
    recordId: z.uuid().nullable().describe('Null for several records or a deleted one'),
    href: z.string().nullable().describe('Address of the record or of its property'),
    property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('Its property'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;

export const ActivityPeople = z
  .array(z.object({ id: z.uuid(), name: z.string().describe('Name and role') }))
  .describe('Present and former members, by name');
