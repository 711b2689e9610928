/** Port for sending emails. */
import { escapeHtml } from '../../shared/html.ts';

/** Plain paragraphs with at most one link. */
export type Email = {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** An unsubscribe page that also accepts a POST without a session (RFC 8058). */
  unsubscribe?: string;
  /** Sender name and reply address of the landlord the email is for. */
  onBehalfOf?: { name: string; replyTo: string };
};

const UNSUBSCRIBE = 'Stop these emails';

/** A permanent rejection; the message is the mail server's. */
export class MailRejected extends Error {}

/** Throws on failure; the caller retries unless it is `MailRejected`. */
export type Mail = { send(email: Email): Promise<void> };

export function emailText(email: Email): string {
  const action = email.action ? [`${email.action.label}:\n${email.action.url}`] : [];
  const unsubscribe = email.unsubscribe ? [`${UNSUBSCRIBE}:\n${email.unsubscribe}`] : [];
  return `${[...email.paragraphs, ...action, 'Tenure', ...unsubscribe].join('\n\n')}\n`;
}

export function emailBody(email: Email): string {
  const paragraphs = email.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`);
  const action = email.action
    ? [`<p><a href="${escapeHtml(email.action.url)}">${escapeHtml(email.action.label)}</a></p>`]
    : [];
  const unsubscribe = email.unsubscribe ? [`<p><a href="${escapeHtml(email.unsubscribe)}">${UNSUBSCRIBE}</a></p>`] : [];
  return [...paragraphs, ...action, '<p>Tenure</p>', ...unsubscribe].join('\n');
}

export function emailHtml(email: Email): string {
  return `<!doctype html>\n<html lang="en-GB"><body>\n${emailBody(email)}\n</body></html>\n`;
}
