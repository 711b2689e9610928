/** The calendar feed: what its landlord chooses, and how each day in it is said. */
import { z } from 'zod';
import { COMPLIANCE_LABELS } from '../property/compliance/compliance.ts';
import { isComplianceItem } from '../property/compliance/marks.ts';

export const FeedChoice = z
  .object({ tenants: z.boolean().describe('Whether leases say whose they are') })
  .meta({ id: 'CalendarFeedChoice' });
export type FeedChoice = z.infer<typeof FeedChoice>;

export const Feed = FeedChoice.extend({ since: z.iso.datetime() }).meta({ id: 'CalendarFeed' });
export type Feed = z.infer<typeof Feed>;

export const NewFeed = Feed.extend({
  address: z.url().describe('Answered this once: only a hash of its secret is kept'),
}).meta({ id: 'NewCalendarFeed' });
export type NewFeed = z.infer<typeof NewFeed>;

/** A day of a property, or of a tenant who lives nowhere that is kept. `tenants` is null where the day is no lease's end. */
export type CalendarDay = {
  propertyId: string | null;
  address: string | null;
  city: string | null;
  /** A compliance item, the id of a certificate that proves none, or 'lease'. */
  about: string;
  /** Of such a certificate. */
  name: string | null;
  /** YYYY-MM-DD. */
  day: string;
  /** By name; none where the landlord has not chosen to name them. */
  tenants: string[] | null;
};

/** 'Gas Safety expires, 14 Chandos Terrace, Leeds'; 'Lease of Rohan Mehta ends, 31 Cotham Vale, Bristol'. */
export function dayWords({ address, city, about, name, tenants }: CalendarDay): string {
  const item = isComplianceItem(about) ? COMPLIANCE_LABELS[about] : (name ?? 'Certificate');
  const lease = tenants?.length ? `Lease of ${tenants.join(' and ')} ends` : 'Lease ends';
  return [tenants ? lease : `${item} expires`, address, city].filter(Boolean).join(', ');
}
