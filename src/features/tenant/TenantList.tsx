/** /dashboard/tenants: all tenants, with search, filter and sort in the address, as cards or as a table. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { EmptyList } from '../../web/records/EmptyList.tsx';
import { ListPage } from '../../web/records/ListPage.tsx';
import { House } from '../../web/ui/brand/House.tsx';
import { useListView } from '../../web/ui/table/view.client.ts';
import { countLine, TENANT } from './labels.ts';
import { tenants } from './queries.client.ts';
import { filterOf, isNarrowed, type TenantListSearch } from './search-params.ts';
import { SHAPE_OF_CARD, TenantCards } from './TenantCards.tsx';
import { TenantDeleteDialog } from './TenantDeleteDialog.tsx';
import { SHAPE_OF_ROW, TenantTable } from './TenantTable.tsx';
import { TenantToolbar } from './TenantToolbar.tsx';
import type { Tenant } from './tenant.ts';

const route = getRouteApi('/dashboard/tenants');
const ADD = '/dashboard/tenants/add';

export function TenantList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [view, setView] = useListView('tenants');
  const narrowed = isNarrowed(search);
  /** Stays while its question closes. */
  const [asked, setAsked] = useState<Tenant>();
  const [asking, setAsking] = useState(false);

  const change = useCallback(
    (next: Partial<TenantListSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );
  const ask = (tenant: Tenant) => {
    setAsked(tenant);
    setAsking(true);
  };

  return (
    <>
      <ListPage
        title="Tenants"
        countLine={countLine}
        list={tenants.usePages(filterOf(search))}
        words={{ loading: 'Loading tenants...', failed: TENANT.failedToList }}
        add={{ to: ADD, words: 'Add Tenant' }}
        narrowed={narrowed}
        toolbar={<TenantToolbar search={search} onChange={change} view={view} onView={setView} />}
        empty={
          <EmptyList
            title="No tenants found"
            words="Start with a name and the property they live in. You can change everything later."
            drawing={<House type="flat" seed="" />}
            add={{ to: ADD, words: 'Add a tenant' }}
            narrowed={narrowed}
            onClear={() => change({ q: undefined, state: undefined })}
          />
        }
        view={view}
        placeholder={{ card: SHAPE_OF_CARD, row: SHAPE_OF_ROW }}
      >
        {(listed) =>
          view === 'cards' ? <TenantCards {...listed} onDelete={ask} /> : <TenantTable {...listed} onDelete={ask} />
        }
      </ListPage>
      {asked && (
        <TenantDeleteDialog
          tenant={asked}
          open={asking}
          onOpenChange={setAsking}
          question={`Are you sure you want to delete ${asked.name}? This action cannot be undone.`}
          failed={TENANT.failedToDelete}
        />
      )}
    </>
  );
}
