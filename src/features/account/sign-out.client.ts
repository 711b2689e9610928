/** Signing out: the session ends on the server, and this browser forgets. */
import { api, done, holdRequests } from '../../web/api.client.ts';
import { forgetDrafts } from '../../web/drafts.client.ts';
import { leaveFor, mayLeave } from '../../web/leave.client.ts';
import { queryClient } from '../../web/query.client.ts';
import { chooseTheme, storedTheme } from '../../web/ui/theme.client.ts';
import { toast } from '../../web/ui/toast.client.ts';
import { tellOtherTabs } from './news.client.ts';
import { accountSentence } from './queries.client.ts';

/** Asks first where something is unsaved. `to` is '/' from the menu, '/login' for another account. Says so if it failed. */
export async function signOut({ to }: { to: '/' | '/login' }): Promise<void> {
  if (!(await mayLeave())) return;
  const theme = storedTheme();
  // What is read meanwhile would be answered that nobody is signed in. If all goes well it is never asked for.
  const goOn = holdRequests();
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
  // The server's answer empties the storage; how a browser is to look is nobody's secret.
  if (theme) chooseTheme(theme);
  tellOtherTabs({ what: 'signed-out' });
  leaveFor(to);
}
