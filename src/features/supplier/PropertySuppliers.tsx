/** On the page of a property: who looks after it, linked and unlinked there. */
import { createLink } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { RecordPicker } from '../../web/records/RecordPicker.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { SupplierLogo } from './SupplierList.tsx';
import { PATHS, useLink, useSuppliersAt } from './supplier.client.ts';
import { linksSummary, type Supplier, TEXTS } from './supplier.ts';

const LeadingRow = createLink(RowLink);

export function PropertySuppliers({ propertyId }: { propertyId: string }) {
  const list = useSuppliersAt(propertyId);
  const { error, busy, retry } = useRetry(list);
  const card = useRef<HTMLElement>(null);
  const all = list.data?.pages.flatMap(({ items }) => items);
  const linking = useLink(propertyId, 'link');
  const unlinking = useLink(propertyId, 'unlink');
  // The button that had the focus is gone.
  const focusSearch = () => card.current?.querySelector('input')?.focus();
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
                  onClick={() => unlinking.mutate(supplier, { onSuccess: focusSearch })}
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
    </Card>
  );
}

const PICKER = {
  placeholder: 'Link a supplier: name or service',
  failed: TEXTS.listFailed,
  none: TEXTS.empty,
  add: { to: PATHS.add, words: TEXTS.addFirst },
} as const;

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
  return { before: linksSummary(count), after: linksSummary(count, true) };
}
