import { expect, it } from 'vitest';
import { noticeCookie } from '../../web/forms/notice.ts';
import { NOTICES, noticeAt, noticeNamed } from './notices.ts';

it('is stored in a short-lived cookie and cleared by an empty one', () => {
  expect(noticeCookie('trial-expired')).toBe('tenure.notice=trial-expired; Path=/; Max-Age=60; SameSite=Lax');
  expect(noticeCookie()).toBe('tenure.notice=; Path=/; Max-Age=0; SameSite=Lax');
});

it.each([
  ['trial-expired', '/#pricing'],
  ['account-deleted', '/'],
  ['enquiry-sent', '/#contact'],
  ['signed-in', '/dashboard'],
  ['password-changed', '/login'],
] as const)('%s belongs to %s', (name, place) => {
  expect(noticeNamed(name)).toBe(name);
  expect(NOTICES[name].place).toBe(place);
});

it.each([
  ['/', 'account-deleted', { notice: 'account-deleted', taken: true }],
  ['/', 'trial-expired', { notice: 'trial-expired', taken: true }],
  // Another tab at /login must not clear the front page's message.
  ['/login', 'account-deleted', { notice: undefined, taken: false }],
  ['/terms', 'password-changed', { notice: undefined, taken: false }],
  ['/', 'toString', { notice: undefined, taken: true }],
  ['/', undefined, { notice: undefined, taken: false }],
] as const)('at %s the cookie %j is %j', (path, value, seen) => {
  expect(noticeAt(path, value)).toEqual(seen);
});

it.each(['', 'toString', '<b>Pay here</b>', undefined])('rejects the notice %j', (value) => {
  expect(noticeNamed(value)).toBeUndefined();
});

it.each([
  ['S1.8.9', 'signed-in', 'Login successful!'],
  ['S1.8.10', 'signed-up', 'Account created! Your 7-day free trial has started.'],
  ['S1.2.77 S1.6.4', 'edit-property', 'You must be logged in to edit properties'],
  ['S1.2.88', 'view-property', 'You must be logged in to view property details'],
  ['S1.8.40', 'edit-tenant', 'You must be logged in to edit tenants'],
  ['S1.8.45', 'view-tenant', 'You must be logged in to view tenant details'],
] as const)('%s: %s is %j', (_, name, words) => {
  expect(NOTICES[name].text).toBe(words);
});
