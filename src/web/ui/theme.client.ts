/** The theme that was last chosen in this browser. `public/theme.js` applies it before the first paint. */
export type Theme = 'light' | 'dark';

const KEY = 'tenure.theme';

/** Returns the stored theme, or undefined if there is none or storage is blocked. */
export function storedTheme(): Theme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Applies a theme without storing it, for example when the account's setting arrives. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#12110f' : '#faf9f6');
}

/** Applies and stores a theme. Without storage, the theme lasts until the page is left. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {}
}
