import { forgetDrafts } from '../../../web/forms/drafts.client.ts';
import { leaveForUrl, mayLeave } from '../../../web/forms/leave.client.ts';
import { tellOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done, pauseRequests } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { chooseTheme, storedTheme } from '../../../web/ui/theme.client.ts';
import { accountSentence } from './sign-in.client.ts';

/** Confirms first if there are unsaved changes. `to` is '/' from the menu, '/login' for another account. */
export async function signOut({ to }: { to: '/' | '/login' }): Promise<void> {
  if (!(await mayLeave())) return;
  const theme = storedTheme();
  // A request during sign-out would return 401.
  const goOn = pauseRequests();
  await queryClient.cancelQueries();
  try {
    await done(api.auth['sign-out'].$post({}, { fetch }));
  } catch (error) {
    goOn();
    void queryClient.invalidateQueries();
    toast.error('You are still signed in', { description: accountSentence(error) });
    return;
  }
  forgetDrafts();
  clearBrowser();
  // The theme is not private.
  if (theme) chooseTheme(theme);
  tellOtherTabs({ what: 'signed-out' });
  leaveForUrl(to);
}

export function clearBrowser(): void {
  for (const shelf of [() => window.localStorage, () => window.sessionStorage]) {
    try {
      shelf().clear();
    } catch {
      // The browser blocks storage, so it is empty.
    }
  }
}
