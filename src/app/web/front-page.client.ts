/** Leaving the app for the front page, which says why. */
import { leaveNotice, type NoticeName } from '../../features/landing/notice.ts';
import { leaveForUrl } from '../../web/forms/leave.client.ts';

export function toFrontPage(why: NoticeName): void {
  leaveForUrl(leaveNotice(why, () => window.sessionStorage));
}
