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
  label: string;
  search: { label: string; placeholder: string };
  /** The search text in the URL, and its setter, which must be stable. It is called after typing pauses. */
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
  /** Whether the rows match `q`, so that Enter can focus the first row. */
  current: boolean;
  /** Omitted if there is only one view. */
  view?: ListView;
  onView?: (view: ListView) => void;
  actions?: ReactNode;
  children: ReactNode;
};

export function ListToolbar(props: Props) {
  const { label, search, q = '', onSearch, current, view, onView, actions, children } = props;
  const look = useCallback((typed: string) => onSearch(typed || undefined), [onSearch]);
  const [text, setText, searchNow] = useSearchText(q, look);
  const entered = useRef<string>(undefined);
  // After Enter, focuses the first row once the rows have loaded.
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

function toFirst(): void {
  document.querySelector<HTMLElement>('main [data-name]')?.focus();
}
