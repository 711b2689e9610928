/** On the page of a property: who looks after it, linked and unlinked there. */
import { api, read } from '../../web/http/api.client.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { SupplierLogo } from './SupplierList.tsx';
import { PATHS, useLink, useSuppliersAt } from './supplier.client.ts';
import { linksSummary, type Supplier, TEXTS } from './supplier.ts';

const PICKER = {
  placeholder: 'Link a supplier: name or service',
  failed: TEXTS.listFailed,
  none: TEXTS.empty,
  add: { to: PATHS.add, words: TEXTS.addFirst },
} as const;

export function PropertySuppliers({ propertyId }: { propertyId: string }) {
  const list = useSuppliersAt(propertyId);
  const all = list.data?.pages.flatMap(({ items }) => items);
  const linking = useLink(propertyId, 'link');
  const unlinking = useLink(propertyId, 'unlink');
  return (
    <LinkedRecords
      title={TEXTS.title}
      items={all?.map((supplier) => ({
        id: supplier.id,
        name: supplier.name,
        line: supplier.serviceType,
        lead: <SupplierLogo supplier={supplier} />,
      }))}
      to={PATHS.one}
      loading={TEXTS.loadingList}
      none="No suppliers yet"
      failed={{ read: list, words: TEXTS.listFailed }}
      onUnlink={(id) => unlinking.mutateAsync({ id })}
      busy={unlinking.isPending}
    >
      {list.hasNextPage && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button
            variant="quiet"
            size="small"
            className="-mx-[10px]"
            busy={list.isFetchingNextPage ? 'Loading...' : undefined}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {all && (
        <div className="px-5 py-4 max-md:px-4">
          <RecordPicker<Supplier>
            aria-label="Link a supplier"
            noun="suppliers"
            find={async (asked, init) =>
              (await read(api.suppliers.$get({ query: { ...asked, sort: 'name' } }, { init }))).items
            }
            asChoice={({ id, name, serviceType }) => ({ id, name, line: serviceType })}
            chosen={null}
            onChange={(supplier) => supplier && linking.mutate(supplier)}
            leftOut={all.map(({ id }) => id)}
            words={PICKER}
          />
        </div>
      )}
    </LinkedRecords>
  );
}

/** When a property is deleted: how many links to suppliers go with it, before and after. */
export function useLinksThatGo(propertyId: string): { before: string; after: string } {
  const { data } = useSuppliersAt(propertyId);
  if (!data) return { before: 'Its links to suppliers go with it.', after: 'Its links to suppliers went with it.' };
  const count = data.pages[0]?.total ?? 0;
  return { before: linksSummary(count), after: linksSummary(count, true) };
}
