/** Letters by SMTP. */
import { createTransport } from 'nodemailer';
import { type Letter, letterHtml, letterText, type Mail } from './mail.ts';

/** `url` is smtp:// or smtps:// with user and password; `from` is the sender of every letter. */
export function smtpMail({ url, from }: { url: string; from: string }): Mail & { close(): void } {
  const transport = createTransport({ url, pool: true, connectionTimeout: 10_000, socketTimeout: 30_000 });
  return {
    async send(letter) {
      await transport.sendMail(message(letter, from));
    },
    close: () => transport.close(),
  };
}

/** The letter in nodemailer's terms. */
function message(letter: Letter, from: string) {
  return {
    from,
    // An object, so that a comma in an address can never make two recipients.
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
