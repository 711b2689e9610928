/** On the page of a property: who looks after it, linked and unlinked there. */
import { useMutation } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useRetry } from '../../web/http/retry.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { IconButton } from '../../web/ui/display/IconButton.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { linksGo, linksWent } from './labels.ts';
import { linkSupplier, unlinkSupplier, useSuppliersAt } from './queries.client.ts';
import { SupplierLogo } from './SupplierLogo.tsx';
import { SupplierPicker } from './SupplierPicker.tsx';
import type { Supplier } from './supplier.ts';

const LeadingRow = createLink(RowLink);

export function SuppliersOfProperty({ propertyId }: { propertyId: string }) {
  const list = useSuppliersAt(propertyId);
  const { error, busy, retry } = useRetry(list);
  const card = useRef<HTMLElement>(null);
  const all = list.data?.pages.flatMap(({ items }) => items);
  const linking = useMutation({ mutationFn: ({ id }: Supplier) => linkSupplier({ supplierId: id, propertyId }) });
  const unlinking = useMutation({
    mutationFn: ({ id }: Supplier) => unlinkSupplier({ supplierId: id, propertyId }),
    // The button that had the focus is gone.
    onSuccess: () => card.current?.querySelector('input')?.focus(),
  });
  return (
    <Card ref={card} aria-labelledby="suppliers">
      <CardHead id="suppliers" title="Suppliers" />
      {!all && !error && <Placeholder />}
      {error && (
        <Banner
          tone="red"
          role="alert"
          className="m-4"
          action={
            <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
              Retry
            </Button>
          }
        >
          Failed to load suppliers. {error.message}
        </Banner>
      )}
      {all?.length === 0 && <p className="px-5 pt-4 text-ink-2 max-md:px-4">No suppliers yet</p>}
      {all && all.length > 0 && (
        <Rows label="Suppliers">
          {all.map((supplier) => (
            <Row
              key={supplier.id}
              lead={<SupplierLogo supplier={supplier} />}
              line={supplier.serviceType}
              end={
                <IconButton
                  icon={X}
                  label={`Unlink ${supplier.name}`}
                  className="relative z-1"
                  disabled={unlinking.isPending}
                  onClick={() => unlinking.mutate(supplier)}
                />
              }
            >
              <LeadingRow to="/dashboard/suppliers/$id" params={{ id: supplier.id }}>
                <bdi>{supplier.name}</bdi>
              </LeadingRow>
            </Row>
          ))}
        </Rows>
      )}
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
          <SupplierPicker aria-label="Link a supplier" leftOut={all.map(({ id }) => id)} onChoose={linking.mutate} />
        </div>
      )}
    </Card>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading suppliers..." className="flex items-center gap-3 px-5 py-3 max-md:px-4">
      <Skeleton className="size-8 flex-none rounded-control!" />
      <Skeleton className="h-4 w-1/2" />
    </Loading>
  );
}

/** When a property is deleted: how many links to suppliers go with it, before and after. */
export function useLinksThatGo(propertyId: string): { before: string; after: string } {
  const { data } = useSuppliersAt(propertyId);
  if (!data) return { before: 'Its links to suppliers go with it.', after: 'Its links to suppliers went with it.' };
  const count = data.pages[0]?.total ?? 0;
  return { before: linksGo(count), after: linksWent(count) };
}
