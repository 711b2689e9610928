import { escapeHtml } from '../../shared/html.ts';

export type Attachment = { name: string; type: string; bytes: Uint8Array };

/** Maximum size of an email's attachments together. Many mail servers accept 10 MB, and Base64 adds a third. */
export const MAX_ATTACHMENT_BYTES = 7_000_000;

/** Plain paragraphs with at most one link. */
export type EmailContent = {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** URL of an unsubscribe page that also accepts a POST without a session (RFC 8058). */
  unsubscribe?: string;
  /** Name and reply address of the landlord for whom the email is sent. */
  onBehalfOf?: { name: string; replyTo: string };
  /** Constant across retries, so that mail programs detect duplicates. */
  messageId?: string;
  /** Id shared by the emails of a conversation. */
  thread?: string;
};

export type Email = EmailContent & { attachments?: Attachment[] };

const UNSUBSCRIBE = 'Stop these emails';

/** A permanent failure: a retry of the same email would fail too. */
export class MailRejected extends Error {}

/** `send` rejects on failure. The caller retries, except after `MailRejected`. */
export type Mail = { send(email: Email): Promise<void> };

/** Throws `MailRejected` before sending, as a mail server may accept a large email and bounce it later. */
export function assertAttachmentsFit({ attachments = [] }: Email): void {
  const size = attachments.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > MAX_ATTACHMENT_BYTES) throw new MailRejected('The attachments have more than 7 MB');
}

export function emailText(email: EmailContent): string {
  const action = email.action ? [`${email.action.label}:\n${email.action.url}`] : [];
  const unsubscribe = email.unsubscribe ? [`${UNSUBSCRIBE}:\n${email.unsubscribe}`] : [];
  return `${[...email.paragraphs, ...action, 'Tenure', ...unsubscribe].join('\n\n')}\n`;
}

export function emailBody(email: EmailContent): string {
  const paragraphs = email.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`);
  const action = email.action
    ? [`<p><a href="${escapeHtml(email.action.url)}">${escapeHtml(email.action.label)}</a></p>`]
    : [];
  const unsubscribe = email.unsubscribe ? [`<p><a href="${escapeHtml(email.unsubscribe)}">${UNSUBSCRIBE}</a></p>`] : [];
  return [...paragraphs, ...action, '<p>Tenure</p>', ...unsubscribe].join('\n');
}

export function emailHtml(email: EmailContent): string {
  return `<!doctype html>\n<html lang="en-GB"><body>\n${emailBody(email)}\n</body></html>\n`;
}
