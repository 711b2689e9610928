/** Whether the window is a phone's: for what is not only arranged differently there, but another control. */
import { useSyncExternalStore } from 'react';

/** As table.css and the `max-md` of our classes have it. */
const NARROW = window.matchMedia('(max-width: 767px)');

export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => NARROW.matches);
}

function watch(changed: () => void): () => void {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
}
