import { use, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { storeCookie, storedCookie } from '../../forms/notice.client.ts';
import { parseTablesCookie, TABLES_COOKIE, ViewPreferences } from './ViewPreferences.tsx';

export type ListView = 'cards' | 'table';

/**
 * Returns the view of a list ('items'), by default cards, and its setter. Without storage the view is lost on reload.
 */
export function useListView(list: string): [ListView, (view: ListView) => void] {
  const key = `tenure.view.${list}`;
  const { tables } = use(ViewPreferences);
  const [view, setView] = useState(
    (): ListView => ((stored(key) ?? (tables.includes(list) && 'table')) === 'table' ? 'table' : 'cards'),
  );
  const choose = (next: ListView) => {
    setView(next);
    store(key, next);
  };
  useEffect(() => storeViewCookie(list, view), [list, view]);
  return [view, choose];
}

/** Returns the last choice of one of `values`, such as a sort. Undefined at first, and without storage. */
export function useStoredChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | undefined, (value: string) => void] {
  const key = `tenure.choice.${name}`;
  // The server cannot read local storage.
  const last = useSyncExternalStore(
    () => () => {},
    () => stored(key),
    () => null,
  );
  return [values.find((value) => value === last), (value) => store(key, value)];
}

/** Returns the number of placeholders for a loading list: its last number of rows, three at first, at most twelve. */
export function placeholdersOf(list: string): number {
  return Math.min(Number(stored(`tenure.rows.${list}`)) || 3, 12);
}

/** Stores the number of a list's loaded rows, which is undefined while loading. */
export function useStoredRowCount(list: string, rows: number | undefined): void {
  useEffect(() => {
    if (rows) store(`tenure.rows.${list}`, String(rows));
  }, [list, rows]);
}

/** Stores the view in a cookie, as the server cannot read local storage when it renders the next document. */
function storeViewCookie(list: string, view: ListView): void {
  const stored = parseTablesCookie(storedCookie(TABLES_COOKIE));
  if (stored.includes(list) === (view === 'table')) return;
  const tables = view === 'table' ? [...stored, list] : stored.filter((name) => name !== list);
  storeCookie(`${TABLES_COOKIE}=${tables.join('.')}; Path=/dashboard; SameSite=Lax; Max-Age=31536000`);
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
    // Without storage the choice still applies to this page.
  }
}

/** The same as in table.css and `max-md`. */
const NARROW = '(max-width: 767px)';
/** The same as `max-lg`. */
const MEDIUM = '(max-width: 899px)';

export function useNarrow(width: 'md' | 'lg' = 'md'): boolean {
  const { narrow } = use(ViewPreferences);
  const [query] = useState(() =>
    'matchMedia' in globalThis ? matchMedia(width === 'md' ? NARROW : MEDIUM) : undefined,
  );
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        query?.addEventListener('change', changed);
        return () => query?.removeEventListener('change', changed);
      },
      [query],
    ),
    () => query?.matches ?? narrow,
    () => narrow,
  );
}
