/** What each notice says. */
import { ERROR_CODES } from '../../shared/app-error.ts';
import { recordTexts } from '../../shared/record-texts.ts';
import type { NoticeName } from './notice.ts';

const PROPERTY = recordTexts({ one: 'property', many: 'properties' });
const TENANT = recordTexts({ one: 'tenant', many: 'tenants' });
const SUPPLIER = recordTexts({ one: 'supplier', many: 'suppliers' });

type Notice = { text: string; tone: 'amber' | 'green' | 'red'; link?: { href: string; label: string } };

export const NOTICES: Record<NoticeName, Notice> = {
  'trial-expired': {
    text: ERROR_CODES.trial_expired.message,
    tone: 'amber',
    link: { href: '/trial-expired', label: 'What happens now' },
  },
  'account-deleted': { text: 'Your account and all its data have been deleted.', tone: 'green' },
  'enquiry-sent': { text: 'Thank you. We have your message.', tone: 'green' },
  'signed-in': { text: 'Login successful!', tone: 'green' },
  'signed-up': { text: 'Account created! Your 7-day free trial has started.', tone: 'green' },
  'reset-asked': { text: 'If an account with that address exists, an email is on its way.', tone: 'green' },
  'password-changed': { text: 'Your password has been changed. Please log in.', tone: 'green' },
  'edit-property': { text: PROPERTY.signInToEdit, tone: 'red' },
  'view-property': { text: PROPERTY.signInToView, tone: 'red' },
  'edit-tenant': { text: TENANT.signInToEdit, tone: 'red' },
  'view-tenant': { text: TENANT.signInToView, tone: 'red' },
  'add-supplier': { text: SUPPLIER.signInToAdd, tone: 'red' },
  'edit-supplier': { text: SUPPLIER.signInToEdit, tone: 'red' },
  'view-supplier': { text: SUPPLIER.signInToView, tone: 'red' },
};
