/** /dashboard/properties: all properties, with search, filter and sort in the address, as cards or as a table. */
import { getRouteApi } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useCallback } from 'react';
import { LinkButton } from '../../web/links.client.ts';
import { useListView } from '../../web/ui/list-view.client.ts';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { filterOf, isNarrowed, type PropertyListSearch } from './list-search.ts';
import { NoProperties } from './NoProperties.tsx';
import { PropertyPages } from './PropertyPages.tsx';
import { PropertyToolbar } from './PropertyToolbar.tsx';
import { properties } from './queries.client.ts';
import { countLine } from './words.ts';

const route = getRouteApi('/dashboard/properties');

export function PropertyList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [view, setView] = useListView('properties');
  const list = properties.usePages(filterOf(search));
  const total = list.data?.pages[0]?.total;
  const narrowed = isNarrowed(search);

  const change = useCallback(
    (next: Partial<PropertyListSearch>) => {
      void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false });
    },
    [navigate],
  );

  return (
    <>
      <PageHead
        title="Properties"
        line={<output>{total === undefined ? '\u00a0' : countLine(total)}</output>}
        actions={<AddProperty className="max-md:hidden" />}
      />
      {(total !== 0 || narrowed) && <PropertyToolbar search={search} onChange={change} view={view} onView={setView} />}
      {total === 0 ? (
        <NoProperties narrowed={narrowed} onClear={() => change({ q: undefined, status: undefined })} />
      ) : (
        <PropertyPages list={list} view={view} />
      )}
      <div className="md:hidden">
        <div className="h-12" />
        <div className="fixed inset-x-0 bottom-0 z-30 bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-bar">
          <AddProperty className="w-full" />
        </div>
      </div>
    </>
  );
}

/** Above the list; on a phone at the foot of the window, within reach of the thumb. */
function AddProperty({ className }: { className: string }) {
  return (
    <LinkButton to="/dashboard/properties/add" variant="primary" icon={Plus} className={className}>
      Add Property
    </LinkButton>
  );
}
