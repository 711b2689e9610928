/** Which tab of a form is open: kept in the address (`?tab=`), so that a reload and Back come back to it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FormTabList, tabNamed } from './form-tabs.ts';

type Settings<Name extends string> = {
  tabs: FormTabList<Name>;
  /** In which tab a field lies, by its name. */
  tabOf: (field: string) => Name;
};

export type OpenTab<Name extends string> = Settings<Name> & {
  tab: Name;
  open: (tab: Name) => void;
  reveal: (field: string) => void;
};

/** `reveal` is for the form's hook, all of it for `FormFrame`. The route needs `validateSearch: onlyText('tab')`. */
export function useFormTabs<Name extends string>({ tabs, tabOf }: Settings<Name>): OpenTab<Name> {
  const { tab: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  // Ahead of the address, which follows: focusing a field does not wait for the navigation.
  const [tab, setTab] = useState(() => tabNamed(tabs, asked));
  const current = useRef(tab); // a save that was begun in one tab may end in another
  const open = (next: Name) => {
    if (next === current.current) return;
    current.current = next;
    flushSync(() => setTab(next));
    // The plain form has the plain address.
    const search = next === tabs[0].value ? {} : { tab: next };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return { tabs, tabOf, tab, open, reveal: (field) => open(tabOf(field)) };
}
