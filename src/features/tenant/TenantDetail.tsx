/** /dashboard/tenants/$id: one tenant, how their lease stands, and what can be done. */
import { getRouteApi } from '@tanstack/react-router';
import { DetailPage } from '../../web/records/DetailPage.tsx';
import { Card, TWO_COLUMNS } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { GuarantorCard } from '../guarantor/GuarantorCard.tsx';
import { LeaseBadge } from './LeaseBadge.tsx';
import { hasGuarantor, TENANT } from './labels.ts';
import { PeriodicQuestion } from './PeriodicQuestion.tsx';
import { tenants } from './queries.client.ts';
import { QuickActions, TenantActions } from './TenantActions.tsx';
import { TenantAvatar } from './TenantAvatar.tsx';
import { TenantFacts } from './TenantFacts.tsx';
import { TenantStanding } from './TenantStanding.tsx';
import type { Tenant } from './tenant.ts';

const route = getRouteApi('/dashboard/tenants/$id');

export function TenantDetail() {
  const { id } = route.useParams();
  return (
    <DetailPage
      resource={tenants}
      id={id}
      title="Tenant Details"
      head={headOf}
      list={{ to: '/dashboard/tenants', words: 'Tenants' }}
      words={{ failed: TENANT.failedToLoad, missing: TENANT.missing }}
      actions={(record) => <TenantActions id={id} record={record} />}
      placeholder={PLACEHOLDER}
    >
      {(tenant, record) => (
        <>
          <PeriodicQuestion tenant={tenant} />
          <div className={`${TWO_COLUMNS} lg:grid-rows-[auto_1fr]`}>
            <TenantFacts tenant={tenant} record={record} />
            <div className="flex flex-col gap-5 md:max-lg:grid md:max-lg:grid-cols-2 lg:row-span-2">
              <TenantStanding tenant={tenant} />
              <QuickActions tenant={tenant} home={record?.property} />
            </div>
            {hasGuarantor(tenant) && <GuarantorCard record={tenant} title="Guarantor Information" wide />}
          </div>
        </>
      )}
    </DetailPage>
  );
}

function headOf(tenant: Tenant) {
  const { name, email, phone } = tenant;
  return {
    title: name,
    lead: <TenantAvatar tenant={tenant} size="large" />,
    mark: <LeaseStatus tenant={tenant} />,
    line: `${email} · ${phone.replaceAll(' ', '\u00a0')}`,
  };
}

function LeaseStatus({ tenant }: { tenant: Tenant }) {
  return (
    <p>
      <span className="sr-only">Lease Status: </span>
      <LeaseBadge lease={tenant} />
    </p>
  );
}

const PLACEHOLDER = (
  <Loading label="Loading Tenant...">
    <div className={TWO_COLUMNS}>
      <Card pad className="flex flex-col gap-6">
        {['w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </Card>
      <Card pad>
        <Skeleton className="h-16 w-full" />
      </Card>
    </div>
  </Loading>
);
