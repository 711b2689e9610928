/** Emails of a repair's events: to the tenant, to the supplier who sees the event, and to the landlord. */
import { sql } from 'kysely';
import type { Email } from '../../outside/mail/mail.ts';
import { accountName } from '../../server/db/account-name.server.ts';
import { type GuestEmailPlan, sendGuestEmails } from '../../server/jobs/guest-emails.server.ts';
import { handle, type QueueHandler } from '../../server/jobs/queue.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { type EventFacts, landlordEmail, posterEmail, supplierEmail, tenantEmail } from './emails.ts';
import { supplierLink, tenantLink } from './links.server.ts';
import { NOTIFY_REPAIR } from './queues.server.ts';

export const repairJobs = (plan: GuestEmailPlan): QueueHandler[] => [
  handle(NOTIFY_REPAIR, ({ userId, eventId }) =>
    sendGuestEmails(plan, { userId, about: { eventId } }, (db) => emailsOf(plan, db, eventId)),
  ),
];

type EventRow = EventFacts & {
  sample: boolean;
  tenantSees: boolean;
  tenantId: string | null;
  tenantName: string | null;
  tenantEmail: string | null;
  reporterName: string | null;
  reporterEmail: string | null;
  supplierId: string | null;
  supplierName: string | null;
  supplierEmail: string | null;
  hasJob: boolean;
  street: string;
  town: string;
};

async function emailsOf({ secret, appUrl }: GuestEmailPlan, db: UserDb, eventId: string): Promise<Email[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.repair_id as "repairId", e.kind, e.side, e.name, e.text, e.was, e.is_now as "isNow", r.number, r.title, e.tenant_sees as "tenantSees",
      coalesce(r.property_address, p.address || ', ' || p.city, '') as place, coalesce(r.state_reason, '') as reason,
      r.booked_from as "bookedFrom", r.booked_until as "bookedUntil", r.proposed_from as "proposedFrom", r.proposed_until as "proposedUntil",
      ${accountName} as landlord, profiles.email as "replyTo", profiles.sample,
      t.id as "tenantId", t.name as "tenantName", nullif(t.email, '') as "tenantEmail", r.reporter_name as "reporterName", r.reporter_email as "reporterEmail",
      s.id as "supplierId", s.name as "supplierName", nullif(s.email, '') as "supplierEmail", r.supplier_id is not distinct from s.id as "hasJob",
      app.street_of(coalesce(p.address, '')) as street, coalesce(p.city, '') as town
    from repair_events e join repairs r on r.id = e.repair_id join profiles on profiles.id = e.user_id
    left join properties p on p.id = r.property_id left join tenants t on t.id = r.tenant_id left join suppliers s on s.id = e.supplier_sees
    where e.id = ${eventId}::uuid`.execute(db);
  const [event] = rows;
  if (!event || event.sample) return [];
  const emails: (Email | undefined)[] = [];
  if (event.tenantSees && event.tenantEmail && event.tenantId) {
    const url = await tenantLink(db, event.tenantId, { secret, appUrl });
    emails.push(tenantEmail(event, { to: event.tenantEmail, recipient: event.tenantName ?? '', url }));
  } else if (event.kind === 'reported' && event.reporterEmail)
    emails.push(posterEmail(event, { to: event.reporterEmail, recipient: event.reporterName ?? '' }));
  if (event.supplierId && event.supplierEmail) {
    const { supplierId, hasJob, street, town } = event;
    const url = await supplierLink(db, { repairId: event.repairId, supplierId }, { secret, appUrl });
    const place = hasJob ? event.place : [street, town].filter(Boolean).join(', ');
    emails.push(
      supplierEmail({ ...event, place }, { to: event.supplierEmail, recipient: event.supplierName ?? '', url }),
    );
  }
  emails.push(
    landlordEmail(event, {
      to: event.replyTo,
      recipient: event.landlord,
      url: `${appUrl}/dashboard/repairs/${event.repairId}`,
    }),
  );
  return emails.filter((email) => email !== undefined);
}
