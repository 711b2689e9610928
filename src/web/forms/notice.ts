/**
 * A notice that the next page shows once: a name of this list in a cookie, which is taken away as its words are shown. Never in the
 * address, which anybody could write and everybody can send on. The words are in notice-texts.ts.
 */
const PLACES = {
  'trial-expired': '/#pricing',
  'account-deleted': '/',
  'enquiry-sent': '/#contact',
  'signed-in': '/dashboard',
  'signed-up': '/dashboard',
  'reset-asked': '/forgot-password',
  'password-changed': '/login',
  'edit-property': '/login',
  'view-property': '/login',
  'edit-tenant': '/login',
  'view-tenant': '/login',
  'add-supplier': '/login',
  'edit-supplier': '/login',
  'view-supplier': '/login',
};
export type NoticeName = keyof typeof PLACES;

export const NOTICE_COOKIE = 'tenure.notice';
/** Long enough for the redirect that follows. */
const SECONDS = 60;

/** The cookie that leaves a notice, as a header or `document.cookie` has it; without a name, the one that takes it away. */
export function noticeCookie(name?: NoticeName): string {
  return `${NOTICE_COOKIE}=${name ?? ''}; Path=/; Max-Age=${name ? SECONDS : 0}; SameSite=Lax`;
}

/** The address that the notice belongs to. */
export function noticePlace(name: NoticeName): string {
  return PLACES[name];
}

/** The name in a cookie's value, if the list has it. */
export function noticeNamed(value: string | undefined): NoticeName | undefined {
  return value !== undefined && Object.hasOwn(PLACES, value) ? (value as NoticeName) : undefined;
}

type AtPage = { notice: NoticeName | undefined; taken: boolean };

/**
 * What a page at this path shows of the cookie's value, and whether the cookie is then taken away. One that belongs to another page stays:
 * another tab may be on its way there.
 */
export function noticeAt(path: string, value: string | undefined): AtPage {
  const named = noticeNamed(value);
  const isHere = named === undefined || noticePlace(named).replace(/#.*/, '') === path;
  return { notice: isHere ? named : undefined, taken: value !== undefined && isHere };
}
