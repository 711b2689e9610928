/** What this browser remembers of a list: cards or table, as it was chosen last, and how many rows there were; a phone has cards only. */
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

export type ListView = 'cards' | 'table';

/** `list` names the list ('properties'). Cards until the other is chosen; storage that is blocked remembers nothing. */
export function useListView(list: string): [ListView, (view: ListView) => void] {
  const key = `tenure.view.${list}`;
  const [view, setView] = useState((): ListView => (stored(key) === 'table' ? 'table' : 'cards'));
  const choose = (next: ListView) => {
    setView(next);
    store(key, next);
  };
  return [view, choose];
}

/** How many placeholders stand for a list that is still on its way: as many as it had last, three before that, twelve at most. */
export function placeholdersOf(list: string): number {
  return Math.min(Number(stored(`tenure.rows.${list}`)) || 3, 12);
}

/** Remembers how many rows of a list have come; undefined while none has. */
export function useRowsSeen(list: string, rows: number | undefined): void {
  useEffect(() => {
    if (rows) store(`tenure.rows.${list}`, String(rows));
  }, [list, rows]);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that refuses storage still shows what was chosen.
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
