/** The cookie with the name of a message, which the next page shows once. A URL parameter could be forged. */
export const NOTICE_COOKIE = 'tenure.notice';
/** Long enough for the redirect that follows. */
const MAX_AGE_SECONDS = 60;

/** Returns the cookie for a Set-Cookie header or `document.cookie`. Without a name, it clears the cookie. */
export function noticeCookie(name?: string): string {
  return `${NOTICE_COOKIE}=${name ?? ''}; Path=/; Max-Age=${name ? MAX_AGE_SECONDS : 0}; SameSite=Lax`;
}
