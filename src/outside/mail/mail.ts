/** Emails, in our words: the port that every way of sending mail fulfils. */
import { escapeHtml } from '../../shared/html.ts';

/** An email of plain paragraphs with at most one link to follow. */
export type Email = {
  to: string;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Where a page ends such emails, and a POST without a session does it (RFC 8058). */
  unsubscribe?: string;
  /** Of whom it speaks: the name beside the sender's address, and who is answered. */
  onBehalfOf?: { name: string; replyTo: string };
};

const UNSUBSCRIBE = 'Stop these emails';

/** The mail server will not take this email, now or later; the message says why, in its words. */
export class MailRefused extends Error {}

/** Sends one email or throws; the caller tries again later, but for `MailRefused`. */
export type Mail = { send(email: Email): Promise<void> };

export function emailText(email: Email): string {
  const action = email.action ? [`${email.action.label}:\n${email.action.url}`] : [];
  const unsubscribe = email.unsubscribe ? [`${UNSUBSCRIBE}:\n${email.unsubscribe}`] : [];
  return `${[...email.paragraphs, ...action, 'Tenure', ...unsubscribe].join('\n\n')}\n`;
}

/** What an email shows, as HTML, every word escaped. */
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
