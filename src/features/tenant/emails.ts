/** The email about leases that end soon, in words. */
import type { Email } from '../../outside/mail/mail.ts';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { EXPIRING_DAYS } from './lease.ts';

/** A lease as the email names it; `leaseEnd` is YYYY-MM-DD. */
export type EndingLease = { tenant: string; property: string | null; leaseEnd: string };

/** Leases beyond these are counted only: the list in Tenure shows them all. */
const NAMED = 25;

/** Tells a landlord which of their leases end soon, in the order given; `today` is the landlord's day. */
export function leaseNoticeEmail(
  to: { name: string; email: string },
  {
    leases,
    today,
    appUrl,
    unsubscribe,
  }: { leases: readonly EndingLease[]; today: string; appUrl: string; unsubscribe: string },
): Email {
  const one = leases.length === 1;
  const more = leases.length - NAMED;
  return {
    to: to.email,
    subject: one ? 'A lease ends soon' : `${leases.length.toLocaleString('en-GB')} leases end soon`,
    paragraphs: [
      `Hello ${to.name},`,
      `${one ? 'This lease ends' : 'These leases end'} in less than ${EXPIRING_DAYS} days:`,
      ...leases.slice(0, NAMED).map((lease) => inWords(lease, today)),
      ...(more > 0 ? [`And ${counted(more, 'more lease')}.`] : []),
      'You get this email because Email Notifications are on.',
    ],
    action: { label: 'See leases that end soon', url: `${appUrl}/dashboard/tenants?state=expiring` },
    unsubscribe,
  };
}

function inWords({ tenant, property, leaseEnd }: EndingLease, today: string): string {
  const days = daysBetween(today, leaseEnd);
  const when = days === 0 ? 'today' : `in ${counted(days, 'day')}`;
  return `${property ? `${tenant}, ${property}` : tenant}: ${formatDay(leaseEnd)} (${when})`;
}
