/** The name of an account is free text, so paragraphs quote it. */
import type { Email } from '../../outside/mail/mail.ts';
import { formatDay } from '../../shared/dates.ts';
import type { Role } from '../../shared/rights.ts';
import { counted } from '../../shared/text.ts';
import { INVITATION_DAYS, ROLE_TEXTS } from './team.ts';

type Invitation = { email: string; account: string; inviter: string; role: Role };

export function invitationEmail({ email, account, inviter, role }: Invitation, url: string): Email {
  return {
    to: email,
    subject: `${inviter} has invited you to ${account} on Tenure`,
    paragraphs: [
      'Hello,',
      `${inviter} has invited you to work in ‘${account}’ as ${ROLE_TEXTS[role].label.toLowerCase()}. ${ROLE_TEXTS[role].sees}`,
      ...(role === 'guest'
        ? ['Descriptions from the bank may contain tenants’ names. Please treat them as confidential.']
        : []),
      `The link works once, within ${INVITATION_DAYS} days. If you do not know ${inviter}, you can ignore this email.`,
    ],
    action: { label: 'View the invitation', url },
  };
}

type Notified = { email: string; account: string; invited: string };

export function declinedEmail({ email, account, invited }: Notified, url: string): Email {
  return {
    to: email,
    subject: `${invited} has declined your invitation`,
    paragraphs: ['Hello,', `${invited} has declined the invitation to ‘${account}’.`],
    action: { label: 'View your team', url },
  };
}

export function requestedEmail({ email, account, invited }: Notified, url: string): Email {
  return {
    to: email,
    subject: `${invited} needs a new invitation`,
    paragraphs: [
      'Hello,',
      `The invitation of ${invited} to ‘${account}’ has expired, and they have asked for a new one.`,
      'You can send it from your team. If you do not know this person, ignore this email.',
    ],
    action: { label: 'View your team', url },
  };
}

/** `day` is when people without a seat are paused. */
export type SeatWarning = {
  owners: string[];
  account: string;
  plan: string;
  used: number;
  total: number;
  day: string;
  daysLeft: number;
  names: string[];
};

export function seatEmails(warning: SeatWarning, url: string): Email[] {
  const { owners, account, plan, used, total, day, daysLeft, names } = warning;
  return owners.map((to) => ({
    to,
    subject: `${counted(daysLeft, 'day')} to choose who stays in ${account}`,
    paragraphs: [
      'Hello,',
      `‘${account}’ uses ${counted(used, 'seat')}, and ${plan} has ${total}.`,
      `On ${formatDay(day)} we will pause those who joined last: ${new Intl.ListFormat('en-GB').format(names)}.`,
      'To choose other people, pause or remove them before then. A larger plan has more seats, and gives paused people their access back.',
      'We will not delete anything.',
    ],
    action: { label: 'Choose who stays', url },
  }));
}
