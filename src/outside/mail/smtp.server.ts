/** Emails by SMTP. */
import { createTransport } from 'nodemailer';
import { type Email, emailHtml, emailText, type Mail } from './mail.ts';

/** `url` is smtp:// or smtps:// with user and password; `from` is the sender of every email. */
export function smtpMail({ url, from }: { url: string; from: string }): Mail & { close(): void } {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send(email) {
      await transport.sendMail(message(email, from));
    },
    close: () => transport.close(),
  };
}

function message(email: Email, from: string) {
  return {
    from,
    // An object, so that a comma in an address can never make two recipients.
    to: { name: '', address: email.to },
    subject: email.subject,
    text: emailText(email),
    html: emailHtml(email),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe && {
        'List-Unsubscribe': `<${email.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
