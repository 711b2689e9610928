/** A form's open tab, stored in the URL (`?tab=`) for reload and Back. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FormTabList, tabNamed } from './form-tabs.ts';

type Settings<Name extends string> = {
  tabs: FormTabList<Name>;
  tabOf: (field: string) => Name;
};

export type OpenTab<Name extends string> = Settings<Name> & {
  tab: Name;
  open: (tab: Name) => void;
  reveal: (field: string) => void;
};

/** Pass `reveal` to the form's hook, and the result to `FormTabs`. The route validates `onlyText('tab')`. */
export function useFormTabs<Name extends string>({ tabs, tabOf }: Settings<Name>): OpenTab<Name> {
  const { tab: tabParam } = useSearch({ strict: false });
  const navigate = useNavigate();
  // Stored separately from the URL, so that focusing a field does not wait for the navigation.
  const [tab, setTab] = useState(() => tabNamed(tabs, tabParam));
  const current = useRef(tab); // a save may end after another tab was opened
  const open = (next: Name) => {
    if (next === current.current) return;
    current.current = next;
    flushSync(() => setTab(next));
    // The URL omits the first tab, which is the default.
    const search = next === tabs[0].value ? {} : { tab: next };
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  return { tabs, tabOf, tab, open, reveal: (field) => open(tabOf(field)) };
}
