/** Emails to tenants about an inspection: a single thread in their mail programs. */
import type { Email } from '../../outside/mail/mail.ts';
import { formatInstantAsDay } from '../../shared/dates.ts';
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
    // An inspection may be taken back and shared again, which is another email.
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
