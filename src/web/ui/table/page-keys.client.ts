import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isTextField, SEQUENCE_TIMEOUT_MS } from './typing.client.ts';

/**
 * `press` receives the key ('a', 'Shift+A'), and whether the focus is in `region` or not yet on a control. It returns
 * true if it handled the key. Not called in text fields, for arrow keys in other controls, or while a letter is held.
 */
export function usePageKeys(
  region: RefObject<HTMLElement | null>,
  press: (key: string, inside: boolean) => boolean,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented, repeat } = event;
    if (!(target instanceof HTMLElement) || defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (repeat && !key.startsWith('Arrow')) return;
    if (isTextField(target) || (target instanceof HTMLInputElement && key.startsWith('Arrow'))) return;
    if (target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
    const inside = target === document.body || target.matches('h1') || region.current?.contains(target) === true;
    const named = key.length > 1 ? key : shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
    if (press(named, inside)) event.preventDefault();
  });
  // Added before the first paint, so that early keys are not lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * The app's two-letter shortcuts ('g d', 'a s') take precedence over a page's single letters. `begins` is called with a
 * key that the page does not use. `ends` returns whether a key completes a shortcut.
 */
export function useSequences() {
  const begun = useRef(Number.NEGATIVE_INFINITY);
  return {
    ends: () => {
      const ends = performance.now() - begun.current < SEQUENCE_TIMEOUT_MS;
      begun.current = Number.NEGATIVE_INFINITY;
      return ends;
    },
    begins: (key: string) => {
      if (key === 'g' || key === 'a') begun.current = performance.now();
    },
  };
}
