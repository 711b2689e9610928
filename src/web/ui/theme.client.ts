/** Light or dark, as this browser chose last. `public/theme.js` does the same before the first paint. */
export type Theme = 'light' | 'dark';

const KEY = 'tenure.theme';

/** What this browser chose last, if it ever did; storage that is blocked counts as never. */
export function storedTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Shows a theme without remembering it, as when the account's own setting arrives. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#12110f' : '#faf9f6');
}

/** Shows a theme and remembers it for this browser. Where storage is blocked it holds until the page is left. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser that refuses storage still shows what was chosen.
  }
}
