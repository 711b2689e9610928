/** The emails an account sends, in words. They greet nobody by name: whoever signs up with a stranger's address would choose what that person reads. */
import type { Email } from '../../outside/mail/mail.ts';

type Addressee = { email: string };

/** Asks a new landlord to confirm their address; the trial runs whether they do or not. */
export function confirmEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      'Your 7-day free trial has started. Please confirm that this is your email address, so that we can send you notices about your properties.',
      'If you did not sign up for Tenure, you need not do anything.',
    ],
    action: { label: 'Confirm your email address', url },
  };
}

/** The way back in for someone who forgot their password. The link works once, for an hour. */
export function resetEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Choose a new password',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked to choose a new password for Tenure. The link works once and for one hour.',
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** Tells a landlord that their password was changed, in case it was not them. */
export function passwordChangedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Your password was changed',
    paragraphs: [
      'Hello,',
      'The password of your Tenure account has just been changed, and every other browser was signed out.',
      'If it was not you, choose a new password at once.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** Tells a landlord that a passkey was added, in case it was not them. */
export function passkeyAddedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'A passkey was added to your account',
    paragraphs: [
      'Hello,',
      'A passkey has just been added to your Tenure account. It opens the account without your password.',
      'If it was not you, remove it on your profile and choose a new password at once.',
    ],
    action: { label: 'Go to your profile', url },
  };
}

/** Confirms a new address: the account has it once the link is followed. The link works once, for a day. */
export function newAddressEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Confirm your new email address',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked Tenure to use this address from now on. Please confirm that it is yours. The link works once and for 24 hours.',
      'If it was not you, you need not do anything: nothing changes.',
    ],
    action: { label: 'Confirm your new email address', url },
  };
}

/** In place of the email before, where the address has an account already. It names nobody: anybody may have asked. */
export function addressTakenEmail(email: string, url: string): Email {
  return {
    to: email,
    subject: 'You have an account already',
    paragraphs: [
      'Hello,',
      'Someone asked to use this address for another Tenure account. It has an account already, so nothing was changed.',
      'If it was you, sign in with this address; a forgotten password can be replaced there.',
      'If it was not you, you need not do anything.',
    ],
    action: { label: 'Sign in', url },
  };
}

/** Tells the present address at once that another is to replace it, while it still opens the account. */
export function newAddressAskedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Someone asked to change your email address',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked to change the email address of your Tenure account. Until the new address is confirmed, nothing changes.',
      'If it was not you, choose a new password at once. That stops the change and signs out every browser.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** Tells the old address that it has been replaced. `contact` is where the operator can be reached, if they have said so. */
export function newAddressInForceEmail(to: Addressee, contact: string | undefined): Email {
  return {
    to: to.email,
    subject: 'Your email address was changed',
    paragraphs: [
      'Hello,',
      'Your Tenure account has a new email address, which was confirmed just now. You sign in with it from now on, and we no longer write to this address.',
      `If it was not you, ${contact ? `write to ${contact}` : 'tell the person who runs your Tenure'} at once.`,
    ],
  };
}

/** The last email: the account is gone. There is no way back, so there is no link. */
export function accountDeletedEmail(to: Addressee): Email {
  return {
    to: to.email,
    subject: 'Your account has been deleted',
    paragraphs: [
      'Hello,',
      'Your Tenure account has been deleted, with your properties, tenants, suppliers, transactions, bank accounts, files and everything else in it. We have kept nothing, not even this address.',
      'You are welcome back at any time: sign up again with this address whenever you like.',
    ],
  };
}
