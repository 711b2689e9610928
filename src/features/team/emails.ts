/** Emails about invitations. The inviter's name and the account's are the account's own words, so they are quoted. */
import type { Email } from '../../outside/mail/mail.ts';
import type { Role } from '../../shared/rights.ts';
import { INVITATION_DAYS, ROLE_TEXTS } from './team.ts';

type Invitation = { email: string; account: string; inviter: string; role: Role };

export function invitationEmail({ email, account, inviter, role }: Invitation, url: string): Email {
  return {
    to: email,
    subject: `${inviter} has invited you to ${account} on Tenure`,
    paragraphs: [
      'Hello,',
      `${inviter} has invited you to work in ‘${account}’ as ${ROLE_TEXTS[role].label.toLowerCase()}. ${ROLE_TEXTS[role].sees}`,
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
