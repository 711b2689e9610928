import type { Email } from '../../outside/mail/mail.ts';
import { mailto } from '../../shared/html.ts';

export type Enquiry = { id: string; name: string; email: string; message: string };

export function enquiryEmail(to: string, { id, name, email, message }: Enquiry): Email {
  return {
    to,
    subject: `Enquiry from ${name}`,
    paragraphs: [`${name} (${email}) sent this message from the front page:`, ...message.split(/(?:\r?\n)+/)],
    action: { label: `Reply to ${name}`, url: mailto(email) },
    // A retry after a crash sends the email twice, and mail programs drop the duplicate.
    messageId: `enquiry-${id}`,
  };
}
