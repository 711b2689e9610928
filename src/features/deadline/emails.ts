import type { Email } from '../../outside/mail/mail.ts';
import { daysBetween, formatDay, formatInstantAsTime } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';

/** Emails are sent from this time on, in London. */
const SENDING_STARTS = '07:00';
export const isSendingTime = (now: Date): boolean => formatInstantAsTime(now) >= SENDING_STARTS;

/** Maximum deadlines listed in an email; further ones are only counted. */
export const MAX_LISTED = 25;

type Due = { title: string; about: string | null; address: string; day: string };
type Plan = { due: readonly Due[]; total: number; today: string; appUrl: string; unsubscribe: string };

/** `due` holds the soonest of `total` deadlines, at least one. */
export function deadlineEmail(to: { name: string; email: string }, plan: Plan): Email {
  const { due, total, today, appUrl, unsubscribe } = plan;
  const more = total - due.length;
  return {
    to: to.email,
    subject: subjectOf(plan),
    paragraphs: [
      `Hello ${to.name},`,
      total === 1 ? 'This is due:' : `${counted(total, 'thing is', 'things are')} due, the soonest first:`,
      ...due.map((deadline) => inWords(deadline, today)),
      ...(more > 0 ? [`And ${more.toLocaleString('en-GB')} more.`] : []),
      'In Deadlines you can mark each as done, snooze it, or mark it as not needed.',
      'You get this email because Email Notifications are on.',
    ],
    action: { label: 'See your deadlines', url: `${appUrl}/dashboard/deadlines` },
    unsubscribe,
  };
}

function subjectOf({ due: [first], total, today }: Plan): string {
  return total === 1 && first
    ? `${first.title}: ${whenIs(first.day, today)}`
    : `${total.toLocaleString('en-GB')} deadlines`;
}

const inWords = ({ title, about, address, day }: Due, today: string) =>
  `${[title, about, address].filter(Boolean).join(', ')}: ${formatDay(day)} (${whenIs(day, today)}).`;

function whenIs(day: string, today: string): string {
  const left = daysBetween(today, day);
  if (left === 0) return 'today';
  return left > 0 ? `in ${counted(left, 'day')}` : `${counted(-left, 'day')} overdue`;
}
