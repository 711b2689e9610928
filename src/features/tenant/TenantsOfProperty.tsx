import { useInfiniteQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { RetryBanner } from '../../web/ui/display/Banner.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { FirstRows, Row, RowLink } from '../../web/ui/table/Rows.tsx';
import { hasMovedOut, leaseLine, leaseState } from './lease.ts';
import { TEXTS } from './listed.ts';
import { LeaseBadge, TenantAvatar } from './TenantParts.tsx';
import { PATHS, tenants } from './tenant.client.ts';
import { keptTenantsText, type Tenant, type TenantQuery } from './tenant.ts';

const LeadingRow = createLink(RowLink);

const ofProperty = (propertyId: string): TenantQuery => ({ q: '', propertyId, sort: 'name' });

/** `assign` is the link to the form for a new tenant. */
export function TenantsOfProperty({ propertyId, assign }: { propertyId: string; assign: ReactNode }) {
  const list = useInfiniteQuery(tenants.list(ofProperty(propertyId)));
  const { error, busy, retry } = useRetry(list);
  const { hasNextPage, isFetching, fetchNextPage } = list;
  // Loads all pages, since current tenants may come after many past ones.
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const today = useToday();
  const all = list.data?.pages.flatMap(({ items }) => items);
  const past = all?.filter(({ movedOut }) => movedOut !== null && hasMovedOut(movedOut, today)) ?? [];
  const current = all?.filter((tenant) => !past.includes(tenant)) ?? [];
  return (
    <Card aria-labelledby="current-tenants">
      <CardHead id="current-tenants" title="Current Tenants">
        {assign}
      </CardHead>
      {!all && !error && <Placeholder />}
      {error && (
        <RetryBanner busy={busy} retry={retry} className="m-4">
          {TEXTS.listFailed}. {error.message}
        </RetryBanner>
      )}
      {current.length > 0 && <TenantRows label="Current Tenants" of={current} today={today} />}
      {all && !hasNextPage && current.length === 0 && (
        <p className="px-5 py-4 text-ink-2 max-md:px-4">{past.length > 0 ? 'No current tenants' : 'No tenants yet'}</p>
      )}
      {past.length > 0 && (
        <div className="border-t border-line">
          <Disclosure title={counted(past.length, 'past tenant')}>
            <div className="-mx-5 -mt-2 -mb-5 border-t border-line max-md:-mx-4">
              <TenantRows label="Past tenants" of={past} today={today} />
            </div>
          </Disclosure>
        </div>
      )}
    </Card>
  );
}

function TenantRows({ label, of, today }: { label: string; of: readonly Tenant[]; today: string }) {
  return (
    <FirstRows label={label} items={of}>
      {(tenant) => (
        <Row
          key={tenant.id}
          lead={<TenantAvatar tenant={tenant} />}
          line={leaseLine(tenant, today)}
          end={['expiring', 'expired'].includes(leaseState(tenant, today)) && <LeaseBadge lease={tenant} />}
        >
          <LeadingRow to={PATHS.one} params={{ id: tenant.id }}>
            <bdi>{tenant.name}</bdi>
          </LeadingRow>
        </Row>
      )}
    </FirstRows>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading tenants..." className="flex items-center gap-3 px-5 py-3 max-md:px-4">
      <Skeleton className="size-8 flex-none rounded-pill!" />
      <Skeleton className="h-4 w-1/2" />
    </Loading>
  );
}

/** Message about the current and past tenants kept when a property is deleted. */
export function useKeptTenantCount(propertyId: string): string {
  const { data } = useInfiniteQuery(tenants.list(ofProperty(propertyId)));
  return data ? keptTenantsText(data.pages[0]?.total ?? 0) : 'We will keep its tenants, without a property.';
}
