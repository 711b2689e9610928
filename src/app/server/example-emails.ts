import {
  accountDeletedEmail,
  addressTakenEmail,
  confirmEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passkeyAddedEmail,
  passwordChangedEmail,
  resetEmail,
  sharedAccountDeletedEmail,
} from '../../features/account/emails.ts';
import { commentsEmail, type EmailFacts, lockedEmail, sharedEmail } from '../../features/inspection-link/emails.ts';
import { enquiryEmail } from '../../features/landing/emails.ts';
import { reminderEmail } from '../../features/reminder/reminder.ts';
import { papersEmail } from '../../features/served/emails.ts';
import { leaseNoticeEmail } from '../../features/tenant/emails.ts';
import { webhookOffEmail } from '../../features/webhook/emails.ts';
import type { Email } from '../../outside/mail/mail.ts';
import { addDays } from '../../shared/dates.ts';
import { noticeEmail } from '../notification/emails.ts';
import type { Notice } from '../notification/notification.ts';

const ada = { name: 'Ada Okoye', email: 'ada@tenure.example' };
const TODAY = '2026-11-26';
const PROPERTY = '14 Chandos Terrace, Leeds';
const NOTICE: Notice = {
  key: 'certificate',
  kind: 'certificate',
  icon: 'shield',
  group: 'urgent',
  title: 'Gas safety expires',
  where: PROPERTY,
  day: TODAY,
  since: '26 Nov 2026',
  away: 'today',
  todo: 'Book an engineer.',
  action: 'Renew',
  href: '/dashboard/properties',
  read: false,
  snoozedUntil: null,
};

const INSPECTION: EmailFacts = {
  inspectionId: 'example',
  kind: 'move-in',
  address: PROPERTY,
  startsAt: new Date('2026-11-26T09:00:00Z'),
  sharedAt: new Date('2026-11-26T10:00:00Z'),
  commentsUntil: new Date('2026-12-03T23:59:59.999Z'),
  landlord: ada.name,
  replyTo: ada.email,
};

export function exampleEmails(appUrl: string): Email[] {
  const unsubscribe = `${appUrl}/unsubscribe`;
  const leases = [{ tenant: 'Rohan Mehta', property: PROPERTY, leaseEnd: addDays(TODAY, 20) }];
  const open = [{ due: addDays(TODAY, -7), left: 95_000 }];
  return [
    confirmEmail(ada, `${appUrl}/confirm-email`),
    resetEmail(ada, `${appUrl}/reset-password`),
    passwordChangedEmail(ada, `${appUrl}/forgot-password`),
    passkeyAddedEmail(ada, `${appUrl}/dashboard/profile`),
    newAddressEmail(ada, `${appUrl}/confirm-new-email`),
    addressTakenEmail(ada.email, `${appUrl}/login`),
    newAddressAskedEmail(ada, `${appUrl}/forgot-password`),
    newAddressInForceEmail(ada, 'help@tenure.example'),
    accountDeletedEmail(ada, false),
    webhookOffEmail(ada, { host: 'hooks.example', reason: 'failing', url: `${appUrl}/dashboard/api/deliveries` }),
    sharedAccountDeletedEmail({ ...ada, account: 'Whitlock Lets' }),
    leaseNoticeEmail(ada, { leases, today: TODAY, appUrl, unsubscribe }),
    ...(['expiry', 'digest'] as const).map((kind) =>
      noticeEmail(ada, { kind, notices: [NOTICE], total: 1, appUrl, unsubscribe }),
    ),
    {
      to: 'rohan@tenure.example',
      ...reminderEmail({ landlord: ada.name, names: 'Rohan Mehta', property: PROPERTY, open, today: TODAY }),
    },
    papersEmail({
      to: 'rohan@tenure.example',
      recipient: 'Rohan Mehta',
      landlord: ada.name,
      replyTo: ada.email,
      property: PROPERTY,
      titles: ['Gas safety record', 'Electrical report'],
      message: 'Here are the new reports.',
      url: `${appUrl}/papers/example`,
      messageId: 'example',
      attachments: [{ name: 'Gas safety record.pdf', type: 'application/pdf', bytes: new Uint8Array() }],
    }),
    ...[sharedEmail, lockedEmail].map((write) =>
      write(INSPECTION, {
        to: 'rohan@tenure.example',
        recipient: 'Rohan Mehta',
        tenantId: 'example',
        url: `${appUrl}/inspection/example`,
      }),
    ),
    commentsEmail(
      {
        ...INSPECTION,
        comments: [{ name: 'Rohan Mehta', room: 'Kitchen', text: 'The scratch on the worktop was there before.' }],
        emailAt: '2026-11-27T10:30:00Z',
      },
      { ...ada, memberId: 'example', unsubscribe },
      appUrl,
    ),
    enquiryEmail('operator@localhost', { id: 'example', ...ada, message: 'How do I bring 240 units?' }),
  ];
}
