/** What the pages that are complete HTML do in the browser besides their own: the theme held, signing out, other tabs told. */
import { applyTheme, chooseTheme, storedTheme } from '../ui/theme.client.ts';

/** The theme is set while a page loads; one that comes back from memory, or stands in another tab, hears of a change here. */
export function keepTheme(): void {
  const replay = () => applyTheme(storedTheme() ?? 'light');
  addEventListener('pageshow', replay);
  addEventListener('storage', replay);
}

export type AccountNews = { what: 'signed-in' | 'signed-out' };

/** The tabs of one browser tell each other when somebody signs in or out. */
export const accountChannel = new BroadcastChannel('tenure.account');

export const tellOtherTabs: (news: AccountNews) => void = accountChannel.postMessage.bind(accountChannel);

/** As the app does it: the server ends the session, this browser forgets all but the theme, and other tabs leave. Says whether it was done. */
export async function signOutOfPage(to: string): Promise<boolean> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' }).catch(() => null);
  if (!answer?.ok) return false;
  const theme = storedTheme();
  try {
    localStorage.clear();
  } catch {
    // A browser that refuses storage holds nothing.
  }
  if (theme) chooseTheme(theme);
  tellOtherTabs({ what: 'signed-out' });
  location.assign(to);
  return true;
}

export const STILL_SIGNED_IN = 'You are still signed in. Please try again.';
