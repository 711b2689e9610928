/** Leaving the app for the front page, which says why. */
import { leaveNotice, type NoticeName } from '../features/landing/notice.ts';
import { leaveFor } from './leave.client.ts';

export function toFrontPage(why: NoticeName): void {
  leaveFor(leaveNotice(why, () => window.sessionStorage));
}
