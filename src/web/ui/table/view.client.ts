/** Cards or table, as this browser chose last; a phone has only one of them. */
import { useCallback, useState, useSyncExternalStore } from 'react';

export type ListView = 'cards' | 'table';

/** `list` names the list ('properties'). Cards until the other is chosen; storage that is blocked remembers nothing. */
export function useListView(list: string): [ListView, (view: ListView) => void] {
  const key = `tenure.view.${list}`;
  const [view, setView] = useState(() => storedView(key));
  const choose = (next: ListView) => {
    setView(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // A browser that refuses storage still shows what was chosen.
    }
  };
  return [view, choose];
}

function storedView(key: string): ListView {
  try {
    return localStorage.getItem(key) === 'table' ? 'table' : 'cards';
  } catch {
    return 'cards';
  }
}

/** As table.css and the `max-md` of our classes have it. */
const NARROW = window.matchMedia('(max-width: 767px)');
/** `max-lg`: a tablet upright. */
const MEDIUM = window.matchMedia('(max-width: 1023px)');

export function useNarrow(width: 'md' | 'lg' = 'md'): boolean {
  const query = width === 'md' ? NARROW : MEDIUM;
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        query.addEventListener('change', changed);
        return () => query.removeEventListener('change', changed);
      },
      [query],
    ),
    () => query.matches,
  );
}
