/** The public pages' only script. Each page is complete without it: it closes the menu, shows a notice once, keeps the theme. */

import { takeNotice } from '../../web/forms/notice.ts';
import { applyTheme, storedTheme } from '../../web/ui/theme.client.ts';

closeMenuAfterUse();
showNotice();
keepTheme();

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
