import { lazy, type ReactNode, Suspense } from 'react';
import { TenantDetail } from '../../../features/tenant/TenantDetail.tsx';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { RecordActivity } from '../../overview/activity/ActivityPage.tsx';
import { RentOfTenant } from './RentOfTenant.tsx';

/** Loads after the page. */
const SummaryOfTenancy = lazy(async () => ({
  default: (await import('./SummaryOfTenancy.tsx')).SummaryOfTenancy,
}));

function Summary(props: { tenancyId: string; lease: ReactNode }) {
  return (
    <div className="mb-5">
      <Suspense fallback={<Skeleton className="h-28 w-full" />}>
        <SummaryOfTenancy {...props} />
      </Suspense>
    </div>
  );
}

export function TenantPage() {
  return <TenantDetail Activity={RecordActivity} Rent={RentOfTenant} Summary={Summary} />;
}
