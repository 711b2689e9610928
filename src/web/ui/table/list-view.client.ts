/** Cards or table: which of the two a list is shown as, remembered in this browser. */
import { useState } from 'react';

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
