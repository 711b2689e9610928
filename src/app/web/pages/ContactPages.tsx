import { lazy, type ReactNode, Suspense } from 'react';
import { SupplierDetail } from '../../../features/supplier/SupplierDetail.tsx';
import { TenantDetail } from '../../../features/tenant/TenantDetail.tsx';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { RecordActivity } from '../../overview/activity/ActivityPage.tsx';
import { DocumentsOf, InspectionsOf, RepairsOf } from './CardsOf.tsx';
import { RentOfTenant } from './rent/RentOfTenant.tsx';

const SummaryOfTenancy = lazy(async () => ({
  default: (await import('./tenancy/SummaryOfTenancy.tsx')).SummaryOfTenancy,
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

const Documents = ({ tenantId }: { tenantId: string }) => <DocumentsOf link={{ tenantId }} />;

const DocumentsOfSupplier = ({ supplierId }: { supplierId: string }) => <DocumentsOf link={{ supplierId }} />;

const RepairsOfSupplier = ({ supplierId }: { supplierId: string }) => <RepairsOf of={{ supplierId }} />;

export function SupplierPage() {
  return <SupplierDetail Documents={DocumentsOfSupplier} Repairs={RepairsOfSupplier} />;
}

function Repairs({ tenantId }: { tenantId: string }) {
  return (
    <>
      <RepairsOf of={{ tenantId }} />
      <InspectionsOf of={{ tenantId }} />
    </>
  );
}

export function TenantPage() {
  return (
    <TenantDetail
      Activity={RecordActivity}
      Documents={Documents}
      Repairs={Repairs}
      Rent={RentOfTenant}
      Summary={Summary}
    />
  );
}
