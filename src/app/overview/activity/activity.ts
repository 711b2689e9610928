/** What happened of late, over all nouns. */
import { z } from 'zod';
import { HistoryEntry } from '../../../features/property/history/history.ts';
import { NOUN_ICONS } from '../../../shared/noun-icons.ts';

/** In words of the server: the labels of all nouns would double what the first screen loads. */
export const Activity = HistoryEntry.pick({ id: true, at: true })
  .extend({
    noun: z.string().describe('The kind of record: property, bank account'),
    icon: z.enum(NOUN_ICONS),
    words: z.string().describe('What happened, as a sentence'),
    recordId: z.uuid().nullable().describe('Null where there were several, or the record is gone'),
    href: z.string().nullable().describe('The address of the record, or of the property that it is about'),
    property: z.object({ id: z.uuid(), address: z.string(), city: z.string() }).nullable().describe('That it is about'),
  })
  .meta({ id: 'Activity' });
export type Activity = z.infer<typeof Activity>;
