/** Deleting the account: everything goes on the server, and this browser forgets what it kept of it. */

import { forgetDrafts } from '../../web/forms/drafts.client.ts';
import { leaveForFrontPage } from '../../web/forms/leave.client.ts';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import type { AccountRemoval } from './account.ts';
import { tellOtherTabs } from './broadcast.client.ts';
import { clearBrowser } from './browser-storage.client.ts';

/** Throws AppError if nothing was deleted. Else it never comes back: the page is left for the front page, which says so. */
export async function removeAccount(input: AccountRemoval): Promise<void> {
  await withSession(() => done(api.account.remove.$post({ json: input })));
  forgetDrafts();
  clearBrowser();
  tellOtherTabs({ what: 'signed-out' });
  leaveForFrontPage('account-deleted');
  await new Promise(() => {});
}
