/** Above the list: search as you type, service type, sort, and cards or table. */
import { useCallback } from 'react';
import { ListToolbar } from '../../web/records/ListToolbar.tsx';
import { Select } from '../../web/ui/form/Select.tsx';
import type { ListView } from '../../web/ui/table/list-view.client.ts';
import { FIELD_LABELS, SERVICE_OPTIONS, SORT_OPTIONS } from './labels.ts';
import { SupplierListSearch } from './search-params.ts';

type Props = {
  search: SupplierListSearch;
  onChange: (next: Partial<SupplierListSearch>) => void;
  view: ListView;
  onView: (view: ListView) => void;
};

export function SupplierToolbar({ search, onChange, view, onView }: Props) {
  const look = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  const narrow = (chosen: object) => onChange(SupplierListSearch.parse({ ...search, ...chosen }));
  return (
    <ListToolbar
      label="Suppliers"
      search={{ label: 'Search suppliers', placeholder: 'Search suppliers...' }}
      q={search.q}
      onSearch={look}
      view={view}
      onView={onView}
    >
      <Select
        aria-label={FIELD_LABELS.serviceType}
        placeholder="All service types"
        options={SERVICE_OPTIONS}
        value={search.serviceType ?? ''}
        onChange={(event) => narrow({ serviceType: event.target.value })}
      />
      <Select
        aria-label="Sort"
        options={SORT_OPTIONS}
        value={search.sort ?? 'name'}
        onChange={(event) => narrow({ sort: event.target.value })}
      />
    </ListToolbar>
  );
}
