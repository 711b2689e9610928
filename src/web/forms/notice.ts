/**
 * A notice that the next page shows once: a name in a cookie, which is taken away as its words are shown. Never in the address, which
 * anybody could write and everybody can send on. Who shows it has a fixed list of names.
 */
export const NOTICE_COOKIE = 'tenure.notice';
/** Long enough for the redirect that follows. */
const SECONDS = 60;

/** The cookie that leaves a notice, as a header or `document.cookie` has it; without a name, the one that takes it away. */
export function noticeCookie(name?: string): string {
  return `${NOTICE_COOKIE}=${name ?? ''}; Path=/; Max-Age=${name ? SECONDS : 0}; SameSite=Lax`;
}
