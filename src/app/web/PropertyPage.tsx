/** The page of a property, with what other nouns show and say of it. */
import type { ReactNode } from 'react';
import { PropertyDetail } from '../../features/property/detail/PropertyDetail.tsx';
import { type LeavingWords, PropertySlotsContext } from '../../features/property/detail/page-slots.client.ts';
import { PropertySuppliers, useLinksThatGo } from '../../features/supplier/PropertySuppliers.tsx';
import { TenantsOfProperty, useTenantsWhoStay } from '../../features/tenant/TenantsOfProperty.tsx';
import { useKeptTransactions } from '../../features/transaction/transaction.client.ts';

type LeavingProps = { propertyId: string; children: (others: LeavingWords[]) => ReactNode };

/** Who and what stays is said in the same words before and after. */
function Leaving({ propertyId, children }: LeavingProps) {
  const links = useLinksThatGo(propertyId);
  const staying = [useTenantsWhoStay(propertyId), useKeptTransactions(propertyId)];
  return children([links, ...staying.map((words) => ({ before: words, after: words }))]);
}

const AROUND = {
  Tenants: TenantsOfProperty,
  Suppliers: PropertySuppliers,
  Leaving,
};

export function PropertyPage() {
  return (
    <PropertySlotsContext value={AROUND}>
      <PropertyDetail />
    </PropertySlotsContext>
  );
}
