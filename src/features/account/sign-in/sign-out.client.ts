/** Signing out: the session ends on the server, and this browser forgets. */
import { forgetDrafts } from '../../../web/forms/drafts.client.ts';
import { leaveForUrl, mayLeave } from '../../../web/forms/leave.client.ts';
import { tellOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done, pauseRequests } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { chooseTheme, storedTheme } from '../../../web/ui/theme.client.ts';
import { accountSentence } from './sign-in.client.ts';

/** Asks first where something is unsaved. `to` is '/' from the menu, '/login' for another account. Says so if it failed. */
export async function signOut({ to }: { to: '/' | '/login' }): Promise<void> {
  if (!(await mayLeave())) return;
  const theme = storedTheme();
  // A read during signing out would be answered 401.
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
  // How a browser is to look is nobody's secret.
  if (theme) chooseTheme(theme);
  tellOtherTabs({ what: 'signed-out' });
  leaveForUrl(to);
}

/** Empties the browser's storage. A browser that refuses storage holds nothing to begin with. */
export function clearBrowser(): void {
  for (const shelf of [() => window.localStorage, () => window.sessionStorage]) {
    try {
      shelf().clear();
    } catch {
      // Refused: then nothing was ever written there.
    }
  }
}
