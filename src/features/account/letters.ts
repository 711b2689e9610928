/** The letters an account sends, in words. */
import type { Letter } from '../../outside/mail/mail.ts';

type Addressee = { name: string; email: string };

/** Asks a new landlord to confirm their address; the trial runs whether they do or not. */
export function confirmLetter(to: Addressee, url: string): Letter {
  return {
    to: to.email,
    subject: 'Confirm your email address',
    paragraphs: [
      `Hello ${to.name},`,
      'Your 7-day free trial has started. Please confirm that this is your email address, so that we can send you notices about your properties.',
      'If you did not sign up for Tenure, you need not do anything.',
    ],
    action: { label: 'Confirm your email address', url },
  };
}

/** The way back in for someone who forgot their password. The link works once, for an hour. */
export function resetLetter(to: Addressee, url: string): Letter {
  return {
    to: to.email,
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${to.name},`,
      'Someone, probably you, asked to choose a new password for Tenure. The link works once and for one hour.',
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** Tells a landlord that their password was changed, in case it was not them. */
export function passwordChangedLetter(to: Addressee, url: string): Letter {
  return {
    to: to.email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${to.name},`,
      'The password of your Tenure account has just been changed, and every other browser was signed out.',
      'If it was not you, choose a new password at once.',
    ],
    action: { label: 'Choose a new password', url },
  };
}
