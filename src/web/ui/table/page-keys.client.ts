/** Keys of a list on a page: each moves, or does something with the row that has the focus. */
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';

const TYPED_INTO = 'select, textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])';

/**
 * `press` gets the key, 'a' or 'Shift+A', and whether the focus is in `region` or not on a control yet, as on arrival at a page; it returns
 * whether it used the key. Not called where keys are typed, for arrows that move a choice, or for a letter that is held down.
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
  // Before the rows are seen, so that no key is lost that is pressed on them.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
