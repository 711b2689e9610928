/** These emails omit the name, as somebody who signs up with another person's address could put a message in it. */
import type { Email } from '../../outside/mail/mail.ts';

type Addressee = { email: string };

export function confirmEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello,',
      'Your 7-day free trial has started. Confirm that this is your email address so that we can send you notices about your properties.',
      'If you did not sign up for Tenure, you can ignore this email.',
    ],
    action: { label: 'Confirm your email address', url },
  };
}

export function resetEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Choose a new password',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked for a new Tenure password. The link below works once, within one hour.',
      'If it was not you, you can ignore this email. Your password has not changed.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

export function passwordChangedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Your password was changed',
    paragraphs: [
      'Hello,',
      'Your Tenure password has just been changed. Every other browser was signed out.',
      'If it was not you, choose a new password now.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

export function passkeyAddedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'A passkey was added to your account',
    paragraphs: [
      'Hello,',
      'A passkey has just been added to your Tenure account. Anyone with it can sign in without your password.',
      'If it was not you, remove the passkey on your profile and choose a new password now.',
    ],
    action: { label: 'Go to your profile', url },
  };
}

/** Sent to the new address, which takes effect once the link is followed. */
export function newAddressEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Confirm your new email address',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked to use this address for Tenure. Confirm that it is yours. The link works once, within 24 hours.',
      'If it was not you, you can ignore this email. Your account will not change.',
    ],
    action: { label: 'Confirm your new email address', url },
  };
}

/** Sent instead of `newAddressEmail` when the address already has an account. */
export function addressTakenEmail(email: string, url: string): Email {
  return {
    to: email,
    subject: 'You already have an account',
    paragraphs: [
      'Hello,',
      'Someone asked to use this address for another Tenure account. This address already has an account, so we made no changes.',
      'If it was you, sign in with this address. If you forgot the password, you can choose a new one there.',
      'If it was not you, you can ignore this email.',
    ],
    action: { label: 'Sign in', url },
  };
}

/** Sent to the current address, whose owner can still stop the change. */
export function newAddressAskedEmail(to: Addressee, url: string): Email {
  return {
    to: to.email,
    subject: 'Someone asked to change your email address',
    paragraphs: [
      'Hello,',
      'Someone, probably you, asked to change your Tenure account’s email address. We will not change it until the new address is confirmed.',
      'If it was not you, choose a new password now. This stops the change and signs out every browser.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** Sent to the old address. `contact` is the operator's address, if set. */
export function newAddressInForceEmail(to: Addressee, contact: string | undefined): Email {
  return {
    to: to.email,
    subject: 'Your email address was changed',
    paragraphs: [
      'Hello,',
      'Your Tenure account’s email address has changed. Use the new address to sign in. We will not email this address again.',
      `If it was not you, ${contact ? `email ${contact}` : 'contact the person who runs your Tenure'} now.`,
    ],
  };
}

/** `staysIn` is true if the person is a member of another account, so that the login is not deleted. */
export function accountDeletedEmail(to: Addressee, staysIn: boolean): Email {
  return {
    to: to.email,
    subject: 'Your account has been deleted',
    paragraphs: [
      'Hello,',
      'Your Tenure account has been deleted, with your properties, tenants, suppliers, transactions, bank accounts, files and everything else in it.',
      ...(staysIn
        ? ['You can still sign in with this address, as you are a member of another account.']
        : ['We have kept nothing, not even this address.', 'You can sign up again with this address at any time.']),
    ],
  };
}

export function loginDeletedEmail({ email }: Addressee): Email {
  return {
    to: email,
    subject: 'Your login has been deleted',
    paragraphs: [
      'Hello,',
      'Your Tenure login has been deleted. You have left every account you were a member of. Their records have not changed.',
      'You can sign up again with this address at any time.',
    ],
  };
}

/** Sent to the other members of a deleted account. */
export function sharedAccountDeletedEmail({ email, account }: Addressee & { account: string }): Email {
  return {
    to: email,
    subject: `${account} has been deleted`,
    paragraphs: [
      'Hello,',
      `An owner has deleted the account ‘${account}’ on Tenure, with everything in it. You no longer have access to it.`,
      'Your own sign-in and your other accounts have not changed.',
    ],
  };
}
