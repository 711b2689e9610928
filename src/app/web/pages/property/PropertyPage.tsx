import { lazy, type ReactNode, Suspense } from 'react';
import { ComplianceCard } from '../../../../features/certificate/ComplianceCard.tsx';
import { PropertyMoney } from '../../../../features/finance/PropertyMoney.tsx';
import { PropertyDetail } from '../../../../features/property/detail/PropertyDetail.tsx';
import type { DeletionTexts, PropertySlots } from '../../../../features/property/detail/PropertyFacts.tsx';
import type { PropertyRecord } from '../../../../features/property/property.ts';
import { PropertySuppliers, useSupplierLinks } from '../../../../features/supplier/SupplierPicker.tsx';
import { useKeptLedgers } from '../../../../features/tenancy/running.client.ts';
import { TenantsOfProperty, useKeptTenantCount } from '../../../../features/tenant/TenantsOfProperty.tsx';
import { BillsOfProperty } from '../../../../features/transaction/bills/BillsOfProperty.tsx';
import { useRemainingTransactions } from '../../../../features/transaction/transaction.client.ts';
import { May, useMay } from '../../../../web/http/session.client.ts';
import { Skeleton } from '../../../../web/ui/display/Loading.tsx';
import { DocumentsOf, InspectionsOf, PapersOf, RepairsOf } from '../CardsOf.tsx';

type Props = { propertyId: string; children: (others: DeletionTexts[]) => ReactNode };

/** Records that remain are described in the same words before and after deleting. */
function OtherRecords({ propertyId, children }: Props) {
  const links = useSupplierLinks(propertyId);
  const staying = [useKeptTenantCount(propertyId), useRemainingTransactions(propertyId)];
  const ledgers = useKeptLedgers(propertyId);
  return children([links, ...staying.map((words) => ({ before: words, after: words })), ledgers]);
}

const TenanciesOfProperty = lazy(async () => ({
  default: (await import('./TenanciesOfProperty.tsx')).TenanciesOfProperty,
}));

const ContactsOfProperty = lazy(async () => ({
  default: (await import('../../../../features/tenant/ContactsOfProperty.tsx')).ContactsOfProperty,
}));

const RequestsCard = lazy(async () => ({
  default: (await import('../../../../features/request/RequestsCard.tsx')).RequestsCard,
}));

function Tenants(props: { propertyId: string; assign: ReactNode }) {
  if (!useMay('people.see'))
    return (
      <May need="contacts.see">
        <Suspense>
          <ContactsOfProperty propertyId={props.propertyId} />
        </Suspense>
      </May>
    );
  return (
    <div className="flex flex-col gap-5">
      <TenantsOfProperty {...props} />
      <Suspense>
        <TenanciesOfProperty propertyId={props.propertyId} />
        <RequestsCard propertyId={props.propertyId} />
      </Suspense>
    </div>
  );
}

const LicencesCard = lazy(async () => ({
  default: (await import('../../../../features/licence/LicencesCard.tsx')).LicencesCard,
}));

function Licences({ property }: { property: PropertyRecord }) {
  return (
    <Suspense fallback={<Skeleton className="h-28 w-full" />}>
      <LicencesCard property={property} />
    </Suspense>
  );
}

const DeadlinesOfProperty = lazy(async () => ({
  default: (await import('./PropertySummary.tsx')).DeadlinesOfProperty,
}));

const PropertySummary = lazy(async () => ({ default: (await import('./PropertySummary.tsx')).PropertySummary }));

function Summary({ propertyId, expires }: { propertyId: string; expires: ReactNode }) {
  return (
    <div className="mb-5">
      <Suspense fallback={<Skeleton className="h-28 w-full" />}>
        <PropertySummary propertyId={propertyId} expires={expires} />
      </Suspense>
      <Suspense>
        <DeadlinesOfProperty propertyId={propertyId} />
      </Suspense>
    </div>
  );
}

function Documents({ propertyId, address }: { propertyId: string; address: string }) {
  return (
    <>
      <DocumentsOf link={{ propertyId }} of={address} />
      <PapersOf place={{ propertyId }} className="col-span-full" />
    </>
  );
}

function Repairs({ propertyId }: { propertyId: string }) {
  return (
    <>
      <RepairsOf of={{ propertyId }} />
      <InspectionsOf of={{ propertyId }} />
    </>
  );
}

const LoansOfPropertyCard = lazy(async () => ({
  default: (await import('../../../../features/loan/LoansOfPropertyCard.tsx')).LoansOfPropertyCard,
}));

function Loans(props: { propertyId: string }) {
  return (
    <May need="tax.see">
      <Suspense>
        <LoansOfPropertyCard {...props} />
      </Suspense>
    </May>
  );
}

const SLOTS: PropertySlots = {
  Tenants,
  Summary,
  Compliance: ComplianceCard,
  Suppliers: PropertySuppliers,
  Licences,
  Documents,
  Repairs,
  Money: PropertyMoney,
  Bills: BillsOfProperty,
  Loans,
  OtherRecords,
};

export function PropertyPage() {
  return <PropertyDetail slots={SLOTS} />;
}
