/** What the page before the app has left to say: shown once, as a toast. */
import { NOTICE_COOKIE, noticeCookie, noticeNamed, noticePlace } from '../../web/forms/notice.ts';
import { NOTICES } from '../../web/forms/notice-texts.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';

/** Once, when the app starts. */
export function sayNotice(): void {
  const [, value] =
    document.cookie
      .split('; ')
      .map((cookie) => cookie.split('='))
      .find(([name]) => name === NOTICE_COOKIE) ?? [];
  const name = noticeNamed(value);
  // Another is for a page that this one is being left for.
  if (!name || noticePlace(name) !== '/dashboard') return;
  Object.assign(document, { cookie: noticeCookie() });
  toast.success(NOTICES[name].text);
}
