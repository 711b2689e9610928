/** Emails with papers, and emails with a new link to confirm them. */
import type { Attachment, Email } from '../../outside/mail/mail.ts';
import { counted } from '../../shared/text.ts';
import { LINK_DAYS } from '../guest-link/guest-link.ts';

type Sending = {
  to: string;
  recipient: string;
  landlord: string;
  replyTo: string;
  property: string | null;
  titles: string[];
  message: string;
  /** Null once the link is revoked. */
  url: string | null;
  messageId: string;
  /** Empty if the email contains only a new link. */
  attachments: Attachment[];
};

export function papersEmail(sending: Sending): Email {
  const { to, recipient, landlord, replyTo, property, titles, message, url, messageId, attachments } = sending;
  const place = property ? ` for ${property}` : '';
  const isAttached = attachments.length > 0;
  const papers = counted(titles.length, 'paper');
  return {
    to,
    subject: isAttached
      ? `${titles.length === 1 ? titles[0] : capitalised(papers)}${place}`
      : `Confirm ${papers}${place}`,
    paragraphs: [
      `Hello ${recipient},`,
      ...(message ? [message] : []),
      isAttached
        ? `${landlord} sends you ${titles.length === 1 ? 'this paper' : 'these papers'}${place}, attached to this email:`
        : `${landlord} asks you to confirm that you have received ${titles.length === 1 ? 'this paper' : 'these papers'}${place}:`,
      ...titles,
      ...(url
        ? [
            `The link below works for ${LINK_DAYS} days. There you can open ${titles.length === 1 ? 'it' : 'them'} and confirm that you have received ${titles.length === 1 ? 'it' : 'them'}. Do not forward it.`,
          ]
        : []),
    ],
    ...(url && { action: { label: 'Confirm that you have received this', url } }),
    onBehalfOf: { name: landlord, replyTo },
    messageId,
    attachments,
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
