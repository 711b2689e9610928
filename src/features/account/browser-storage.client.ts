/** What this browser keeps by itself: drafts, how lists are shown, the theme. The server's records are elsewhere. */

/** Takes all of it away. A browser that refuses storage keeps nothing to begin with. */
export function clearBrowser(): void {
  for (const shelf of [() => window.localStorage, () => window.sessionStorage]) {
    try {
      shelf().clear();
    } catch {
      // Refused: then nothing was ever written there.
    }
  }
}
