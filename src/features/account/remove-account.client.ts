/** Deleting the account: everything goes on the server, and this browser forgets what it kept of it. */
import { api, done } from '../../web/api.client.ts';
import { forgetDrafts } from '../../web/drafts.client.ts';
import { toFrontPage } from '../../web/front-page.client.ts';
import { saving } from '../../web/save.client.ts';
import type { AccountRemoval } from './account.ts';
import { clearBrowser } from './browser-storage.client.ts';
import { tellOtherTabs } from './news.client.ts';

/** Throws AppError if nothing was deleted. Else it never comes back: the page is left for the front page, which says so. */
export async function removeAccount(input: AccountRemoval): Promise<void> {
  await saving(() => done(api.account.remove.$post({ json: input })));
  forgetDrafts();
  clearBrowser();
  tellOtherTabs({ what: 'signed-out' });
  toFrontPage('account-deleted');
  await new Promise(() => {});
}
