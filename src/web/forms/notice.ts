/**
 * A notice that the next page shows once: a name in a cookie, cleared when its sentence is shown. It is not in the URL,
 * which can be forged and shared. Each page that shows notices has a fixed list of names.
 */
export const NOTICE_COOKIE = 'tenure.notice';
/** Long enough for the redirect that follows. */
const SECONDS = 60;

/** The cookie for a notice, as in a Set-Cookie header or `document.cookie`; without a name, the one that clears it. */
export function noticeCookie(name?: string): string {
  return `${NOTICE_COOKIE}=${name ?? ''}; Path=/; Max-Age=${name ? SECONDS : 0}; SameSite=Lax`;
}
