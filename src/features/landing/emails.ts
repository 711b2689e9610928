import type { Email } from '../../outside/mail/mail.ts';
import { mailto } from '../../shared/html.ts';

export type Enquiry = { name: string; email: string; message: string };

export function enquiryEmail(to: string, { name, email, message }: Enquiry): Email {
  return {
    to,
    subject: `Enquiry from ${name}`,
    paragraphs: [`${name} (${email}) sent this message from the front page:`, ...message.split(/(?:\r?\n)+/)],
    action: { label: `Reply to ${name}`, url: mailto(email) },
  };
}
