import { applyTheme, chooseTheme, storedTheme } from '../ui/theme.client.ts';

/** Applies a theme that was changed in another tab, or while this page was in the back/forward cache. */
export function followTheme(): void {
  const replay = () => applyTheme(storedTheme() ?? 'light');
  addEventListener('pageshow', replay);
  addEventListener('storage', replay);
}

export type AccountMessage = { what: 'signed-in' | 'signed-out' };

export const accountChannel = new BroadcastChannel('tenure.account');

export const notifyOtherTabs: (news: AccountMessage) => void = accountChannel.postMessage.bind(accountChannel);

/** Signs out as the app does. Storage is cleared except the theme. Returns whether the person is signed out. */
export async function signOutOfPage(to: string): Promise<boolean> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' }).catch(() => null);
  if (!answer?.ok) return false;
  const theme = storedTheme();
  try {
    localStorage.clear();
  } catch {}
  if (theme) chooseTheme(theme);
  notifyOtherTabs({ what: 'signed-out' });
  location.assign(to);
  return true;
}

export const STILL_SIGNED_IN = 'You are still signed in. Try again.';
