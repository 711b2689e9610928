import { z } from 'zod';
import { COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { isComplianceItem } from '../compliance/marks.ts';

export const FeedChoice = z
  .object({ tenants: z.boolean().describe('Whether to show tenants’ names') })
  .meta({ id: 'CalendarFeedChoice' });
export type FeedChoice = z.infer<typeof FeedChoice>;

export const Feed = FeedChoice.extend({ since: z.iso.datetime() }).meta({ id: 'CalendarFeed' });
export type Feed = z.infer<typeof Feed>;

export const NewFeed = Feed.extend({
  address: z.url().describe('Returned only once, since only a hash of its secret is stored'),
}).meta({ id: 'NewCalendarFeed' });
export type NewFeed = z.infer<typeof NewFeed>;

/** `propertyId` is null for a record without a property; `tenants` is null except for lease ends. */
export type CalendarDay = {
  propertyId: string | null;
  address: string | null;
  city: string | null;
  /** A compliance item, another certificate's id, 'lease', 'fixed-rate-…', 'deadline-…', or 'tax/2026-27/2/…'. */
  about: string;
  /** The name of another certificate, a lender, a duty, or the owner of a tax update. */
  name: string | null;
  day: string;
  /** Sorted by name; empty if names are off. */
  tenants: string[] | null;
};

/** 'Gas safety expires, 14 Chandos Terrace, Leeds'; 'Lease of Rohan Mehta ends, 31 Cotham Vale, Bristol'. */
export function dayWords({ address, city, about, name, tenants }: CalendarDay): string {
  if (about.startsWith('fixed-rate-')) return [`${name}: fixed rate ends`, address].filter(Boolean).join(', ');
  if (about.startsWith('deadline-')) return [name, address, city].filter(Boolean).join(', ');
  const [kind, year = '', update] = about.split('/');
  if (kind === 'tax')
    return [`Tax update ${update} of ${year.replace('-', '–')} is due`, name].filter(Boolean).join(', ');
  const item = isComplianceItem(about) ? COMPLIANCE_LABELS[about] : (name ?? 'Certificate');
  const lease = tenants?.length ? `Lease of ${tenants.join(' and ')} ends` : 'Lease ends';
  return [tenants ? lease : `${item} expires`, address, city].filter(Boolean).join(', ');
}
