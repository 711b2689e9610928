/** Messages that a page shows once after a redirect (web/forms/notice.ts). */

import { recordTexts } from '../../shared/records/record-texts.ts';
import { TRIAL_EXPIRED } from '../../shared/trial-expired.ts';

const PROPERTY = recordTexts({ one: 'property', many: 'properties' });
const TENANT = recordTexts({ one: 'tenant', many: 'tenants' });
const SUPPLIER = recordTexts({ one: 'supplier', many: 'suppliers' });

type Notice = {
  place: string;
  text: string;
  tone: 'amber' | 'green' | 'red';
  link?: { href: string; label: string };
};

const toSignIn = (text: string): Notice => ({ place: '/login', text, tone: 'red' });

const LIST = {
  'trial-expired': {
    place: '/#pricing',
    text: TRIAL_EXPIRED,
    tone: 'amber',
    link: { href: '/trial-expired', label: 'See what happens now' },
  },
  'account-deleted': { place: '/', text: 'Your account and all its data have been deleted.', tone: 'green' },
  'login-deleted': { place: '/', text: 'Your login has been deleted.', tone: 'green' },
  'enquiry-sent': { place: '/#contact', text: 'Thank you. We have received your message.', tone: 'green' },
  'signed-in': { place: '/dashboard', text: 'Login successful!', tone: 'green' },
  'signed-up': {
    place: '/dashboard',
    text: 'Account created! Your 7-day free trial has started.',
    tone: 'green',
  },
  'reset-asked': {
    place: '/forgot-password',
    text: 'Check your email. If that address has an account, we have sent it a link to choose a new password.',
    tone: 'green',
  },
  'password-changed': { place: '/login', text: 'Your password has been changed. Please log in.', tone: 'green' },
  'edit-property': toSignIn(PROPERTY.signInToEdit),
  'view-property': toSignIn(PROPERTY.signInToView),
  'edit-tenant': toSignIn(TENANT.signInToEdit),
  'view-tenant': toSignIn(TENANT.signInToView),
  'add-supplier': toSignIn(SUPPLIER.signInToAdd),
  'edit-supplier': toSignIn(SUPPLIER.signInToEdit),
  'view-supplier': toSignIn(SUPPLIER.signInToView),
} satisfies Record<string, Notice>;
export type NoticeName = keyof typeof LIST;
export const NOTICES: Record<NoticeName, Notice> = LIST;

export function noticeNamed(value: string | undefined): NoticeName | undefined {
  return value !== undefined && Object.hasOwn(LIST, value) ? (value as NoticeName) : undefined;
}

type AtPage = { notice: NoticeName | undefined; taken: boolean };

/**
 * `taken` is whether to clear the cookie. Another page's message stays in the cookie, as another tab may be about to
 * show that page.
 */
export function noticeAt(path: string, value: string | undefined): AtPage {
  const named = noticeNamed(value);
  const isHere = named === undefined || NOTICES[named].place.replace(/#.*/, '') === path;
  return { notice: isHere ? named : undefined, taken: value !== undefined && isHere };
}
