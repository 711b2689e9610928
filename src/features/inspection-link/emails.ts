/** Emails about an inspection, to tenants and to members. Mail programs show those of one inspection as a thread. */
import type { Email } from '../../outside/mail/mail.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { KIND_LABELS, type Kind } from '../inspection/listed.ts';

export type EmailFacts = {
  inspectionId: string;
  kind: Kind;
  address: string;
  startsAt: Date;
  sharedAt: Date;
  commentsUntil: Date;
  landlord: string;
  replyTo: string;
};

type To = { to: string; recipient: string; tenantId: string; url: string };

type Words = { event: string; subject: string; paragraphs: string[]; label: string };

const titleOf = ({ kind, address }: EmailFacts) => `Your ${KIND_LABELS[kind].toLowerCase()} inspection of ${address}`;

function email(facts: EmailFacts, { to, recipient, tenantId, url }: To, words: Words): Email {
  const { inspectionId, sharedAt, landlord, replyTo } = facts;
  return {
    to,
    subject: words.subject,
    paragraphs: [`Hello ${recipient},`, ...words.paragraphs, 'This link is yours. Do not pass it on.'],
    action: { label: words.label, url },
    onBehalfOf: { name: landlord, replyTo },
    // An inspection may be taken back and shared again, which needs another message id.
    messageId: `inspection-${inspectionId}-${tenantId}-${words.event}-${sharedAt.getTime()}`,
    thread: `inspection-${inspectionId}`,
  };
}

export function sharedEmail(facts: EmailFacts, to: To): Email {
  const until = formatInstantAsDay(facts.commentsUntil);
  return email(facts, to, {
    event: 'shared',
    subject: `${titleOf(facts)}: comments until ${until}`,
    paragraphs: [
      `${facts.landlord} has recorded the condition of your home on ${formatInstantAsDay(facts.startsAt)}, room by room.`,
      `Read it, and comment on anything that is wrong or missing. You can comment until the end of ${until}. Then it is locked with your comments.`,
    ],
    label: 'Open the inspection',
  });
}

export function lockedEmail(facts: EmailFacts, to: To): Email {
  return email(facts, to, {
    event: 'locked',
    subject: `${titleOf(facts)}: final version`,
    paragraphs: [
      'The inspection is locked with all comments, so it can no longer be changed.',
      'Download the report and keep it. The link works for 90 days.',
    ],
    label: 'Open the final version',
  });
}

/** Comments quoted in an email. Further comments are only counted. */
const MAX_QUOTED = 10;

export type CommentFacts = { name: string; room: string | null; text: string };
type CommentsFacts = Pick<EmailFacts, 'inspectionId' | 'kind' | 'address'> & {
  comments: readonly CommentFacts[];
  emailAt: string;
};
type Member = { memberId: string; name: string; email: string; unsubscribe: string };

export function commentsEmail(facts: CommentsFacts, to: Member, appUrl: string): Email {
  const { inspectionId, kind, address, comments, emailAt } = facts;
  const more = comments.length - MAX_QUOTED;
  return {
    to: to.email,
    subject: `Comments on the ${KIND_LABELS[kind].toLowerCase()} inspection${address && ` of ${address}`}`,
    paragraphs: [
      `Hello ${to.name},`,
      `Tenants have added ${counted(comments.length, 'comment')}:`,
      ...comments
        .slice(0, MAX_QUOTED)
        .map(({ name, room, text }) => `${name || 'A tenant'}, ${room ?? 'whole inspection'}: ${text}`),
      ...(more > 0 ? [`And ${more.toLocaleString('en-GB')} more.`] : []),
      'You get this email because Email Notifications are on.',
    ],
    action: { label: 'Open the inspection', url: `${appUrl}/dashboard/inspections/${inspectionId}` },
    unsubscribe: to.unsubscribe,
    messageId: `inspection-${inspectionId}-comments-${Date.parse(emailAt)}-${to.memberId}`,
    thread: `inspection-${inspectionId}`,
  };
}
