/** Keys of a list on a page: each moves, or does something with the row that has the focus. */
import { type RefObject, useEffect, useEffectEvent } from 'react';

const TYPED_INTO = 'select, textarea, [contenteditable=true], input:not([type=checkbox], [type=radio])';

/**
 * `press` is told which key, 'a' or 'Shift+A', and whether the focus is in `region` or nowhere; it says whether the key was for it. Not
 * where keys are typed, and arrows not where they move a choice.
 */
export function usePageKeys(
  region: RefObject<HTMLElement | null>,
  press: (key: string, inside: boolean) => boolean,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!(target instanceof HTMLElement) || defaultPrevented || ctrlKey || metaKey || altKey) return;
    if (target.matches(TYPED_INTO) || (target instanceof HTMLInputElement && key.startsWith('Arrow'))) return;
    if (target.closest('[role=dialog], [role=menu], [role=listbox]')) return;
    const inside = target === document.body || region.current?.contains(target) === true;
    const named = key.length > 1 ? key : shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
    if (press(named, inside)) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
