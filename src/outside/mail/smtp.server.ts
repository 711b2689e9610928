import { createTransport } from 'nodemailer';
import { assertAttachmentsFit, type Email, emailHtml, emailText, type Mail, MailRejected } from './mail.ts';

/** `url` is smtp:// or smtps://, with user and password if needed; `from` is the sender of every email. */
export function smtpMail({ url, from }: { url: string; from: string }): Mail & { close(): void } {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send(email) {
      assertAttachmentsFit(email);
      try {
        await transport.sendMail(message(email, from));
      } catch (error) {
        throw translate(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

const MAX_REASON_LENGTH = 300;
const ADDRESS = /[^\s<>"]+@[^\s<>"]+/g;

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * A 5yz reply to the recipient or the content is permanent (RFC 5321 section 4.2.1). Any other can come from settings,
 * which the operator can fix. Errors that may be retried are logged, so they contain no email addresses.
 */
function translate({ message, code, command = '', responseCode = 0, response }: SmtpError): Error {
  const permanent = responseCode >= 500 && responseCode <= 599 && ['RCPT TO', 'DATA'].includes(command);
  if (permanent) return new MailRejected(response?.slice(0, MAX_REASON_LENGTH) ?? 'No reason given');
  if (message.startsWith('Invalid recipient')) return new MailRejected('This is not an email address');
  return Object.assign(new Error(message.replace(ADDRESS, '…')), code && { code });
}

/** `from` is an address, or a name followed by an address in angle brackets. */
function message(email: Email, from: string) {
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from;
  return {
    from: email.onBehalfOf ? { name: `${email.onBehalfOf.name} via Tenure`, address } : from,
    ...(email.onBehalfOf && { replyTo: { name: email.onBehalfOf.name, address: email.onBehalfOf.replyTo } }),
    // An object, so that a comma in an address cannot add a recipient.
    to: { name: '', address: email.to },
    subject: email.subject,
    ...(email.messageId && { messageId: `<${email.messageId}@${address.split('@')[1]}>` }),
    ...(email.thread && { references: `<${email.thread}@${address.split('@')[1]}>` }),
    text: emailText(email),
    html: emailHtml(email),
    attachments: (email.attachments ?? []).map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe && {
        'List-Unsubscribe': `<${email.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
