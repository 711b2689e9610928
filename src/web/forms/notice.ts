/**
 * A notice that a public page shows once after a redirect: a name of this list in a cookie, which the server takes away as it answers
 * with its words. Never in the address, which anybody could write and everybody can send on.
 */
const PLACES = { 'trial-expired': '#pricing', 'account-deleted': '', 'enquiry-sent': '#contact' };
export type NoticeName = keyof typeof PLACES;

export const NOTICE_COOKIE = 'tenure.notice';
/** Long enough for the redirect that follows. */
const SECONDS = 60;

/** The cookie that leaves a notice, as a header or `document.cookie` has it; without a name, the one that takes it away. */
export function noticeCookie(name?: NoticeName): string {
  return `${NOTICE_COOKIE}=${name ?? ''}; Path=/; Max-Age=${name ? SECONDS : 0}; SameSite=Lax`;
}

/** Where on the front page the notice belongs. */
export function noticePlace(name: NoticeName): string {
  return `/${PLACES[name]}`;
}

/** The name in a cookie's value, if the list has it. */
export function noticeNamed(value: string | undefined): NoticeName | undefined {
  return value !== undefined && Object.hasOwn(PLACES, value) ? (value as NoticeName) : undefined;
}
