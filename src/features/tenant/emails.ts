import type { Email } from '../../outside/mail/mail.ts';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { EXPIRING_DAYS } from './lease.ts';

/** `leaseEnd` is YYYY-MM-DD. */
export type EndingLease = { tenant: string; property: string | null; leaseEnd: string };

/** Maximum number of leases listed; the others are counted. */
const NAMED = 25;

/** Keeps the given order; `today` is the landlord's date. */
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
