/** /dashboard/suppliers/$id: one supplier, the properties it looks after, and what can be done. */
import { getRouteApi } from '@tanstack/react-router';
import { RecordDetail } from '../../web/records/RecordDetail.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { TWO_COLUMNS } from '../../web/ui/display/DetailSection.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { MISSING, suppliers } from './queries.client.ts';
import { ServicedProperties } from './ServicedProperties.tsx';
import { QuickActions, SupplierActions } from './SupplierActions.tsx';
import { SupplierFacts } from './SupplierFacts.tsx';
import { SupplierLogo } from './SupplierLogo.tsx';
import type { Supplier } from './supplier.ts';

const route = getRouteApi('/dashboard/suppliers/$id');

export function SupplierDetail() {
  const { id } = route.useParams();
  return (
    <RecordDetail
      cache={suppliers}
      id={id}
      title="Supplier Details"
      head={headOf}
      list={{ to: '/dashboard/suppliers', words: 'Suppliers' }}
      words={{ failed: 'There was an error loading the supplier details.', missing: MISSING }}
      actions={SupplierActions}
      placeholder={PLACEHOLDER}
    >
      {(supplier, record) => (
        <div className={TWO_COLUMNS}>
          <SupplierFacts supplier={supplier} />
          <div className="flex flex-col gap-5">
            <QuickActions supplier={supplier} />
            <ServicedProperties supplier={supplier} record={record} />
          </div>
        </div>
      )}
    </RecordDetail>
  );
}

function headOf(supplier: Supplier) {
  return {
    title: supplier.name,
    lead: <SupplierLogo supplier={supplier} size="large" />,
    line: supplier.serviceType,
  };
}

const PLACEHOLDER = (
  <Loading label="Loading Supplier...">
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
