import type { Email } from '../../outside/mail/mail.ts';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { EXPIRING_DAYS } from './lease.ts';

/** `leaseEnd` is YYYY-MM-DD. */
export type EndingLease = { tenant: string; property: string | null; leaseEnd: string };

const MAX_LISTED = 25;

/** Lists the leases in their given order. `today` is the landlord's date. */
export function leaseNoticeEmail(
  to: { name: string; email: string },
  {
    leases,
    today,
    appUrl,
    unsubscribe,
  }: { leases: readonly EndingLease[]; today: string; appUrl: string; unsubscribe: string },
): Email {
  const isSingle = leases.length === 1;
  const more = leases.length - MAX_LISTED;
  return {
    to: to.email,
    subject: isSingle ? 'A lease ends soon' : `${leases.length.toLocaleString('en-GB')} leases end soon`,
    paragraphs: [
      `Hello ${to.name},`,
      `${isSingle ? 'This lease ends' : 'These leases end'} in less than ${EXPIRING_DAYS} days:`,
      ...leases.slice(0, MAX_LISTED).map((lease) => inWords(lease, today)),
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
