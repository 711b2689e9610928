/** The notice cookie in the browser: set for the next page, read there, and cleared when shown. */
import { NOTICE_COOKIE, noticeCookie } from './notice.ts';

export function storeNoticeForNextPage(name: string): void {
  storeNotice(name);
  // Chromium stores cookies in the background and may request the next page first. Reading waits until they are stored.
  storedNotice();
}

export function storeNotice(name?: string): void {
  storeCookie(noticeCookie(name));
}

/** The cookie's value is untrusted input. */
export function storedNotice(): string | undefined {
  return storedCookie(NOTICE_COOKIE);
}

export function storedCookie(wanted: string): string | undefined {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  return cookies.find(([name]) => name === wanted)?.[1];
}

export function storeCookie(cookie: string): void {
  // Browsers do not expose the CookieStore to pages without https.
  Object.assign(document, { cookie });
}
