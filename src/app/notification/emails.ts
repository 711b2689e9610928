/** Emails about what needs attention: on which day each kind goes out, and its words. Pure. */
import type { Email } from '../../outside/mail/mail.ts';
import { formatInstantAsTime, londonDay, weekday } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { Notice } from './notification.ts';

export const EMAIL_KINDS = ['digest', 'expiry'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** From when on they are sent, in the landlord's time. */
const FROM = '07:00';

/** The kinds that go out at an instant, and the landlord's day. */
export function emailsDue(now: Date): { day: string; kinds: readonly EmailKind[] } {
  const day = londonDay(now);
  if (formatInstantAsTime(now) < FROM) return { day, kinds: [] };
  return { day, kinds: weekday(day) === 0 ? ['digest', 'expiry'] : ['expiry'] };
}

/** Notices beyond these are counted only: the page in Tenure shows them all. */
export const NAMED: Record<EmailKind, number> = { digest: 10, expiry: 25 };

type Plan = { kind: EmailKind; notices: readonly Notice[]; total: number; appUrl: string; unsubscribe: string };

/** Names at least one notice, in the order given, of `total`. */
export function noticeEmail(to: { name: string; email: string }, plan: Plan): Email {
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
