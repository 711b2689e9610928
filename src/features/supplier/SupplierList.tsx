/** /dashboard/suppliers: the firms a landlord calls, with search, filter and sort in the address, as cards or as a table. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { EmptyList } from '../../web/records/EmptyList.tsx';
import { RecordList } from '../../web/records/RecordList.tsx';
import { useListView } from '../../web/ui/table/list-view.client.ts';
import { countLine } from './labels.ts';
import { suppliers } from './queries.client.ts';
import { SHAPE_OF_CARD, SupplierCards } from './SupplierCards.tsx';
import { SHAPE_OF_ROW, SupplierTable } from './SupplierTable.tsx';
import { SupplierToolbar } from './SupplierToolbar.tsx';
import { filterOf, isNarrowed, type SupplierListSearch } from './search-params.ts';

const route = getRouteApi('/dashboard/suppliers');
const ADD = '/dashboard/suppliers/add';

export function SupplierList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [view, setView] = useListView('suppliers');
  const narrowed = isNarrowed(search);

  const change = useCallback(
    (next: Partial<SupplierListSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );

  return (
    <RecordList
      title="Suppliers"
      countLine={countLine}
      list={suppliers.usePages(filterOf(search))}
      words={{ loading: 'Loading suppliers...', failed: 'Failed to load suppliers' }}
      add={{ to: ADD, words: 'Add Supplier' }}
      narrowed={narrowed}
      toolbar={<SupplierToolbar search={search} onChange={change} view={view} onView={setView} />}
      empty={
        <EmptyList
          title="No suppliers found"
          words="Keep the people you call here: the plumber, the electrician, the cleaners."
          add={{ to: ADD, words: 'Add a supplier' }}
          narrowed={narrowed}
          onClear={() => change({ q: undefined, serviceType: undefined })}
        />
      }
      view={view}
      placeholder={{ card: SHAPE_OF_CARD, row: SHAPE_OF_ROW }}
    >
      {(listed) => (view === 'cards' ? <SupplierCards {...listed} /> : <SupplierTable {...listed} />)}
    </RecordList>
  );
}
