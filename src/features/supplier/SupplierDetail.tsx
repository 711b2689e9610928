import type { ComponentType } from 'react';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { QuickActions } from '../../web/records/detail/QuickActions.tsx';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { propertiesLine, TEXTS } from './listed.ts';
import { SupplierLogo } from './SupplierList.tsx';
import { PATHS, suppliers } from './supplier.client.ts';
import { deletionSummary, SUPPLIER } from './supplier.ts';

const { name, serviceType, contactPerson, phone, email, website, address, notes } = SUPPLIER.shape;
const FACTS = { name, serviceType, contactPerson, phone, email, website, address, notes };

type OfSupplier = ComponentType<{ supplierId: string }>;
type Props = { Documents: OfSupplier; Repairs: OfSupplier };

export function SupplierDetail({ Documents, Repairs }: Props) {
  return (
    <RecordDetail
      resource={suppliers}
      texts={TEXTS}
      paths={PATHS}
      head={(supplier) => ({
        title: supplier.name,
        lead: <SupplierLogo supplier={supplier} size="large" />,
        line: supplier.serviceType,
      })}
      deletion={(supplier) => ({
        question: (
          <>
            <p>{supplier.serviceType}</p>
            <p className="mt-3 empty:hidden">{deletionSummary(supplier)}</p>
            {supplier.properties > 0 && <p>We will keep the properties.</p>}
          </>
        ),
        done: deletionSummary(supplier, true),
      })}
    >
      {(supplier, record) => (
        <>
          <FactsCard
            title={TEXTS.detailTitle}
            fields={FACTS}
            record={supplier}
            none={{ website: TEXTS.noWebsite, notes: TEXTS.noNotes }}
          />
          <div className="flex flex-col gap-5">
            <QuickActions thing={TEXTS.One} email={supplier.email} phone={supplier.phone} />
            <LinkedRecords
              title={TEXTS.serviced}
              count={supplier.properties > 0 && propertiesLine(supplier.properties)}
              items={record?.servicedProperties.map((one) => ({ id: one.id, name: one.address, line: one.city }))}
              to="/dashboard/properties/$id"
              loading="Loading properties..."
              none="No properties yet"
            />
            <Repairs supplierId={supplier.id} />
            <Documents supplierId={supplier.id} />
          </div>
        </>
      )}
    </RecordDetail>
  );
}
