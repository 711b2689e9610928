/** A notice is a name of a fixed list in a cookie that lasts as long as a redirect. */
import { expect, it } from 'vitest';
import { noticeCookie, noticeNamed, noticePlace } from './notice.ts';

it('is left in a cookie for the redirect that follows, and taken away with it', () => {
  expect(noticeCookie('trial-expired')).toBe('tenure.notice=trial-expired; Path=/; Max-Age=60; SameSite=Lax');
  expect(noticeCookie()).toBe('tenure.notice=; Path=/; Max-Age=0; SameSite=Lax');
});

it.each([
  ['trial-expired', '/#pricing'],
  ['account-deleted', '/'],
  ['enquiry-sent', '/#contact'],
] as const)('%s belongs to %s', (name, place) => {
  expect(noticeNamed(name)).toBe(name);
  expect(noticePlace(name)).toBe(place);
});

it.each(['', 'toString', '<b>Pay here</b>', undefined])('%j is no notice', (value) => {
  expect(noticeNamed(value)).toBeUndefined();
});
