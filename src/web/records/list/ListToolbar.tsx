/** Above a list: search as you type, the noun's own filters and sort, and cards or table. */
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows2 from 'lucide-react/icons/rows-2';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { SegmentedControl } from '../../ui/table/SegmentedControl.tsx';
import { SearchField, Toolbar, useSearchText } from '../../ui/table/Toolbar.tsx';
import type { ListView } from '../../ui/table/view.client.ts';

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Rows2 },
] as const;

type Props = {
  /** Names the toolbar: 'Items'. */
  label: string;
  /** What is searched, for screen readers ('Search items'), and the words in the empty field. */
  search: { label: string; placeholder: string };
  /** What the address holds, and its change when typing pauses: the same function in every render. */
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
  /** Whether the rows on the screen are those of `q`: then Enter leads to the first of them. */
  current: boolean;
  /** Left out where there is one view only. */
  view?: ListView;
  onView?: (view: ListView) => void;
  /** At the end, where there is one view only. */
  actions?: ReactNode;
  /** A `Select` for each filter and for the sort. */
  children: ReactNode;
};

export function ListToolbar(props: Props) {
  const { label, search, q = '', onSearch, current, view, onView, actions, children } = props;
  const look = useCallback((typed: string) => onSearch(typed || undefined), [onSearch]);
  const [text, setText, searchNow] = useSearchText(q, look);
  const entered = useRef<string>(undefined);
  // After Enter the rows may still be on their way.
  useEffect(() => {
    if (!current || entered.current !== q) return;
    entered.current = undefined;
    toFirst();
  }, [current, q]);
  const type = (typed: string) => {
    entered.current = undefined;
    setText(typed);
  };
  const enter = () => {
    if (current && text.trim() === q) return toFirst();
    entered.current = text.trim();
    searchNow();
  };
  return (
    <Toolbar
      label={label}
      actions={
        view && onView ? (
          <SegmentedControl legend="View" options={VIEWS} value={view} onChange={onView} className="max-md:w-full" />
        ) : (
          actions
        )
      }
    >
      <SearchField label={search.label} placeholder={search.placeholder} value={text} onChange={type} onEnter={enter} />
      {children}
    </Toolbar>
  );
}

/** The first that was found gets the focus; where nothing was, it stays. */
function toFirst(): void {
  document.querySelector<HTMLElement>('main [data-name]')?.focus();
}
