/** Keyboard shortcuts of a list on a page, for moving and for the focused row. */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';

const TYPED_INTO = 'select, textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])';

/**
 * `press` receives the key ('a', 'Shift+A'), and whether the focus is in `region` or not yet on a control. It returns
 * true if it handled the key. Not called in text fields, for arrows in other controls, or for a held letter.
 */
export function usePageKeys(
  region: RefObject<HTMLElement | null>,
  press: (key: string, inside: boolean) => boolean,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented, repeat } = event;
    if (!(target instanceof HTMLElement) || defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (repeat && !key.startsWith('Arrow')) return;
    if (target.matches(TYPED_INTO) || (target instanceof HTMLInputElement && key.startsWith('Arrow'))) return;
    if (target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
    const inside = target === document.body || target.matches('h1') || region.current?.contains(target) === true;
    const named = key.length > 1 ? key : shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
    if (press(named, inside)) event.preventDefault();
  });
  // Before the rows are painted, so that early keys are not lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** The same as for app-wide two-letter shortcuts. */
const PAUSE_MS = 1500;

/**
 * Whether a key completes an app-wide shortcut ('g d', 'a s'), which takes precedence over a page's single letters.
 * `begins`: called with 'g' or 'a' if the page has no use for it.
 */
export function useSequences() {
  const begun = useRef(Number.NEGATIVE_INFINITY);
  return {
    ends: () => {
      const ends = performance.now() - begun.current < PAUSE_MS;
      begun.current = Number.NEGATIVE_INFINITY;
      return ends;
    },
    begins: (key: string) => {
      if (key === 'g' || key === 'a') begun.current = performance.now();
    },
  };
}
