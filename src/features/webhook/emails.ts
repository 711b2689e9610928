import type { Email } from '../../outside/mail/mail.ts';

type Off = { host: string; reason: string; url: string };

const WHY: Record<string, string> = {
  gone: 'It answered 410, which means that it no longer accepts events.',
  failing: 'Each try of the last five days failed.',
};

export function webhookOffEmail(to: { name: string; email: string }, { host, reason, url }: Off): Email {
  return {
    to: to.email,
    subject: `We switched off your webhook to ${host}`,
    paragraphs: [
      `Hello ${to.name},`,
      `We switched off your webhook to ${host}. ${WHY[reason] ?? ''}`,
      'Its events are no longer sent. When the receiver works again, switch the webhook on and send the failed events again. We keep them for 30 days.',
    ],
    action: { label: 'See its deliveries', url },
  };
}
