/** Makes Base UI's focus guards honest for checkers and screen readers. */

/**
 * The guards around an open menu are focusable and hidden from screen readers at once, which WCAG 4.1.2 forbids. They are
 * empty and pass focus on, so nothing is lost when they are not hidden. Some come after the menu itself, so the page is
 * watched while it is open. Returns what stops watching.
 */
export function showFocusGuards(): () => void {
  const show = () => {
    for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
      guard.removeAttribute('aria-hidden');
  };
  show();
  const watcher = new MutationObserver(show);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
