/** On the page of a property: who looks after it, linked and unlinked there. */
import { deletedAlong } from '../../shared/text.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { TEXTS } from './listed.ts';
import { SupplierLogo } from './SupplierList.tsx';
import { PATHS, suppliers, useLink, useSuppliersAt } from './supplier.client.ts';

export function PropertySuppliers({ propertyId }: { propertyId: string }) {
  const list = useSuppliersAt(propertyId);
  const all = list.data?.pages.flatMap(({ items }) => items);
  const linking = useLink(propertyId, 'link');
  const unlinking = useLink(propertyId, 'unlink');
  return (
    <LinkedRecords
      title={TEXTS.title}
      section
      items={all?.map((one) => ({ ...one, line: one.serviceType, lead: <SupplierLogo supplier={one} /> }))}
      first={3}
      to={PATHS.one}
      loading={TEXTS.loadingList}
      none="No suppliers yet"
      pages={{ list, failed: TEXTS.listFailed }}
      onUnlink={(id) => unlinking.mutateAsync({ id })}
      busy={unlinking.isPending}
    >
      {all && (
        <div className="px-5 py-4 max-md:px-4">
          <RecordPicker
            aria-label="Link a supplier"
            placeholder="Link a supplier: name or service"
            resource={suppliers}
            texts={TEXTS}
            addPath={PATHS.add}
            asChoice={({ id, name, serviceType }) => ({ id, name, line: serviceType })}
            chosen={null}
            onChange={(supplier) => supplier && linking.mutate(supplier)}
            leftOut={all.map(({ id }) => id)}
          />
        </div>
      )}
    </LinkedRecords>
  );
}

/** When a property is deleted: the links to suppliers that are deleted with it, before and after. */
export function useSupplierLinks(propertyId: string): { before: string; after: string } {
  const { data } = useSuppliersAt(propertyId);
  if (!data)
    return { before: 'Its links to suppliers will be deleted too.', after: 'Its links to suppliers were deleted too.' };
  const links = [[data.pages[0]?.total ?? 0, 'supplier link']] as const;
  return { before: deletedAlong(links), after: deletedAlong(links, true) };
}
