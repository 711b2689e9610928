/** Which tab of the property form is open: kept in the address, so that a reload and Back come back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FormTab, tabNamed, tabOf } from './form-tabs.ts';

export function useFormTab() {
  const { tab: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  // Ahead of the address, which follows: whoever is led to a field does not wait for it.
  const [tab, setTab] = useState(() => tabNamed(asked));
  const current = useRef(tab); // a save that was begun in one tab may end in another
  const open = (next: FormTab) => {
    if (next === current.current) return;
    current.current = next;
    flushSync(() => setTab(next));
    // The plain form has the plain address.
    const search = next === 'basic-details' ? {} : { tab: next };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return { tab, open, reveal: (field: string) => open(tabOf(field)) };
}
