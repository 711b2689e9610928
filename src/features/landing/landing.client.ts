/** The public pages' only script. Each page is complete without it: it closes the menu, shows a notice once, keeps the theme, signs out. */

import { takeNotice } from '../../web/forms/notice.ts';
import { applyTheme, chooseTheme, storedTheme } from '../../web/ui/theme.client.ts';

closeMenuAfterUse();
showNotice();
keepTheme();
offerSignOut();

/** The menu is a <details>, which stays open by itself after a link within the page, a click elsewhere, or Escape. */
function closeMenuAfterUse(): void {
  const menu = document.querySelector<HTMLDetailsElement>('details.menu');
  if (!menu) return;
  const summary = menu.querySelector('summary');
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !summary?.contains(target)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    summary?.focus();
  });
}

/** Shown a moment after loading: screen readers do not announce what a live region already held by then. */
function showNotice(): void {
  const { pathname, search, hash } = location;
  const taken = takeNotice({ shelf: () => sessionStorage, search });
  if (taken.search !== search) history.replaceState(null, '', pathname + taken.search + hash);
  const asleep = document.getElementById(`notice-${taken.name}`);
  if (!(asleep instanceof HTMLTemplateElement)) return;
  setTimeout(() => {
    const notices = document.querySelector('.notices');
    notices?.append(asleep.content.cloneNode(true));
    notices?.querySelector('button')?.addEventListener('click', () => notices.replaceChildren());
  }, 300);
}

/** `/theme.js` sets the theme while a page loads; one that comes back from memory, or stands in another tab, hears of a change here. */
function keepTheme(): void {
  const replay = () => applyTheme(storedTheme() ?? 'light');
  addEventListener('pageshow', replay);
  addEventListener('storage', replay);
}

/** As the app does it: the server ends the session, this browser forgets all but the theme, and open tabs of the app leave. */
function offerSignOut(): void {
  document.getElementById('sign-out')?.addEventListener('click', () => void signOut());
}

async function signOut(): Promise<void> {
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' }).catch(() => null);
  if (!answer?.ok) {
    const failure = document.querySelector('.still-open [role="alert"]');
    failure?.replaceChildren('You are still signed in. Please try again.');
    return;
  }
  const theme = storedTheme();
  try {
    localStorage.clear();
  } catch {
    // A browser that refuses storage holds nothing.
  }
  if (theme) chooseTheme(theme);
  const channel = new BroadcastChannel('tenure.account');
  const tellOtherTabs = channel.postMessage.bind(channel);
  tellOtherTabs({ what: 'signed-out' });
  location.assign('/');
}
