/** /dashboard/properties: all properties, with search, filter and sort in the address, as cards or as a table. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EmptyList } from '../../../web/records/EmptyList.tsx';
import { ListPage } from '../../../web/records/ListPage.tsx';
import { ListToolbar } from '../../../web/records/ListToolbar.tsx';
import { House } from '../../../web/ui/brand/House.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { type ListView, useListView } from '../../../web/ui/table/view.client.ts';
import { properties } from '../property.client.ts';
import { countLine, PROPERTY_MESSAGES as MESSAGES, SORT_OPTIONS, STATUS_OPTIONS } from '../property.ts';
import { PropertyCards, SHAPE_OF_CARD } from './PropertyCards.tsx';
import { PropertyTable, SHAPE_OF_ROW } from './PropertyTable.tsx';
import { filterOf, isNarrowed, PropertyListSearch } from './search-params.ts';

const route = getRouteApi('/dashboard/properties');
const ADD = '/dashboard/properties/add';

export function PropertyList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [view, setView] = useListView('properties');
  const narrowed = isNarrowed(search);

  const change = useCallback(
    (next: Partial<PropertyListSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );

  return (
    <ListPage
      title="Properties"
      countLine={countLine}
      list={properties.usePages(filterOf(search))}
      words={{ loading: 'Loading properties...', failed: MESSAGES.listFailed }}
      add={{ to: ADD, words: 'Add Property' }}
      narrowed={narrowed}
      toolbar={<PropertyToolbar search={search} onChange={change} view={view} onView={setView} />}
      empty={
        <EmptyList
          title="No properties found"
          words="Start with an address and the rent. You can change everything later."
          drawing={<House type="terraced" seed="" />}
          add={{ to: ADD, words: 'Add a property' }}
          narrowed={narrowed}
          onClear={() => change({ q: undefined, status: undefined })}
        />
      }
      view={view}
      placeholder={{ card: SHAPE_OF_CARD, row: SHAPE_OF_ROW }}
    >
      {(listed) => (view === 'cards' ? <PropertyCards {...listed} /> : <PropertyTable {...listed} />)}
    </ListPage>
  );
}

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
