/** The notice in the browser: left in the cookie for the next page, read there, and taken away as it is shown. */
import { NOTICE_COOKIE, noticeCookie } from './notice.ts';

/** Has the page that is gone to next show a notice. */
export function leaveNotice(name: string): void {
  storeNotice(name);
  // Chromium stores cookies in the background and may ask for the next page first. Reading waits until they are stored.
  storedNotice();
}

/** Without a name the cookie is taken away. */
export function storeNotice(name?: string): void {
  storeCookie(noticeCookie(name));
}

/** The cookie's value: anybody could have written it. */
export function storedNotice(): string | undefined {
  return storedCookie(NOTICE_COOKIE);
}

export function storedCookie(wanted: string): string | undefined {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  return cookies.find(([name]) => name === wanted)?.[1];
}

/** `cookie` as a header has it. */
export function storeCookie(cookie: string): void {
  // Browsers keep the CookieStore from pages that do not come over https.
  Object.assign(document, { cookie });
}
