import { clearDrafts } from '../../../web/forms/drafts.client.ts';
import { confirmLeave, navigateAway } from '../../../web/forms/leave.client.ts';
import { notifyOtherTabs } from '../../../web/forms/plain-page.client.ts';
import { api, done, pauseRequests } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { chooseTheme, storedTheme } from '../../../web/ui/theme.client.ts';
import { accountSentence } from './sign-in.client.ts';

/** Asks for confirmation if there are unsaved changes. `to` is '/login' or '/join' if another person signs in next. */
export async function signOut({ to }: { to: '/' | '/login' | `/join?token=${string}` }): Promise<void> {
  if (!(await confirmLeave())) return;
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
  clearDrafts();
  clearBrowser();
  // The theme is not private, so it is retained.
  if (theme) chooseTheme(theme);
  notifyOtherTabs({ what: 'signed-out' });
  navigateAway(to);
}

export function clearBrowser(): void {
  for (const storage of [() => window.localStorage, () => window.sessionStorage]) {
    try {
      storage().clear();
    } catch {
      // The browser blocks its storage, which is therefore empty.
    }
  }
}
