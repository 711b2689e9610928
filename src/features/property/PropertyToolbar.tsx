/** Above the list: search as you type, status, sort, and cards or table. */
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows2 from 'lucide-react/icons/rows-2';
import { useCallback } from 'react';
import type { ListView } from '../../web/ui/list-view.client.ts';
import { SearchField } from '../../web/ui/SearchField.tsx';
import { Segment } from '../../web/ui/Segment.tsx';
import { Select } from '../../web/ui/Select.tsx';
import { useSearchText } from '../../web/ui/search-text.client.ts';
import { Toolbar } from '../../web/ui/Toolbar.tsx';
import { PropertyListSearch } from './list-search.ts';
import { SORT_OPTIONS, STATUS_OPTIONS } from './words.ts';

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Rows2 },
] as const;

type Props = {
  search: PropertyListSearch;
  onChange: (next: Partial<PropertyListSearch>) => void;
  view: ListView;
  onView: (view: ListView) => void;
};

export function PropertyToolbar({ search, onChange, view, onView }: Props) {
  const look = useCallback((text: string) => onChange({ q: text || undefined }), [onChange]);
  const [text, setText] = useSearchText(search.q ?? '', look);
  return (
    <Toolbar
      label="Properties"
      actions={<Segment legend="View" options={VIEWS} value={view} onChange={onView} className="max-md:w-full" />}
    >
      <SearchField
        label="Search properties"
        placeholder="Search address, city or type"
        value={text}
        onChange={setText}
      />
      <Select
        aria-label="Status"
        placeholder="All statuses"
        options={STATUS_OPTIONS}
        value={search.status ?? ''}
        onChange={(event) => onChange({ status: PropertyListSearch.parse({ status: event.target.value }).status })}
      />
      <Select
        aria-label="Sort"
        options={SORT_OPTIONS}
        value={search.sort ?? 'newest'}
        onChange={(event) => onChange({ sort: PropertyListSearch.parse({ sort: event.target.value }).sort })}
      />
    </Toolbar>
  );
}
