import type { Email } from '../../outside/mail/mail.ts';
import { formatInstantAsTime, londonDay, weekday } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { Notice } from './notification.ts';

export const EMAIL_KINDS = ['digest', 'expiry'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** The earliest sending time, in UK time. */
const EARLIEST_TIME = '07:00';

/** Returns the kinds of email that are due at an instant, and its date in UK time. */
export function emailsDue(now: Date): { day: string; kinds: readonly EmailKind[] } {
  const day = londonDay(now);
  if (formatInstantAsTime(now) < EARLIEST_TIME) return { day, kinds: [] };
  return { day, kinds: weekday(day) === 0 ? ['digest', 'expiry'] : ['expiry'] };
}

/** Maximum number of notices in an email. The email only counts further notices. */
export const MAX_LISTED: Record<EmailKind, number> = { digest: 10, expiry: 25 };

type EmailContent = { kind: EmailKind; notices: readonly Notice[]; total: number; appUrl: string; unsubscribe: string };

/** Lists `notices`, at least one, in their order. `total` includes notices that are not listed. */
export function noticeEmail(to: { name: string; email: string }, plan: EmailContent): Email {
  const { kind, notices, total, appUrl, unsubscribe } = plan;
  const more = total - notices.length;
  return {
    to: to.email,
    subject: kind === 'expiry' ? expirySubject(notices, total) : needs(total),
    paragraphs: [
      `Hello ${to.name},`,
      kind === 'expiry'
        ? `${total === 1 ? 'This expires' : 'These expire'} today:`
        : `${needs(total)}, the most urgent first:`,
      ...notices.map(inWords),
      ...(more > 0 ? [`And ${more.toLocaleString('en-GB')} more.`] : []),
      'You get this email because Email Notifications are on.',
    ],
    action: { label: 'See what needs attention', url: `${appUrl}/dashboard/notifications` },
    unsubscribe,
  };
}

const needs = (total: number) => `${counted(total, 'thing needs', 'things need')} your attention`;

const expirySubject = ([first]: readonly Notice[], total: number) =>
  total === 1 && first ? first.title : `${counted(total, 'thing')} expire today`;

function inWords({ title, where, since, away, todo }: Notice): string {
  return `${where ? `${title}, ${where}` : title}: ${since} (${away}). ${todo}`;
}
