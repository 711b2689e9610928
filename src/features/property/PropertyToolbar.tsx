/** Above the list: search as you type, status, sort, and cards or table. */
import { useCallback } from 'react';
import { ListToolbar } from '../../web/records/ListToolbar.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import type { ListView } from '../../web/ui/table/list-view.client.ts';
import { SORT_OPTIONS, STATUS_OPTIONS } from './labels.ts';
import { PropertyListSearch } from './search-params.ts';

type Props = {
  search: PropertyListSearch;
  onChange: (next: Partial<PropertyListSearch>) => void;
  view: ListView;
  onView: (view: ListView) => void;
};

export function PropertyToolbar({ search, onChange, view, onView }: Props) {
  const look = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  return (
    <ListToolbar
      label="Properties"
      search={{ label: 'Search properties', placeholder: 'Search address, city or type' }}
      q={search.q}
      onSearch={look}
      view={view}
      onView={onView}
    >
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
    </ListToolbar>
  );
}
