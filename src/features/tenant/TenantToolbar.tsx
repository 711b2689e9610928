/** Above the list: search as you type, lease status, sort, and cards or table. */
import { useCallback } from 'react';
import { ListToolbar } from '../../web/records/ListToolbar.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import type { ListView } from '../../web/ui/table/view.client.ts';
import { SORT_OPTIONS, STATE_OPTIONS } from './labels.ts';
import { TenantListSearch } from './search-params.ts';

type Props = {
  search: TenantListSearch;
  onChange: (next: Partial<TenantListSearch>) => void;
  view: ListView;
  onView: (view: ListView) => void;
};

export function TenantToolbar({ search, onChange, view, onView }: Props) {
  const look = useCallback((q: string | undefined) => onChange({ q }), [onChange]);
  return (
    <ListToolbar
      label="Tenants"
      search={{ label: 'Search tenants', placeholder: 'Search name, email or property' }}
      q={search.q}
      onSearch={look}
      view={view}
      onView={onView}
    >
      <Select
        aria-label="Lease status"
        placeholder="All statuses"
        options={STATE_OPTIONS}
        value={search.state ?? ''}
        onChange={(event) => onChange({ state: TenantListSearch.parse({ state: event.target.value }).state })}
      />
      <Select
        aria-label="Sort"
        options={SORT_OPTIONS}
        value={search.sort ?? 'name'}
        onChange={(event) => onChange({ sort: TenantListSearch.parse({ sort: event.target.value }).sort })}
      />
    </ListToolbar>
  );
}
