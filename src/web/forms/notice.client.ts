import { NOTICE_COOKIE, noticeCookie } from './notice.ts';

export function storeNoticeForNextPage(name: string): void {
  storeNotice(name);
  // Chromium stores cookies asynchronously. Reading a cookie waits for this, so that the next request contains it.
  storedNotice();
}

export function storeNotice(name?: string): void {
  storeCookie(noticeCookie(name));
}

/** The cookie's value is untrusted input. */
export function storedNotice(): string | undefined {
  return storedCookie(NOTICE_COOKIE);
}

export function storedCookie(cookieName: string): string | undefined {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  return cookies.find(([name]) => name === cookieName)?.[1];
}

export function storeCookie(cookie: string): void {
  // The CookieStore API exists only on https.
  Object.assign(document, { cookie });
}
